#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import Synchronization

    /// A follower's closure, until the subscription is cancelled.
    final class LogFollower: Sendable {
        let name: LogNamespace
        private let closure: ApplicationOwned<@Sendable (LogEvent) -> Void>
        private let isCancelled = Atomic(false)

        init(_ name: LogNamespace, _ closure: @escaping @Sendable (LogEvent) -> Void) {
            self.name = name
            self.closure = ApplicationOwned(closure)
        }

        func cancel() { isCancelled.store(true, ordering: .releasing) }

        func receive(_ event: LogEvent) {
            if !isCancelled.load(ordering: .acquiring) { closure.value(event) }
        }
    }
#endif
