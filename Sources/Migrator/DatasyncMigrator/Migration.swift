#if Migrator
    /// The result of rewriting one file.
    public struct Migration: Sendable, Equatable {
        /// A call of the source dialect, or a call that may be one.
        public struct Site: Sendable, Equatable {
            /// The result for a call.
            public enum Outcome: Sendable, Equatable {
                /// The call is rewritten into the new dialect.
                case rewritten
                /// The call is unchanged, under a note with the reason and the remedy.
                case left(reason: String)
            }

            /// The line of the call in the original file, from 1.
            public let line: Int
            /// The column of the call in the original file, in UTF-8 bytes from 1.
            public let column: Int
            /// The name of the function or property, such as `on`.
            public let name: String
            /// The result for the call.
            public let outcome: Outcome
            /// A check of the rewritten call that only a person can make, with the remedy; `nil` if none is needed.
            public let advice: String?

            /// Creates a site.
            public init(line: Int, column: Int, name: String, outcome: Outcome, advice: String? = nil) {
                self.line = line
                self.column = column
                self.name = name
                self.outcome = outcome
                self.advice = advice
            }

            /// The reason why the call is left, or the advice.
            var remark: String? { if case .left(let reason) = outcome { reason } else { advice } }
        }

        /// The prefix of the notes above calls that are left unchanged.
        static let notePrefix = "// MIGRATE: "

        /// The text of the file after rewriting.
        public let text: String
        /// The calls in the order of the file.
        public let sites: [Site]

        /// Creates a result.
        public init(text: String, sites: [Site]) {
            self.text = text
            self.sites = sites
        }
    }
#endif
