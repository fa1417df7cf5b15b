import DatasyncConcurrency
import Synchronization

/// The records, followers and snapshot of one namespace of a ``MemoryLog``.
final class MemoryNamespace: Sendable {
    private struct State: Sendable {
        /// The kept records, up to the latest one.
        var kept: [LogRecord] = []
        var last: UInt64 = 0
        var time: LogTime?
        /// The bytes of the kept records since the snapshot, or since the last `snapshotDue` event.
        var bytesUnreported = 0
        var followers: [MemoryFollower] = []
        var snapshot: ApplicationOwned<LogSnapshot>?
    }

    private enum Effect: Sendable {
        case deliver([MemoryFollower], LogEvent)
        /// Releases a follower or a snapshot outside the lock.
        case release(MemoryFollower)
        case releaseSnapshot(ApplicationOwned<LogSnapshot>)
    }

    /// The maximum number of deliveries that one call makes before the executor takes over.
    private static let callLimit = 64
    /// The maximum number of deliveries per run of the executor, so that its other work is not delayed.
    private static let sliceLimit = 256
    /// The maximum number of records in one event.
    private static let chunk = 1_024
    private static let snapshotThreshold = 64 << 20

    private let shell = Shell<State, Effect>(State())
    private let incarnation: UInt64
    private let retention: MemoryLog.Retention
    private let executor: Executor?

    init(incarnation: UInt64, retention: MemoryLog.Retention, executor: Executor?) {
        self.incarnation = incarnation
        self.retention = retention
        self.executor = executor
    }

    func append(_ entries: [LogEntry], at now: LogTime) {
        change { state, effects in
            let time = state.time.map { max($0, now) } ?? now
            let records = entries.enumerated().map { index, entry in
                let number = state.last + 1 + UInt64(index)
                let position = LogPosition(incarnation: incarnation, number: number)
                return LogRecord(position: position, time: time, entry: entry)
            }
            state.last += UInt64(records.count)
            state.time = time
            for chunk in Self.chunks(records[...]) where !state.followers.isEmpty {
                effects.append(.deliver(state.followers, .records(chunk)))
            }
            guard keepsRecords || state.followers.isEmpty else { return }
            state.kept += records
            state.bytesUnreported += entries.reduce(0) { $0 + $1.byteCount }
            if keepsRecords, state.bytesUnreported > Self.snapshotThreshold {
                state.bytesUnreported = 0
                if !state.followers.isEmpty { effects.append(.deliver(state.followers, .snapshotDue)) }
            }
        }
    }

    func follow(after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void) -> any LogSubscription
    {
        let follower = MemoryFollower(receive)
        change { state, effects in
            let number = position?.number ?? 0
            let first = state.last + 1 - UInt64(state.kept.count)
            guard position.map({ $0.incarnation == incarnation }) ?? true, number <= state.last, number + 1 >= first
            else {
                effects.append(.deliver([follower], .mustReload))
                return
            }
            for chunk in Self.chunks(state.kept[Int(number + 1 - first)...]) {
                effects.append(.deliver([follower], .records(chunk)))
            }
            state.followers.append(follower)
            if !keepsRecords { state.kept = [] }
        }
        return Subscription(namespace: self, follower: follower)
    }

    var latestPosition: LogPosition { shell.read { LogPosition(incarnation: incarnation, number: $0.last) } }

    var latestSnapshot: LogSnapshot? { shell.read { $0.snapshot }?.value }

    func store(_ snapshot: LogSnapshot) throws(LogError) {
        let last: UInt64? = change { state, effects in
            guard snapshot.position.incarnation == incarnation, snapshot.position.number <= state.last else {
                return state.last
            }
            if let stored = state.snapshot {
                guard stored.value.position < snapshot.position else { return nil }
                effects.append(.releaseSnapshot(stored))
            }
            state.snapshot = ApplicationOwned(snapshot)
            let first = state.last + 1 - UInt64(state.kept.count)
            if snapshot.position.number >= first {
                state.kept.removeFirst(Int(snapshot.position.number - first + 1))
            }
            state.bytesUnreported = 0
            return nil
        }
        guard let last else { return }
        throw LogError(
            .invalidPosition,
            "The snapshot is at \(snapshot.position), but the log is at \(incarnation)-\(last). Take a snapshot of a "
                + "state that was built from this log.")
    }

    private var keepsRecords: Bool {
        if case .untilSnapshot = retention { true } else { false }
    }

    private static func chunks(_ records: ArraySlice<LogRecord>) -> [[LogRecord]] {
        if records.count <= chunk { return records.isEmpty ? [] : [Array(records)] }
        return stride(from: records.startIndex, to: records.endIndex, by: chunk).map { start in
            Array(records[start..<min(start + chunk, records.endIndex)])
        }
    }

    // MARK: The shell

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State, inout [Effect]) -> Result) -> Result {
        let (result, handsOver) = shell.perform(limit: executor == nil ? nil : Self.callLimit, Self.execute, body)
        if handsOver { continueDraining() }
        return result
    }

    private func continueDraining() {
        executor? { [self] in
            if shell.drain(atMost: Self.sliceLimit, Self.execute) { continueDraining() }
        }
    }

    private static func execute(_ effect: Effect) {
        guard case .deliver(let followers, let event) = effect else { return }
        for follower in followers { follower.receive(event) }
    }

    fileprivate func remove(_ follower: MemoryFollower) {
        change { state, effects in
            guard let index = state.followers.firstIndex(where: { $0 === follower }) else { return }
            effects.append(.release(state.followers.remove(at: index)))
        }
    }

    private struct Subscription: LogSubscription {
        let namespace: MemoryNamespace
        let follower: MemoryFollower

        func cancel() {
            follower.cancel()
            namespace.remove(follower)
        }
    }
}

/// A follower's closure, until the subscription is cancelled.
private final class MemoryFollower: Sendable {
    private let closure: ApplicationOwned<@Sendable (LogEvent) -> Void>
    private let isCancelled = Atomic(false)

    init(_ closure: @escaping @Sendable (LogEvent) -> Void) { self.closure = ApplicationOwned(closure) }

    func receive(_ event: LogEvent) {
        if !isCancelled.load(ordering: .acquiring) { closure.value(event) }
    }

    func cancel() { isCancelled.store(true, ordering: .releasing) }
}
