#if Postgres
    /// The identity of a batch: no two batches of a namespace have the same one, on any server.
    struct BatchIdentity: Hashable, Sendable {
        let run: Int64
        let batch: Int64

        /// The identity before the first batch of a namespace.
        static let none = BatchIdentity(run: 0, batch: 0)
    }
#endif
