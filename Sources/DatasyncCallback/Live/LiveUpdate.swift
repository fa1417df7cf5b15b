public import DatasyncClient

extension Webcom {
    /// The state of a live object or collection after a change, with the changes that led to it.
    public typealias LiveUpdate = LiveMoment<DataSnapshot>
}

extension LiveMoment<Webcom.DataSnapshot> {
    init(_ shown: LiveShown<LocatedValue?>) {
        self.init(shown.record, model: shown.model.map { Webcom.DataSnapshot($0) }, error: shown.error)
    }
}
