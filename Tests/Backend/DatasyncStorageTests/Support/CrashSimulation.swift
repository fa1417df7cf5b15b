import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTesting
import DatasyncTestingInternals

/// Random lives of a journal on a simulated disk, each ended by a crash, and the check of what survives.
///
/// The model of a namespace is the list of the numbers that were appended to it. A snapshot is the list up to a position, so
/// that snapshot and records together always give the whole list.
struct CrashSimulation {
    /// A promise that the journal has not kept.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    private static let directory = "/journal"

    private let seed: UInt64
    private let random: SeededRandom
    private let disk: SimulatedDisk
    private let policy: SyncPolicy
    private var namespaces: [LogNamespace: History] = [:]
    private var incarnation: UInt64 = 0
    private var lastEntry: UInt64 = 0
    /// Whether everything that was delivered must survive a power failure.
    private var isCleanlyClosed = false

    /// The appended numbers of one namespace, by their outcome.
    private struct History {
        /// The delivered numbers, by position.
        var delivered: [UInt64] = []
        /// The appends without an outcome, in order; each stays together.
        var open: [[UInt64]] = []
        var lost: Set<UInt64> = []
    }

    /// The events of one life.
    private final class Life: Sendable {
        struct State: Sendable {
            var delivered: [LogNamespace: [UInt64]] = [:]
            var lost: [UInt64] = []
            var mustReload = false
            var isUnavailable = false
            var problems: [String] = []
        }

        let state = Guarded(State())
    }

