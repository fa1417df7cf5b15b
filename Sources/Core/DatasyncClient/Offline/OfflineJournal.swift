import DatasyncConcurrency
import DatasyncEngine
import DatasyncLog
import DatasyncStorage
import DatasyncTree

/// A client's offline store in a directory: a journal of changes.
///
/// Changes are appended in order, and a message waits until the changes before it are durable. If the journal loses changes,
/// for instance on a full volume, no later one counts as durable until the client's whole state has been written; the
/// journal tries that again after growing delays.
final class OfflineJournal: OfflineStore {
    /// Runs a closure after a number of seconds.
    typealias Timer = @Sendable (Double, @escaping @Sendable () -> Void) -> Void

    private struct Waiting: Sendable {
        /// The number of the last change before the closure.
        let after: Int
        let body: @Sendable () -> Void
    }

    /// The state after a change, as bytes.
    private struct Snapshot: Sendable {
        let after: Int
        let bytes: [UInt8]
        /// The record of the change, once it is on the disk.
        var record: (position: LogPosition, time: LogTime)?
    }

    private struct State: Sendable {
        /// The number of the last appended change.
        var last = 0
        /// The numbers of the changes whose outcome is unknown, in order.
        var unknown: [Int] = []
        /// The number of the last change that is on the disk.
        var durable = 0
        /// The first and the last lost change that no state on the disk contains.
        var lost: ClosedRange<Int>?
        /// Whether the client was asked for its whole state.
        var isRequested = false
        /// The position and time of the last record.
        var lastRecord: (position: LogPosition, time: LogTime)?
        /// The number of the last change that holds a whole state.
        var lastState = 0
        var waiting: [Waiting] = []
        var isRunning = false
        /// The delay before the next attempt to write the whole state, in seconds.
        var delay = 1.0
        /// A snapshot of the journal; it is stored once its last change is durable.
        var snapshot: Snapshot?
        var requestState: (@Sendable () -> Void)?
        var isClosed = false
        var lastReason: String?

        /// The number of the last change up to which nothing is lost.
        var safe: Int { min(durable, (lost?.lowerBound ?? .max) - 1) }
    }

    private let log: JournalLog
    private let namespace: LogNamespace
    private let maximumBytes: Int
    private let diagnose: @Sendable (String) -> Void
    private let runLater: Timer
    private let executor: Executor
    private let closed: @Sendable () -> Void
    private let state = Guarded(State())
    private let subscription = Guarded<(any LogSubscription)?>(nil)

    /// Makes the store over a journal that has been read.
    ///
    /// - Parameters:
    ///   - log: The journal.
    ///   - namespace: The namespace of the records.
    ///   - position: The position of the last record that was read.
    ///   - maximumBytes: The limit of the cached data.
    ///   - executor: Runs the closures that wait for changes, and the requests for the whole state.
    ///   - runLater: Runs the next attempt after a number of seconds.
    ///   - diagnose: Called with messages about the journal.
    ///   - closed: Called after the files are closed.
    init(
        _ log: JournalLog, namespace: LogNamespace, after position: LogPosition?, maximumBytes: Int,
        executor: @escaping Executor = WorkQueue(label: "datasync.offline").executor,
        runLater: @escaping Timer, diagnose: @escaping @Sendable (String) -> Void,
        closed: @escaping @Sendable () -> Void
    ) {
        self.log = log
        self.namespace = namespace
        self.maximumBytes = maximumBytes
        self.executor = executor
        self.runLater = runLater
        self.diagnose = diagnose
        self.closed = closed
        let followed = log.follow(namespace, after: position) { [weak self] event in self?.received(event) }
        subscription.withLock { $0 = followed }
    }

    /// Sets the closure that asks the client for its whole state.
    func start(requestState: @escaping @Sendable () -> Void) {
        state.withLock { $0.requestState = requestState }
    }

    func append(_ change: OfflineChange) { append([UInt8](change.text.utf8), isState: false) }

    func replace(with newState: OfflineState) {
        let bytes = newState.bytes(maximumBytes: maximumBytes)
        let isBroken = state.withLock { state in
            state.isRequested = false
            guard state.lost == nil else { return true }
            let record = state.durable == state.last ? state.lastRecord : nil
            state.snapshot = Snapshot(after: state.last, bytes: bytes, record: record)
            return false
        }
        if isBroken {
            append([UInt8]("state\n".utf8) + bytes, isState: true)
        } else {
            storeSnapshot()
        }
    }

