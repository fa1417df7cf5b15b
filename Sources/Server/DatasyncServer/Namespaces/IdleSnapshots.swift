#if Server
    import DatasyncConcurrency
    import DatasyncLog

    /// The queue of unused namespaces to store snapshots of, a few at the same time.
    final class IdleSnapshots: Sendable {
        private struct State: Sendable {
            var waiting = Fifo<LogNamespace>()
            var running = 0

            /// Returns the next name; a call that gets none has ended.
            mutating func next() -> LogNamespace? {
                if let name = waiting.popFirst() { return name }
                running -= 1
                return nil
            }
        }

        private static let limit = 8

        private let state = Guarded(State())
        private let store: @Sendable (LogNamespace) async -> Void

        init(_ store: @escaping @Sendable (LogNamespace) async -> Void) { self.store = store }

        func add(_ names: [LogNamespace]) {
            let count = state.withLock { state in
                state.waiting.append(contentsOf: names)
                let count = min(Self.limit - state.running, state.waiting.count)
                state.running += count
                return count
            }
            for _ in 0..<count {
                Task {
                    while let name = state.withLock({ $0.next() }) { await store(name) }
                }
            }
        }
    }
#endif
