#if Server
    import DatasyncLog

    /// A namespace in a store, as numbers.
    struct StoredNamespace: Sendable {
        let namespace: LogNamespace
        let incarnation: UInt64
        /// The number of the first record that is kept; `last + 1` if there is none.
        let first: UInt64
        /// The number of the last record.
        let last: UInt64
        /// The time of the last record.
        let time: LogTime
        /// The number of the last record in the snapshot, and its size in bytes.
        let snapshot: (number: UInt64, byteCount: UInt64)?

        var name: String { namespace.name }

        /// The position of the last record.
        var position: LogPosition { LogPosition(incarnation: incarnation, number: last) }
    }
#endif
