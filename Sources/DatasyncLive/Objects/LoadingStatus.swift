/// How far a live object or collection is with asking the back end.
public enum LoadingStatus: String, Sendable, CaseIterable {
    /// Nothing has been asked for; the objects of this package ask as soon as they are made.
    case notLoading
    /// The back end has been asked and has not answered yet; that may take until there is a connection.
    case loading
    /// The back end has answered.
    case loaded
    /// The back end refused, or the object was disposed of.
    case error
}
