#if Postgres
    /// A namespace to which a run has appended.
    struct Presence: Hashable, Sendable {
        let run: Int64
        let namespace: Int64
    }
#endif
