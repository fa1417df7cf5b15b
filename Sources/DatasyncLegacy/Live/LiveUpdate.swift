public import DatasyncClient

/// What a listener of a live object or collection is told: all that shows now, and how it came about.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
#endif
public typealias LiveUpdate = LiveMoment<DataSnapshot>

extension LiveMoment<DataSnapshot> {
    init(_ shown: LiveShown<LocatedValue?>) {
        self.init(shown.record, model: shown.model.map { DataSnapshot($0) }, error: shown.error)
    }
}
