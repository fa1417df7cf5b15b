/// The progress of a live object or collection in loading its data from the back end.
public enum LoadingStatus: String, Sendable, CaseIterable {
    /// Nothing was requested; the objects of this package request their data as soon as they are created.
    case notLoading
    /// The data were requested and have not arrived; without a connection that lasts until the next connect.
    case loading
    /// The data have arrived.
    case loaded
    /// The back end refused or revoked a subscription, or the object was disposed of.
    case error
}
