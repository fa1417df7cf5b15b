/// What one change of a live object or collection consists of, under the names of the string events.
///
/// The cases stand in the order in which they are told.
public enum LiveChange: String, Sendable, CaseIterable {
    /// The loading status is another.
    case loadingStatus = "loadingStatusChanged"
    /// The data status is another.
    case dataStatus = "dataStatusChanged"
    /// The model, or the list of models, is another.
    case data = "dataUpdated"
    /// Whether there is more than is shown is another; collections only.
    case hasMore = "hasMoreChanged"
    /// The back end refused what was asked for, or the data cannot be decoded.
    case error = "dataError"
}
