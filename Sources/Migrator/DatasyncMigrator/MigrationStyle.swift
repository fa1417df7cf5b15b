#if Migrator
    /// The form of the rewritten code.
    public enum MigrationStyle: String, Sendable, CaseIterable {
        /// Each call keeps its closures; the order of events and completions provably stays the same.
        case minimal
        /// Continuations around one call, and completions at the end of tasks, become `try await` where this cannot
        /// change the order.
        case idiomatic
    }
#endif
