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

            /// Returns the site with another advice besides its own.
            func advised(_ text: String) -> Site {
                let texts = [advice, text].compactMap(\.self)
                return Site(
                    line: line, column: column, name: name, outcome: outcome, advice: texts.joined(separator: "; "))
            }
        }

        /// The prefix of the notes above calls that are left unchanged.
        static let notePrefix = "// MIGRATE: "

        /// The text of the file after rewriting.
        public let text: String
        /// The calls in the order of the file.
        public let sites: [Site]

        /// The mappings between the offsets of the old and the new text, in the order in which they apply.
        let maps: [OffsetMap]

        /// Creates a result.
        public init(text: String, sites: [Site]) { self.init(text: text, sites: sites, maps: []) }

        init(text: String, sites: [Site], maps: [OffsetMap]) {
            self.text = text
            self.sites = sites
            self.maps = maps
        }
    }
#endif
