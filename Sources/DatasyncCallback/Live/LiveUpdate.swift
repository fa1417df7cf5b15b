public import DatasyncClient

extension Webcom {
    /// What an observer of a live object or collection is told: all that shows now, and how it came about.
    public typealias LiveUpdate = LiveMoment<DataSnapshot>
}

extension LiveMoment<Webcom.DataSnapshot> {
    init(_ shown: LiveShown<LocatedValue?>) {
        self.init(shown.record, model: shown.model.map { Webcom.DataSnapshot($0) }, error: shown.error)
    }
}
