import DatasyncApplication
public import DatasyncLive

/// What a listener of a live object or collection is told: all that shows now, and how it came about.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
#endif
public struct LiveUpdate: Sendable {
    /// The model of an object, or the node that a collection is of; `nil` when there is nothing.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
    public let model: DataSnapshot?
    /// The models of a collection; those of an object are its children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
    public var models: [DataSnapshot] { model?.children ?? [] }
    /// How far asking the back end is.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
    public let loadingStatus: LoadingStatus
    /// What the data are worth.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
    public let dataStatus: DataStatus
    /// Whether a collection has more than is shown.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
    public let hasMore: Bool
    /// Everything that changed at this moment, in the order in which the events tell it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
    public let changes: [LiveChange]
    /// Who caused it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
    public let origin: LiveOrigin
    /// What went wrong; `nil` while nothing is.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    #endif
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
