#if Postgres
    /// The purpose of a connection; a log has one for each.
    enum DatabaseRole: Hashable, Sendable, CaseIterable {
        /// Appends.
        case writer
        /// Reads records and positions.
        case reader
        /// Reads and stores snapshots, and deletes what is no longer needed.
        case keeper
        /// Renews the lease, and ends the runs of servers that are gone.
        case tenant
    }
#endif
