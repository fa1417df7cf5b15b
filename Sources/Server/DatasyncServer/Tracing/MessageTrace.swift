#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import Synchronization

    /// The messages of a namespace's sessions, for the owners who watch them.
    ///
    /// Without a watcher, a message costs one look at a flag. With one, it is described in at most some kilobytes, and only so many
    /// in a second: watching must not slow down the sessions.
    final class MessageTrace: Sendable {
        /// The maximum number of streams that watch a namespace.
        static let watcherLimit = 8
        /// The messages shown in a second; more are only counted.
        static let messageLimit = 2_000
        /// The bytes of the messages shown in a second.
        private static let byteLimit = 2 << 20

        private struct Core: Sendable {
            var watchers: [ObjectIdentifier: MessageStream] = [:]
            /// The current second, and what was shown in it.
            var second = (start: -Double.infinity, messages: 0, bytes: 0)
            /// The messages that were not shown and not yet reported.
            var lost = 0

            /// Returns how many messages were not shown since the last report, and resets the count.
            mutating func takeLost() -> Int {
                defer { lost = 0 }
                return lost
            }

            /// Returns whether another message may be shown in the current second; counts it as shown or lost.
            mutating func admits(now: Double) -> Bool {
                if now >= second.start + 1_000 || now < second.start { second = (now, 0, 0) }
                if second.messages < messageLimit, second.bytes < byteLimit {
                    second.messages += 1
                    return true
                }
                lost += 1
                return false
            }
        }

        private let clock: @Sendable () -> Double
        private let hasWatchers = Atomic(false)
        private let core = Guarded(Core())

        init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

        /// Sends the messages of sessions to a stream from now on; returns whether there was room for another.
        func add(_ watcher: MessageStream) -> Bool {
            core.withLock { core in
                guard core.watchers.count < Self.watcherLimit else { return false }
                core.watchers[ObjectIdentifier(watcher)] = watcher
                hasWatchers.store(true, ordering: .relaxed)
                return true
            }
        }

        func remove(_ watcher: MessageStream) {
            core.withLock { core in
                core.watchers[ObjectIdentifier(watcher)] = nil
                hasWatchers.store(!core.watchers.isEmpty, ordering: .relaxed)
            }
        }

        /// Whether somebody watches.
        var isWatched: Bool { hasWatchers.load(ordering: .relaxed) }

        /// Shows a message to the watchers of a session.
        ///
        /// - Parameters:
        ///   - session: The session.
        ///   - describe: Returns the description; `nil` for a message that is not shown.
        func note(_ session: TracedSession, _ describe: () -> MessageDescription?) {
            let now = clock()
            let isShown = core.withLock { core in
                core.watchers.values.contains { $0.watches(session.id) } && core.admits(now: now)
            }
            guard isShown, let description = describe() else { return }
            let text = description.event(session: session.id, user: session.user, time: now)
            let (watchers, lost) = core.withLock { core in
                core.second.bytes += text.utf8.count
                return (Array(core.watchers.values), core.takeLost())
            }
            // Outside of the lock: sending may end a connection, and with it a watcher.
            Self.report(lost, to: watchers)
            for watcher in watchers where watcher.watches(session.id) { watcher.send(text) }
        }

        /// The number of messages that were not shown and not yet reported.
        var lostCount: Int { core.withLock(\.lost) }

        /// Reports the messages that were not shown, once the second in which there were too many has passed.
        func reportLost() {
            let now = clock()
            let (watchers, lost) = core.withLock { core in
                (Array(core.watchers.values), now < core.second.start + 1_000 ? 0 : core.takeLost())
            }
            Self.report(lost, to: watchers)
        }

        private static func report(_ lost: Int, to watchers: [MessageStream]) {
            if lost == 0 { return }
            for watcher in watchers { watcher.send("event: lost\ndata: \(lost)\n\n") }
        }
    }
#endif
