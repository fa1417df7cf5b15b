#if Postgres
    import DatasyncLog

    /// The entries of a namespace that a batch has committed.
    struct Commit: Sendable {
        let name: LogNamespace
        let id: Int64
        let entries: [LogEntry]
        let time: LogTime
        let incarnation: Int64
        /// The number of the last entry.
        let number: Int64
        let identity: BatchIdentity
        /// The number and the identity of the batch before it.
        let previous: (number: Int64, identity: BatchIdentity)
    }
#endif
