public import DatasyncLive
import DatasyncTree

/// A published state of a live object or collection, with its changes and their origin.
///
/// The other dialects call it `LiveUpdate` and `Webcom.LiveUpdate`; its model is their snapshot. In the async dialect the model
/// is decoded; if the value cannot be decoded, the model is `nil` and the error gives the reason.
///
/// ```swift
/// for await update in node.liveObject(as: User.self).updates {
///     print(update.dataStatus, update.changes, update.model?.name ?? "no user")
/// }
/// ```
public struct DatasyncLiveUpdate<Model: Sendable>: Sendable {
    /// The model of an object, or of a collection's node; `nil` if there is no value.
    public let model: Model?
    /// The status of the request to the back end.
    public let loadingStatus: LoadingStatus
    /// The status of the data: missing, local, fresh or in error.
    public let dataStatus: DataStatus
    /// Whether a collection has more children than its pages.
    public let hasMore: Bool
    /// The changes, in the order of the string events; empty in a state that is older than the listener.
    public private(set) var changes: [LiveChange]
    /// The origin of the changes: this client or the back end.
    public let origin: LiveOrigin
    /// The error; `nil` without one.
    public let error: WebcomError?

    init(_ record: LiveRecord, model: Model?, error: WebcomError?) {
        self.init(
            model: model, loadingStatus: record.loadingStatus, dataStatus: record.dataStatus, hasMore: record.hasMore,
            changes: record.changes, origin: record.origin, error: error)
    }

    private init(
        model: Model?, loadingStatus: LoadingStatus, dataStatus: DataStatus, hasMore: Bool, changes: [LiveChange],
        origin: LiveOrigin, error: WebcomError?
    ) {
        self.model = model
        self.loadingStatus = loadingStatus
        self.dataStatus = dataStatus
        self.hasMore = hasMore
        self.changes = changes
        self.origin = origin
        self.error = error
    }

    /// Returns the same state with the model of another dialect.
    package func map<New>(_ transform: (Model) -> New) -> DatasyncLiveUpdate<New> {
        DatasyncLiveUpdate<New>(
            model: model.map(transform), loadingStatus: loadingStatus, dataStatus: dataStatus, hasMore: hasMore,
            changes: changes, origin: origin, error: error)
    }

    /// Whether the state holds more than every object's initial state, which is loading and without data.
    var hasData: Bool { loadingStatus != .loading || dataStatus != .notExist }

    /// The parts that differ from the state before.
    func differences(from old: DatasyncLiveUpdate) -> [LiveChange] {
        LiveChange.allCases.filter { part in
            switch part {
            case .loadingStatus: loadingStatus != old.loadingStatus
            case .dataStatus: dataStatus != old.dataStatus
            case .data: changes.contains(.data)
            case .hasMore: hasMore != old.hasMore
            case .error: error != old.error
            }
        }
    }

    /// The state without its changes, for listeners that are added later.
    var withoutChanges: DatasyncLiveUpdate {
        var update = self
        update.changes = []
        return update
    }

    /// Both statuses, and whether more children exist, for descriptions.
    package var summary: String { "\(loadingStatus), \(dataStatus)\(hasMore ? ", more" : "")" }
}

extension DatasyncLiveUpdate where Model: ChildVisiting {
    /// The models of a collection, or the children of an object.
    public var models: [Model] { model?.children ?? [] }
}

extension DatasyncLiveUpdate: CustomStringConvertible {
    /// Both statuses, whether a collection has more children, the model and the error.
    public var description: String {
        let model = model.map { String(describing: $0).abbreviated() } ?? "nil"
        let failure = error.map { ", \($0.description.abbreviated())" } ?? ""
        return "DatasyncLiveUpdate(\(summary), \(model)\(failure))"
    }
}
