#if Migrator
    /// What became of one file.
    public struct Migration: Sendable, Equatable {
        /// A call of the legacy dialect, or what may be one.
        public struct Site: Sendable, Equatable {
            /// What became of a call.
            public enum Outcome: Sendable, Equatable {
                /// It is one of the new dialect.
                case rewritten
                /// It stays as it was, under a note that says why and what to do.
                case left(reason: String)
            }

            /// Its line in the file as it was, from 1 on.
            public let line: Int
            /// Its column there, in UTF-8 bytes from 1 on.
            public let column: Int
            /// The name of the function or property, such as `on`.
            public let name: String
            /// What became of it.
            public let outcome: Outcome

            /// What became of a call.
            public init(line: Int, column: Int, name: String, outcome: Outcome) {
                self.line = line
                self.column = column
                self.name = name
                self.outcome = outcome
            }
        }

        /// What the notes begin with that stand above what is left.
        static let notePrefix = "// MIGRATE: "

        /// The text afterwards.
        public let text: String
        /// The calls in the order of the file.
        public let sites: [Site]

        /// What became of a file.
        public init(text: String, sites: [Site]) {
            self.text = text
            self.sites = sites
        }
    }
#endif
