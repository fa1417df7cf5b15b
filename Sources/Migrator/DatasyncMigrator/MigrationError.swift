#if Migrator
    /// The reason why a file cannot be parsed.
    public struct MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
        /// The line of the first syntax error, from 1.
        public let line: Int
        /// The column of the first syntax error, in UTF-8 bytes from 1.
        public let column: Int
        /// The message of the parser.
        public let message: String

        /// The position and the message.
        public var description: String { "\(line):\(column): does not parse: \(message)" }
    }
#endif
