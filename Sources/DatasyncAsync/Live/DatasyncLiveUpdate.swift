public import DatasyncClient
public import DatasyncLive
import DatasyncTree

/// One change of a live object: all that it shows now, its value decoded, and how it came about.
///
/// What cannot be decoded is no model; the error tells.
public typealias DatasyncLiveUpdate<Model: Decodable & Sendable> = LiveMoment<Model>

extension LiveMoment {
    init(_ shown: LiveShown<Result<Model?, WebcomError>>) {
        let model = (try? shown.model.get()) ?? nil
        self.init(shown.record, model: model, error: shown.error ?? shown.model.failure)
    }
}

/// A child that a live collection shows, decoded.
public struct DatasyncLiveItem<Model: Sendable>: Sendable, Identifiable {
    /// The key of the child.
    public let id: WebcomKey
    /// Its value.
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

/// One change of a live collection: all that it shows now, and how it came about.
public struct DatasyncLivePage<Model: Decodable & Sendable>: Sendable {
    /// The children that are shown, in key order; without those that cannot be decoded, of which ``error`` tells.
    public let models: [DatasyncLiveItem<Model>]
    /// Whether there are more than are shown.
    public let hasMore: Bool
    /// How far asking the back end is.
    public let loadingStatus: LoadingStatus
    /// What the data are worth.
    public let dataStatus: DataStatus
    /// What changed, in the order in which string events tell it; nothing in what showed already.
    public let changes: [LiveChange]
    /// Who caused it.
    public let origin: LiveOrigin
    /// What went wrong; `nil` while nothing is.
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
