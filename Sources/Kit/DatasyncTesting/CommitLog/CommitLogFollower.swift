import DatasyncConcurrency
import DatasyncLog

/// A follower that records its events and checks their order.
final class CommitLogFollower: Sendable {
    private struct State: Sendable {
        var start: LogPosition?
        var records: [LogRecord] = []
        var subscription: (any LogSubscription)?
        var mustReload = false
        var isCancelled = false
        var isReceiving = false
        /// The number of the subscription; events of earlier subscriptions are ignored.
        var generation = 0
        var problem: String?
        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
        var waits = 0
    }

    let namespace: LogNamespace
    private let timeout: Int
    private let state: Guarded<State>
    private let react = Guarded<(@Sendable (LogEvent) -> Void)?>(nil)

    init(_ namespace: LogNamespace, after position: LogPosition?, timeout: Int) {
        self.namespace = namespace
        self.timeout = timeout
        state = Guarded(State(start: position))
    }

    var records: [LogRecord] { state.withLock { $0.records } }
    var texts: [String] { records.map { String(decoding: $0.entry.body, as: UTF8.self) } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var mustReload: Bool { state.withLock { $0.mustReload } }

    /// Sets a closure to call within `receive`, after the event is recorded.
    func onEvent(_ closure: @escaping @Sendable (LogEvent) -> Void) { _ = react.exchange(closure) }

    /// Follows a log after the last position.
    func follow(_ log: any CommitLog) {
        let (position, generation) = state.withLock { state in
            state.generation += 1
            return (state.records.last?.position ?? state.start, state.generation)
        }
        let subscription = log.follow(namespace, after: position) { [self] event in receive(event, generation) }
        let old = state.withLock { state in
            let old = state.subscription
            state.subscription = subscription
            return old
        }
        old?.cancel()
    }

    func cancel() {
        let subscription = state.withLock { state in
            state.isCancelled = true
            return state.subscription
        }
        subscription?.cancel()
    }

    private func receive(_ event: LogEvent, _ generation: Int) {
        let isCurrent = state.withLock { state in
            guard state.generation == generation else { return false }
            if state.isReceiving { state.problem = "receive was called during another call of it" }
            state.isReceiving = true
            return true
        }
        guard isCurrent else { return }
        let resumed = state.withLock { state in
            Self.record(event, in: &state)
            return Self.takeWaiting(&state)
        }
        react.withLock { $0 }?(event)
        state.withLock { $0.isReceiving = false }
        resumed?.resume()
    }

    private static func record(_ event: LogEvent, in state: inout State) {
        switch event {
        case .mustReload: state.mustReload = true
        case .unavailable, .snapshotDue: break
        case .records(let records):
            if records.isEmpty { state.problem = "an event without records" }
            for record in records {
                let last = state.records.last
                let number = (last?.position ?? state.start)?.number ?? 0
                if record.position.number != number + 1 {
                    state.problem = "record \(record.position) after number \(number)"
                }
                if let last, record.time < last.time { state.problem = "time \(record.time) after \(last.time)" }
                state.records.append(record)
            }
        }
    }

    private static func takeWaiting(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard let waiting = state.waiting, state.records.count >= waiting.count || state.mustReload else { return nil }
        state.waiting = nil
        return waiting.continuation
    }

    /// Waits until a number of records, or `mustReload`, has arrived.
    func wait(for count: Int) async throws {
        let queue = WorkQueue(label: "datasync.suite")
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let (ready, number) = state.withLock { state in
                state.waiting = (count, continuation)
                state.waits += 1
                return (Self.takeWaiting(&state), state.waits)
            }
            ready?.resume()
            guard ready == nil else { return }
            queue.run(afterMilliseconds: timeout) { [self] in
                state.withLock { state in
                    guard state.waits == number, let waiting = state.waiting else {
                        return CheckedContinuation<Void, Never>?.none
                    }
                    state.waiting = nil
                    return waiting.continuation
                }?.resume()
            }
        }
        let (found, problem) = state.withLock { ($0.records.count, $0.problem) }
        if let problem { throw Violation(description: problem) }
        guard found >= count || mustReload else {
            throw Violation(description: "\(found) records in \(timeout) ms, expected \(count)")
        }
    }

    /// Checks that all events were in order.
    func check() throws {
        if let problem = state.withLock({ $0.problem }) { throw Violation(description: problem) }
    }
}
