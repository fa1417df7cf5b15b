package import DatasyncLog

extension Entry {
    /// Returns the entry that ends a run whose server is gone, in a namespace in which it was present.
    ///
    /// It can be appended without the state of the namespace, and more than once: only the first one has an effect.
    package static func endOfRun(_ run: UInt64) -> Entry {
        Entry(Origin(session: SessionName(run: run, number: 0)), DatabaseEntry(.closeRun(run), lowestUnanswered: 0))
    }
}