    private func append(_ body: [UInt8], isState: Bool) {
        let number = state.withLock { state -> Int? in
            if state.isClosed { return nil }
            state.last += 1
            state.unknown.append(state.last)
            if isState { state.lastState = state.last }
            return state.last
        }
        guard let number else { return }
        log.append([LogEntry(run: 1, session: 1, body: body)], to: namespace) { [weak self] reason in
            self?.lost(number, because: reason)
        }
    }

    func whenDurable(_ body: @escaping @Sendable () -> Void) {
        let isDurable = state.withLock { state in
            if state.waiting.isEmpty, !state.isRunning, state.safe >= state.last { return true }
            state.waiting.append(Waiting(after: state.last, body: body))
            return false
        }
        if isDurable { body() }
    }

    func close() { close {} }

    /// Closes the store, and calls a closure after its files are closed.
    func close(_ completion: @escaping @Sendable () -> Void) {
        let (isFirst, waiting) = state.withLock { state -> (Bool, [Waiting]) in
            defer {
                state.isClosed = true
                state.waiting = []
                state.requestState = nil
            }
            return (!state.isClosed, state.waiting)
        }
        // The closures may hold the last reference to a connection, so they are released outside the lock.
        withExtendedLifetime(waiting) {
            if isFirst {
                subscription.exchange(nil)?.cancel()
                log.close(closed)
            }
            log.close(completion)
        }
    }

    // MARK: Events of the journal

    private func received(_ event: LogEvent) {
        switch event {
        case .records(let records): written(records)
        case .snapshotDue: executor { [weak self] in self?.state.withLock(\.requestState)?() }
        case .unavailable(let reason): report(reason)
        case .mustReload: report("The journal of the offline store was replaced; open the application again.")
        }
    }

    private func written(_ records: [LogRecord]) {
        let runs = state.withLock { state in
            for record in records where !state.unknown.isEmpty {
                state.durable = state.unknown.removeFirst()
                state.lastRecord = (record.position, record.time)
                if state.snapshot?.after == state.durable { state.snapshot?.record = state.lastRecord }
            }
            if let lost = state.lost, state.lastState > lost.upperBound, state.durable >= state.lastState {
                (state.lost, state.delay, state.lastReason) = (nil, 1, nil)
            }
            let runs = !state.isRunning && state.waiting.first.map { $0.after <= state.safe } ?? false
            if runs { state.isRunning = true }
            return runs
        }
        if runs { executor { self.runWaiting() } }
        storeSnapshot()
    }

    private func runWaiting() {
        while let next = takeWaiting() { next.body() }
    }

    private func takeWaiting() -> Waiting? {
        state.withLock { state in
            guard let first = state.waiting.first, first.after <= state.safe else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    private func lost(_ number: Int, because reason: String) {
        let delay = state.withLock { state -> Double? in
            state.unknown.removeAll { $0 == number }
            // The state appended later contains the change.
            if state.isClosed || number < state.lastState { return nil }
            let isFirst = state.lost == nil
            state.lost = min(state.lost?.lowerBound ?? number, number)...number
            if state.isRequested { return nil }
            state.isRequested = true
            defer { if !isFirst { state.delay = min(30, state.delay * 2) } }
            return isFirst ? 0 : state.delay
        }
        guard let delay else { return }
        report(reason)
        runLater(delay) { [weak self] in self?.state.withLock(\.requestState)?() }
    }

    private func report(_ reason: String) {
        let isNew = state.withLock { state in
            defer { state.lastReason = reason }
            return state.lastReason != reason && !state.isClosed
        }
        guard isNew else { return }
        diagnose(
            "The offline store \(log.directory) cannot be written: \(reason) Requests wait until it can.")
    }

    /// Stores the waiting snapshot if all changes in it are durable.
    private func storeSnapshot() {
        let snapshot = state.withLock { state -> Snapshot? in
            guard state.snapshot?.record != nil, state.lost == nil else { return nil }
            defer { state.snapshot = nil }
            return state.snapshot
        }
        guard let snapshot, let record = snapshot.record else { return }
        log.store(snapshot.bytes, at: record.position, record.time, of: namespace) { [weak self] result in
            if case .failure(let error) = result { self?.report(error.message) }
        }
    }
}
