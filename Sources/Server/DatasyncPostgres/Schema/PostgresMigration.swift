#if Postgres
    /// The result of creating or updating the tables of a log.
    public struct PostgresMigration: Hashable, Sendable {
        /// The version of the tables before; 0 if there were none.
        public let previousVersion: Int
        /// The version of the tables now.
        public let version: Int
    }

    extension PostgresMigration: CustomStringConvertible {
        /// The versions, in a sentence.
        public var description: String {
            switch previousVersion {
            case 0: "The tables were created with version \(version)."
            case version: "The tables have version \(version) already."
            default: "The tables were updated from version \(previousVersion) to version \(version)."
            }
        }
    }
#endif
