public import DatasyncLive
import DatasyncTree

/// A published state of a live object or collection, with its changes and their origin.
///
/// Each dialect has its own name and model type for it.
///
/// ```swift
/// for await moment in node.liveObject(as: User.self).updates {
///     print(moment.dataStatus, moment.changes, moment.model?.name ?? "no user")
/// }
/// ```
public struct LiveMoment<Model: Sendable>: Sendable {
    /// The model of an object, or of the node of a collection; `nil` if there is no value.
    public let model: Model?
    /// The status of the request to the back end.
    public let loadingStatus: LoadingStatus
    /// The status of the data: missing, local, fresh or in error.
    public let dataStatus: DataStatus
    /// Whether a collection has more children than its pages.
    public let hasMore: Bool
    /// The changes, in the order of the string events; empty in the state that a listener receives first.
    public let changes: [LiveChange]
    /// The origin of the changes: this client or the back end.
    public let origin: LiveOrigin
    /// The error; `nil` without one.
    public let error: WebcomError?

    package init(_ record: LiveRecord, model: Model?, error: WebcomError?) {
        self.model = model
        self.error = error
        loadingStatus = record.loadingStatus
        dataStatus = record.dataStatus
        hasMore = record.hasMore
        changes = record.changes
        origin = record.origin
    }
}

extension LiveMoment where Model: ChildVisiting {
    /// The models of a collection, or the children of an object.
    public var models: [Model] { model?.children ?? [] }
}

extension LiveMoment: CustomStringConvertible, CustomDebugStringConvertible {
    /// Both statuses, whether a collection has more children, the model and the error.
    public var description: String {
        let model = model.map { String(describing: $0).abbreviated() } ?? "nil"
        let failure = error.map { ", \($0.description.abbreviated())" } ?? ""
        return "LiveMoment(\(loadingStatus), \(dataStatus)\(hasMore ? ", more" : ""), \(model)\(failure))"
    }

    /// The description.
    public var debugDescription: String { description }
}
