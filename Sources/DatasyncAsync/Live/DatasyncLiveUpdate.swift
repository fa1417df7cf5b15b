public import DatasyncClient
public import DatasyncLive
import DatasyncTree

/// A change of a live object: its new state with the decoded value, and the cause of the change.
///
/// If the value cannot be decoded, the model is `nil` and the error gives the reason.
public typealias DatasyncLiveUpdate<Model: Decodable & Sendable> = LiveMoment<Model>

extension LiveMoment {
    init(_ shown: LiveShown<Result<Model?, WebcomError>>) {
        let model = (try? shown.model.get()) ?? nil
        self.init(shown.record, model: model, error: shown.error ?? shown.model.failure)
    }
}

/// A decoded child of a live collection.
public struct DatasyncLiveItem<Model: Sendable>: Sendable, Identifiable {
    /// The key of the child.
    public let id: WebcomKey
    /// The decoded value of the child.
    public let model: Model
}

extension DatasyncLiveItem: Equatable where Model: Equatable {}

extension DatasyncLiveItem: Hashable where Model: Hashable {}

extension DatasyncLiveItem: CustomStringConvertible, CustomDebugStringConvertible {
    /// The key and the value.
    public var description: String { "DatasyncLiveItem(\(id), \(String(describing: model).abbreviated()))" }

    /// The description.
    public var debugDescription: String { description }
}

/// A change of a live collection: its new state, and the cause of the change.
public struct DatasyncLivePage<Model: Decodable & Sendable>: Sendable {
    /// The children of the loaded pages, in key order.
    ///
    /// Children that cannot be decoded are left out; ``error`` reports the first of them.
    public let models: [DatasyncLiveItem<Model>]
    /// Whether the node has more children than the loaded pages.
    public let hasMore: Bool
    /// The progress of the request to the back end.
    public let loadingStatus: LoadingStatus
    /// The status of the data: missing, local, fresh or in error.
    public let dataStatus: DataStatus
    /// The changed aspects, in the order of the string events of the legacy dialect.
    ///
    /// Empty for the state that an iterator delivers first.
    public let changes: [LiveChange]
    /// The side that caused the change: this client or the back end.
    public let origin: LiveOrigin
    /// The current error, or `nil`.
    public let error: WebcomError?

    init(_ shown: LiveShown<DecodedRows<Model>>) {
        models = shown.model.items
        error = shown.error ?? shown.model.failure
        hasMore = shown.record.hasMore
        loadingStatus = shown.record.loadingStatus
        dataStatus = shown.record.dataStatus
        changes = shown.record.changes
        origin = shown.record.origin
    }
}

extension DatasyncLivePage: CustomStringConvertible, CustomDebugStringConvertible {
    /// The number of children, whether there are more, both statuses and the error.
    public var description: String {
        let failure = error.map { ", \($0.description.abbreviated())" } ?? ""
        return
            "DatasyncLivePage(models: \(models.count)\(hasMore ? ", more" : ""), \(loadingStatus), \(dataStatus)\(failure))"
    }

    /// The description.
    public var debugDescription: String { description }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let reason) = self { reason } else { nil }
    }
}
