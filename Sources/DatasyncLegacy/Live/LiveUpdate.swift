public import DatasyncClient

/// The state of a live object or collection after a change, with the changes that led to it.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
#endif
public typealias LiveUpdate = LiveMoment<DataSnapshot>

extension LiveMoment<DataSnapshot> {
    init(_ shown: LiveShown<LocatedValue?>) {
        self.init(shown.record, model: shown.model.map { DataSnapshot($0) }, error: shown.error)
    }
}
