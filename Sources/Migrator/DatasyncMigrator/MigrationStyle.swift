#if Migrator
    /// The form of the rewritten code.
    public enum MigrationStyle: String, Sendable, CaseIterable {
        /// Each call keeps its closures; events and completions provably keep their order.
        case minimal
        /// Continuations around one call, and completions at the end of tasks, become `try await` where that cannot
        /// change the order.
        case idiomatic
    }
#endif