    init(seed: UInt64, ignoring purpose: SyncPurpose? = nil, policy: SyncPolicy? = nil) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        disk = SimulatedDisk(seed: seed ^ 0x5DEE_CE66, ignoring: purpose)
        self.policy = policy ?? random.pick([.everyCommit, .everyCommit, .never, .interval(milliseconds: 5)])
    }

    /// Runs several lives.
    ///
    /// - Throws: ``Violation`` with the seed and the life.
    mutating func run() async throws {
        for name in ["a", "b", "long name of a namespace"] { namespaces[try LogNamespace(name)] = History() }
        for life in 0..<random.below(4) + 2 {
            do {
                try await runLife()
            } catch {
                throw Violation(description: "seed \(seed), life \(life), policy \(policy): \(error)")
            }
        }
    }

    private mutating func runLife() async throws {
        let threads = ManualThreads()
        if random.below(4) == 0 { disk.stop(afterOperations: random.below(12)) }
        guard let log = try open(threads) else {
            endLife(of: nil)
            return
        }
        let life = Life()
        try await recover(log, threads, life)
        if random.below(5) > 0 { disk.stop(afterOperations: random.below(60)) }
        for _ in 0..<random.below(40) {
            step(log, threads, life)
            if disk.isDown { break }
            if takeReload(life) {
                try collect(life)
                try await recover(log, threads, life)
            }
        }
        if random.below(3) == 0 { close(log, threads, life) }
        try collect(life)
        endLife(of: life)
    }

    private func takeReload(_ life: Life) -> Bool {
        life.state.withLock { state in
            defer { state.mustReload = false }
            return state.mustReload
        }
    }

    /// Opens the journal; `nil` if the process ended meanwhile.
    private func open(_ threads: ManualThreads) throws -> JournalLog? {
        var options = JournalLog.Options()
        options.policy = policy
        options.segmentSize = 8_192
        options.snapshotThreshold = 4_096
        do {
            return try JournalLog(
                directory: Self.directory, options: options, fileSystem: disk, executors: threads.executors,
                clock: { LogTime(1_000) }, diagnostic: { _ in })
        } catch {
            guard disk.isDown else { throw error }
            return nil
        }
    }

    // MARK: The steps of a life

    private mutating func step(_ log: JournalLog, _ threads: ManualThreads, _ life: Life) {
        switch random.below(20) {
        case 0: disk.fail(random.pick([.write, .sync]), skip: random.below(3))
        case 1, 2: store(log, life)
        case 3: threads.passTime()
        case 4...9: threads.run(atMost: random.below(4))
        default: append(log, life)
        }
        if random.below(3) == 0 { threads.run() }
    }

    private mutating func append(_ log: JournalLog, _ life: Life) {
        let namespace = random.pick(namespaces.keys.sorted { $0.name < $1.name })
        let numbers = (0..<random.below(3) + 1).map { lastEntry + UInt64($0) + 1 }
        lastEntry += UInt64(numbers.count)
        let entries = numbers.map { number in
            let size = random.pick([0, 3, 100, 700, 2_500])
            return LogEntry(run: 1, session: 1, number: number, body: Self.body(number, size: size))
        }
        namespaces[namespace]?.open.append(numbers)
        log.append(entries, to: namespace) { _ in life.state.withLock { $0.lost += numbers } }
    }

    private static func body(_ number: UInt64, size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number &+ UInt64($0)) }
    }

    private mutating func store(_ log: JournalLog, _ life: Life) {
        let namespace = random.pick(namespaces.keys.sorted { $0.name < $1.name })
        let delivered = life.state.withLock { $0.delivered[namespace] ?? [] }
        guard !delivered.isEmpty else { return }
        let count = delivered.count - random.below(min(3, delivered.count))
        let body = delivered.prefix(count).flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        let position = LogPosition(incarnation: log.incarnation, number: UInt64(count))
        log.store(body, at: position, LogTime(1_000), of: namespace) { _ in }
    }

    private mutating func close(_ log: JournalLog, _ threads: ManualThreads, _ life: Life) {
        let isClosed = Box(false)
        let before = disk.countOfSyncs[.close] ?? 0
        log.close { isClosed.value.withLock { $0 = true } }
        threads.run()
        // Under an ignored sync of the close the count does not change, but the journal could not know.
        let isSynced = (disk.countOfSyncs[.close] ?? 0) > before || disk.ignores(.close)
        // A rollback just before the close has begun a new incarnation, as every follower was informed.
        isCleanlyClosed = isClosed.value.withLock { $0 } && isSynced && !disk.isDown && !takeReload(life)
    }

    private func endLife(of life: Life?) {
        // A disk that fails until the process ends may hold bytes that no later process can know of.
        let hasFailed = life?.state.withLock { $0.isUnavailable } ?? false
        disk.restart(losesPower: hasFailed || random.below(3) > 0)
    }

    // MARK: The checks

    /// Reads all namespaces after an opening or a reload, and checks them against the model.
    private mutating func recover(_ log: JournalLog, _ threads: ManualThreads, _ life: Life) async throws {
        let mayLose = log.incarnation != incarnation && !isCleanlyClosed
        if policy == .everyCommit, incarnation != 0, log.incarnation != incarnation {
            throw Violation(description: "a new incarnation under everyCommit")
        }
        let isNew = log.incarnation != incarnation
        (incarnation, isCleanlyClosed) = (log.incarnation, false)
        for (namespace, history) in namespaces.sorted(by: { $0.key.name < $1.key.name }) {
            var found: [UInt64] = []
            guard !disk.isDown else { break }
            if let snapshot = try await log.latestSnapshot(of: namespace) {
                let bytes = try await snapshot.body.bytes()
                found = stride(from: 0, to: bytes.count, by: 8).map { start in
                    bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
                }
                guard snapshot.position.number == UInt64(found.count) else {
                    throw Violation(description: "a snapshot at \(snapshot.position) with \(found.count) entries")
                }
            }
            life.state.withLock { $0.delivered[namespace] = found }
            follow(log, namespace, after: LogPosition(incarnation: incarnation, number: UInt64(found.count)), life)
            threads.run()
            found = life.state.withLock { $0.delivered[namespace] ?? [] }
            if disk.isDown { continue }
            try check(found, history, mayLose: mayLose, isNew: isNew, namespace)
            namespaces[namespace] = History(
                delivered: found, lost: isNew ? [] : history.lost)
        }
        if disk.isDown { life.state.withLock { $0.delivered = [:] } }
    }

    private func follow(_ log: JournalLog, _ namespace: LogNamespace, after position: LogPosition, _ life: Life) {
        let isFirst = position.number == 0
        _ = log.follow(namespace, after: isFirst ? nil : position) { event in
            life.state.withLock { state in
                switch event {
                case .records(let records):
                    state.isUnavailable = false
                    for record in records {
                        let expected = UInt64(state.delivered[namespace]?.count ?? 0) + 1
                        if record.position.number != expected
                            || record.entry.body
                                != Self.body(
                                    record.entry.number, size: record.entry.body.count)
                        {
                            state.problems.append("\(namespace): record \(record) in place of number \(expected)")
                        }
                        state.delivered[namespace, default: []].append(record.entry.number)
                    }
                case .mustReload: state.mustReload = true
                case .unavailable: state.isUnavailable = true
                case .snapshotDue: break
                }
            }
        }
    }

    private func check(
        _ found: [UInt64], _ history: History, mayLose: Bool, isNew: Bool, _ namespace: LogNamespace
    ) throws {
        let common = zip(found, history.delivered).prefix { $0 == $1 }.count
        guard common == history.delivered.count || mayLose else {
            throw Violation(
                description:
                    "\(namespace): \(history.delivered.count) entries were delivered, of which \(common) remain "
                    + "before \(found.dropFirst(common).prefix(3))")
        }
        // Further entries are whole appends without an outcome, in order.
        var rest = found.dropFirst(common)
        for append in history.open where rest.starts(with: append) { rest = rest.dropFirst(append.count) }
        guard rest.isEmpty else {
            throw Violation(description: "\(namespace): the entries \(rest.prefix(5)) were not appended so")
        }
        if let lost = found.first(where: history.lost.contains), !isNew {
            throw Violation(description: "\(namespace): entry \(lost) appeared after it was reported as lost")
        }
    }

    /// Adds what a life has delivered to the model.
    private mutating func collect(_ life: Life) throws {
        let state = life.state.withLock { $0 }
        if let problem = state.problems.first { throw Violation(description: problem) }
        for (namespace, delivered) in state.delivered {
            guard var history = namespaces[namespace] else { continue }
            history.delivered = delivered
            history.lost.formUnion(history.open.joined().filter(state.lost.contains))
            if let lost = delivered.first(where: history.lost.contains) {
                throw Violation(description: "\(namespace): entry \(lost) was delivered and reported as lost")
            }
            let known = Set(delivered)
            history.open.removeAll { append in append.contains { known.contains($0) || history.lost.contains($0) } }
            namespaces[namespace] = history
        }
    }
}
