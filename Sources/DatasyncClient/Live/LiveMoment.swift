public import DatasyncLive
import DatasyncTree

/// What a live object or collection shows at one moment, and how it came about.
///
/// Each dialect has a name of its own for it, and models of its own kind.
public struct LiveMoment<Model: Sendable>: Sendable {
    /// The model of an object, or the node that a collection is of; `nil` when there is nothing.
    public let model: Model?
    /// How far asking the back end is.
    public let loadingStatus: LoadingStatus
    /// What the data are worth.
    public let dataStatus: DataStatus
    /// Whether a collection has more than is shown.
    public let hasMore: Bool
    /// What changed, in the order in which string events tell it; nothing in what showed already.
    public let changes: [LiveChange]
    /// Who caused it.
    public let origin: LiveOrigin
    /// What went wrong; `nil` while nothing is.
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
    /// The models of a collection; those of an object are its children.
    public var models: [Model] { model?.children ?? [] }
}

extension LiveMoment: CustomStringConvertible, CustomDebugStringConvertible {
    /// Both statuses, whether there is more, the model and the error.
    public var description: String {
        let model = model.map { String(describing: $0).abbreviated() } ?? "nil"
        let failure = error.map { ", \($0.description.abbreviated())" } ?? ""
        return "LiveMoment(\(loadingStatus), \(dataStatus)\(hasMore ? ", more" : ""), \(model)\(failure))"
    }

    /// The description.
    public var debugDescription: String { description }
}
