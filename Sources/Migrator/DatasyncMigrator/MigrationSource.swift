#if Migrator
    /// The dialect of the code to rewrite.
    public enum MigrationSource: String, Sendable, CaseIterable {
        /// The legacy dialect of this package.
        case legacy
        /// The widely used SDK whose references have `observe` and `removeObserver`.
        case observe

        /// The name of the dialect in reports.
        var title: String {
            switch self {
            case .legacy: "the legacy dialect"
            case .observe: "the observe dialect"
            }
        }
    }
#endif
