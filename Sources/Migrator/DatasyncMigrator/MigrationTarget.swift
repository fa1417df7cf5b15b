#if Migrator
    /// The dialect that code is rewritten into.
    public enum MigrationTarget: String, Sendable, CaseIterable {
        /// Event descriptors and callbacks.
        case callback
        /// Nodes, promises and sequences.
        case async
    }
#endif
