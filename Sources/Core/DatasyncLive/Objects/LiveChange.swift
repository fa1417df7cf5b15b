/// A part of a change of a live object or collection, under the name of its string event.
///
/// The cases are declared in the order in which their events are delivered.
public enum LiveChange: String, Sendable, CaseIterable {
    /// The loading status has changed.
    case loadingStatus = "loadingStatusChanged"
    /// The data status has changed.
    case dataStatus = "dataStatusChanged"
    /// The model, or the list of models, has changed.
    case data = "dataUpdated"
    /// The availability of further children has changed; collections only.
    case hasMore = "hasMoreChanged"
    /// A subscription was refused or revoked, or data cannot be decoded.
    case error = "dataError"
}
