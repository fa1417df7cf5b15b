#if Server
    import DatasyncConcurrency
    import DatasyncTree

    /// The open sessions and event streams of a server.
    final class SessionList: Sendable {
        typealias ID = Int

        /// A session, as others see it.
        struct Session: Sendable {
            let namespace: String
            /// The address of the client.
            let address: String
            let isStream: Bool
            /// The time of its beginning, in milliseconds since the Unix epoch.
            let start: Double
            /// The user, in words; `nil` before a sign-in.
            var user: String?
        }

        /// The maximum number of sessions in the text.
        private static let limit = 1_000

        private struct Core: Sendable {
            var sessions: [ID: Session] = [:]
            var lastID = 0
        }

        private let core = ContendedGuarded(Core())

        /// Returns the number of a new session, which is not in the list yet.
        func makeID() -> ID {
            core.withLock { core in
                core.lastID += 1
                return core.lastID
            }
        }

        func add(_ session: Session, _ id: ID) { core.withLock { $0.sessions[id] = session } }

        /// Notes the user who has signed in; `nil` after a sign-out.
        func setUser(_ user: String?, of id: ID) { core.withLock { $0.sessions[id]?.user = user } }

        /// Returns the user of a session, in words; `nil` before a sign-in.
        func user(of id: ID) -> String? { core.withLock { $0.sessions[id]?.user } }

        func remove(_ id: ID) { core.withLock { _ = $0.sessions.removeValue(forKey: id) } }

        /// The number of sessions, and the latest of them.
        var json: JSON {
            let (count, sessions) = core.withLock { core in (core.sessions.count, core.sessions) }
            let latest = sessions.sorted { $0.key > $1.key }.prefix(Self.limit)
            return ["count": .number(Double(count)), "sessions": .array(latest.map { Self.json($0.key, $0.value) })]
        }

        private static func json(_ id: ID, _ session: Session) -> JSON {
            [
                "id": .number(Double(id)), "namespace": .string(session.namespace), "address": .string(session.address),
                "kind": session.isStream ? "stream" : "session", "start": .number(session.start),
                "user": session.user.map(JSON.string) ?? .null,
            ]
        }
    }
#endif
