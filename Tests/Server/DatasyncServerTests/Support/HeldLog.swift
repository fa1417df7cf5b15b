#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import Dispatch

    /// A log whose deliveries to one server stop, until the test lets them continue.
    final class HeldLog: CommitLog {
        private struct State: Sendable {
            var isHeld = false
            var held: [@Sendable () -> Void] = []
        }

        private let log: any CommitLog
        private let state = Guarded(State())

        init(_ log: any CommitLog) { self.log = log }

        func hold() { state.withLock { $0.isHeld = true } }

        func release() {
            let held = state.withLock { state in
                defer { state = State() }
                return state.held
            }
            for delivery in held { delivery() }
        }

        func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
            log.append(entries, to: namespace, lost: lost)
        }

        func follow(
            _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
        ) -> any LogSubscription {
            log.follow(namespace, after: position) { event in
                let isHeld = self.state.withLock { state in
                    if state.isHeld { state.held.append { receive(event) } }
                    return state.isHeld
                }
                if !isHeld { receive(event) }
            }
        }

        func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
            try await log.latestSnapshot(of: namespace)
        }

        func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
            try await log.store(snapshot, of: namespace)
        }

        func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? {
            try await log.latestPosition(of: namespace)
        }

        func currentTime() -> LogTime? { log.currentTime() }
    }

    extension MemoryLog {
        /// Returns a log for several servers.
        static func shared() -> MemoryLog {
            MemoryLog(
                retention: .untilSnapshot, executor: { work in DispatchQueue.global().async(execute: work) },
                clock: { LogTime(1_000) })
        }
    }
#endif
