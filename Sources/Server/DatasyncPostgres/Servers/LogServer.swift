#if Postgres
    /// A server over the log whose lease holds.
    package struct LogServer: Hashable, Sendable {
        package let run: Int64
        /// The address that clients connect to, `HOST:PORT`; empty if it has none.
        package let publicAddress: String
        /// The address that other servers connect to, `HOST:PORT` in numbers; empty if it has none.
        package let peerAddress: String
        package let isDraining: Bool
    }
#endif
