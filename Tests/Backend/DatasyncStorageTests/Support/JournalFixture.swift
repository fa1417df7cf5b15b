import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTestingInternals
import Testing

/// A journal on a simulated disk, with a follower per namespace.
final class JournalFixture {
    static let directory = "/journal"

    let disk: SimulatedDisk
    let threads = ManualThreads()
    let log: JournalLog
    let reports: Reports
    private let collected = Collected()

    init(
        _ disk: SimulatedDisk, policy: SyncPolicy = .everyCommit, segmentSize: UInt64 = 8_192, readOnly: Bool = false,
        threshold: UInt64 = 64 << 20, time: Int64 = 1_000
    ) throws(LogError) {
        self.disk = disk
        var options = JournalLog.Options()
        options.policy = policy
        options.segmentSize = segmentSize
        options.snapshotThreshold = threshold
        options.openReadOnly = readOnly
        let reports = Reports()
        log = try JournalLog(
            directory: Self.directory, options: options, fileSystem: disk, executors: threads.executors,
            clock: { LogTime(time) }, diagnostic: reports.add)
        self.reports = reports
    }

    /// The diagnostics of the journal.
    final class Reports: Sendable {
        private let list = Guarded<[JournalDiagnostic]>([])

        var all: [JournalDiagnostic] { list.withLock { $0 } }

        @Sendable func add(_ diagnostic: JournalDiagnostic) { list.withLock { $0.append(diagnostic) } }
    }

    /// The events that the closures of the fixture have received.
    private final class Collected: Sendable {
        let texts = Guarded<[LogNamespace: [String]]>([:])
        let events = Guarded<[String]>([])
        let lost = Guarded<[String]>([])
    }

    static func shop() throws -> LogNamespace { try LogNamespace("shop") }

    /// Appends entries with texts as bodies, and runs the threads.
    func append(_ texts: String..., to namespace: LogNamespace? = nil, runs: Bool = true) throws {
        let entries = texts.map { LogEntry(run: 1, session: 2, client: 3, number: 4, body: Array($0.utf8)) }
        let name = texts.first ?? ""
        log.append(entries, to: try namespace ?? Self.shop()) { [collected] reason in
            collected.lost.withLock { $0.append("\(name): \(reason)") }
        }
        if runs { threads.run() }
    }

    /// The appends that were reported as lost, with the reasons.
    var lostAppends: [String] { collected.lost.withLock { $0 } }

    /// Follows a namespace and collects the texts of its records.
    @discardableResult
    func follow(_ namespace: LogNamespace? = nil, after position: LogPosition? = nil) throws -> any LogSubscription {
        let namespace = try namespace ?? Self.shop()
        let subscription = log.follow(namespace, after: position) { [collected] event in
            guard case .records(let records) = event else {
                collected.events.withLock { $0.append(event.description) }
                return
            }
            collected.texts.withLock { texts in
                texts[namespace, default: []] += records.map { String(decoding: $0.entry.body, as: UTF8.self) }
            }
        }
        threads.run()
        return subscription
    }

    func received(_ namespace: LogNamespace? = nil) throws -> [String] {
        let namespace = try namespace ?? Self.shop()
        return collected.texts.withLock { $0[namespace] ?? [] }
    }

    /// The events that were not records.
    var otherEvents: [String] { collected.events.withLock { $0 } }

    /// Stores a snapshot, and returns the error if it fails.
    func store(_ body: [UInt8], at number: UInt64, of namespace: LogNamespace? = nil) throws -> LogError? {
        let outcome = Box<LogError?>(nil)
        let position = LogPosition(incarnation: log.incarnation, number: number)
        log.store(body, at: position, LogTime(1_000), of: try namespace ?? Self.shop()) { result in
            if case .failure(let error) = result { outcome.value.withLock { $0 = error } }
        }
        threads.run()
        return outcome.value.withLock { $0 }
    }

    /// Closes the journal, and returns whether it has been closed.
    @discardableResult
    func close() -> Bool {
        let isClosed = Box(false)
        log.close { isClosed.value.withLock { $0 = true } }
        threads.run()
        return isClosed.value.withLock { $0 }
    }
}

/// A guarded value that closures share.
final class Box<Value: Sendable>: Sendable {
    let value: Guarded<Value>

    init(_ value: Value) { self.value = Guarded(value) }
}

extension Box {
    /// Returns the value, and leaves `nil`.
    func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? { value.exchange(nil) }
}
