#if Server
    /// A session whose messages are shown to the owners who watch its namespace.
    struct TracedSession: Sendable {
        /// The number in place of a session for requests over HTTP.
        static let requests = 0

        let trace: MessageTrace
        let id: SessionList.ID
        /// The list with the user of the session; `nil` for requests.
        var sessions: SessionList?

        /// The user, in words; `nil` before a sign-in.
        var user: String? { sessions?.user(of: id) }

        func note(_ describe: @autoclosure () -> MessageDescription?) {
            if trace.isWatched { trace.note(self, describe) }
        }
    }
#endif
