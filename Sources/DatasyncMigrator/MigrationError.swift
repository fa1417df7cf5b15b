#if Migrator
    /// Why a file is left as it is.
    public struct MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
        /// The line of the first mistake, from 1 on.
        public let line: Int
        /// Its column, in UTF-8 bytes from 1 on.
        public let column: Int
        /// What the parser says of it.
        public let message: String

        /// The place and the mistake.
        public var description: String { "\(line):\(column): does not parse: \(message)" }
    }
#endif
