import DatasyncConcurrency
import DatasyncLog
import Dispatch

/// One back end's access to a shared log, with one fault at one of its appends.
final class FaultPointLog: CommitLog {
    private struct State: Sendable {
        var appends = 0
        /// Whether the fault changes the next event.
        var isDue = false
        var hasHappened = false
        /// Whether the back end must reload at the next event.
        var mustReload = false
        var isCut = false
        /// The entries to store again after the next append.
        var repeated: [LogEntry] = []
        /// The number of reads or questions that fail.
        var failures = 0
        /// The number of calls on their way, in both directions.
        var calls = 0
    }

    private let fault: LogFault
    /// The number of the append, from 1.
    private let append: Int
    private let log: FaultyLog
    private let state = Guarded(State())
    private let appends = WorkQueue(label: "datasync.fault.appends")
    private let events = WorkQueue(label: "datasync.fault.events")

    init(_ fault: LogFault, at append: Int, of log: FaultyLog) {
        self.fault = fault
        self.append = append
        self.log = log
    }

    /// Whether the fault has happened.
    var hasHappened: Bool { state.withLock(\.hasHappened) }

    /// Whether no call is on its way.
    var isIdle: Bool { state.withLock { $0.calls == 0 } }

    private func run(on queue: WorkQueue, _ call: @escaping @Sendable () -> Void) {
        state.withLock { $0.calls += 1 }
        queue.executor { [self] in
            call()
            state.withLock { $0.calls -= 1 }
        }
    }

    /// Blocks a queue for a while.
    private func hold(_ queue: WorkQueue, milliseconds: Int) {
        run(on: queue) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds)) }
    }

    // MARK: Appends

    func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
        run(on: appends) { [self] in
            let (isCut, isDue, repeated) = state.withLock { state in
                defer { state.repeated = [] }
                state.appends += 1
                return (state.isCut, state.appends == append, state.repeated)
            }
            if isCut { return }
            if isDue { happen(entries, namespace, lost) } else { log.append(entries, to: namespace, lost: lost) }
            log.append(repeated, to: namespace) { _ in }
        }
    }

    /// Makes the fault happen at its append, or at the next event.
    private func happen(_ entries: [LogEntry], _ namespace: LogNamespace, _ lost: @escaping @Sendable (String) -> Void)
    {
        let store = { [log] in log.append(entries, to: namespace, lost: lost) }
        // The events are on their way before the append returns, so what changes them is set first.
        state.withLock { state in
            switch fault {
            case .reload, .failedRead, .reloadFromSnapshot, .failedSnapshot, .unavailable: state.isDue = true
            case .unknownPosition: state.failures = 3
            case .stoppedBefore, .stoppedAfter: (state.isCut, state.hasHappened) = (true, true)
            case .storedAgain: (state.repeated, state.hasHappened) = (entries, true)
            default: state.hasHappened = true
            }
            if fault == .failedRead { state.failures = 2 }
        }
        switch fault {
        case .lostAppend: lost("The log has lost the entries, as the fault says.")
        case .unknownOutcome:
            // After the report, the entries may appear in another incarnation only.
            log.loseTail(0, of: namespace)
            lost("The outcome is unknown, as the fault says.")
            store()
        case .lateAppend, .suspended, .away:
            let time = fault == .away ? LogFault.outage : LogFault.delay
            if fault != .lateAppend { hold(events, milliseconds: time) }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(time))
            store()
        case .storedTwice:
            store()
            log.append(entries, to: namespace) { _ in }
        case .lostTail:
            store()
            log.loseTail(1 + append % 4, of: namespace)
        case .lateRecords:
            hold(events, milliseconds: LogFault.delay)
            store()
        case .stoppedBefore: break
        case .storedAgain, .unavailable, .reload, .failedRead, .reloadFromSnapshot, .failedSnapshot, .unknownPosition,
            .stoppedAfter:
            store()
        }
    }

    // MARK: Following

    func follow(
        _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription {
        let hasEnded = Flag()
        let inner = log.follow(namespace, after: position) { [self] event in
            run(on: events) { [self] in
                if !hasEnded.isSet { deliver(event, hasEnded, receive) }
            }
        }
        return Subscription(inner: inner, hasEnded: hasEnded)
    }

    /// Delivers an event, or what the fault makes of it.
    private func deliver(_ event: LogEvent, _ hasEnded: Flag, _ receive: @Sendable (LogEvent) -> Void) {
        let (isCut, isDue, mustReload) = state.withLock { state in
            defer { (state.isDue, state.mustReload) = (false, false) }
            return (state.isCut, state.isDue, state.mustReload)
        }
        if isCut { return }
        switch fault {
        case .unavailable where isDue:
            receive(.unavailable(reason: "The log is away, as the fault says."))
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(LogFault.delay))
            receive(event)
        case .reloadFromSnapshot where isDue, .failedSnapshot where isDue:
            receive(event)
            return receive(.snapshotDue)
        case _ where isDue || mustReload:
            hasEnded.set()
            receive(.mustReload)
            // The reading that fails, or begins with the snapshot, is yet to come.
            if fault == .failedRead || fault == .reloadFromSnapshot { return }
        default: return receive(event)
        }
        state.withLock { $0.hasHappened = true }
    }

    func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? {
        if fault == .unknownPosition { try fail() }
        return try await log.latestPosition(of: namespace)
    }

    func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
        if fault == .failedRead { try fail() }
        let snapshot = try await log.latestSnapshot(of: namespace)
        if fault == .reloadFromSnapshot, snapshot != nil { state.withLock { $0.hasHappened = true } }
        return snapshot
    }

    /// Fails as often as the fault says.
    private func fail() throws(LogError) {
        let fails = state.withLock { state in
            guard state.failures > 0 else { return false }
            state.failures -= 1
            state.hasHappened = true
            return true
        }
        if fails { throw LogError(.operationFailed, "The log cannot be read, as the fault says.") }
    }

    func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
        defer { state.withLock { $0.mustReload = true } }
        if fault == .failedSnapshot { throw LogError(.noSpace, "There is no room for a snapshot, as the fault says.") }
        try await log.store(snapshot, of: namespace)
    }

    private final class Flag: Sendable {
        private let value = Guarded(false)

        var isSet: Bool { value.withLock(\.self) }

        func set() { _ = value.exchange(true) }
    }

    private struct Subscription: LogSubscription {
        let inner: any LogSubscription
        let hasEnded: Flag

        func cancel() {
            hasEnded.set()
            inner.cancel()
        }
    }
}
