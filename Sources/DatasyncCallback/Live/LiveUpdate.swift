import DatasyncApplication
public import DatasyncLive

extension Webcom {
    /// What an observer of a live object or collection is told: all that shows now, and how it came about.
    public struct LiveUpdate: Sendable {
        /// The model of an object, or the node that a collection is of; `nil` when there is nothing.
        public let model: DataSnapshot?
        /// The models of a collection; those of an object are its children.
        public var models: [DataSnapshot] { model?.children ?? [] }
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

        init(_ shown: LiveShown<LocatedValue?>) {
            model = shown.model.map { DataSnapshot($0) }
            loadingStatus = shown.record.loadingStatus
            dataStatus = shown.record.dataStatus
            hasMore = shown.record.hasMore
            changes = shown.record.changes
            origin = shown.record.origin
            error = shown.error
        }
    }
}
