#if Server
    /// The reason why a server cannot be created or started, and the remedy.
    public struct ServerError: Error, Sendable, Hashable {
        /// The reason and the remedy.
        public let message: String

        init(_ message: String) { self.message = message }
    }

    extension ServerError: CustomStringConvertible {
        /// The reason and the remedy.
        public var description: String { message }
    }
#endif
