package import DatasyncConcurrency

/// A commit log in memory, which ends with the process.
///
/// An append delivers its records on the calling thread before it returns. If another thread is delivering records of the
/// same namespace, that thread delivers them. The log never loses an entry while the process runs, and it is never
/// unavailable.
///
/// ```swift
/// let log = MemoryLog { LogTime(Int64(Date().timeIntervalSince1970 * 1000)) }
/// let shop = try LogNamespace("shop")
/// let subscription = log.follow(shop, after: nil) { event in print(event) }
/// log.append([LogEntry(run: 1, session: 1, body: [1, 2, 3])], to: shop) { reason in print(reason) }
/// ```
public final class MemoryLog: CommitLog {
    /// The records that a log keeps after delivery.
    public enum Retention: Sendable {
        /// Keeps no record that a follower has received, so memory does not grow.
        ///
        /// Records that arrive while there is no follower are kept for the next one. A follower that starts after them can
        /// only follow after the latest record.
        case untilDelivered
        /// Keeps all records after the latest snapshot, and reports ``LogEvent/snapshotDue`` each 64 MiB.
        case untilSnapshot
    }

    private let clock: @Sendable () -> LogTime
    private let incarnation: UInt64
    private let retention: Retention
    private let executor: Executor?
    private let namespaces = Guarded<[LogNamespace: MemoryNamespace]>([:])

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - retention: The records that the log keeps after delivery.
    ///   - clock: Returns the time. The time of creation is the incarnation of the log.
    public convenience init(retention: Retention = .untilDelivered, clock: @escaping @Sendable () -> LogTime) {
        self.init(retention: retention, executor: nil, clock: clock)
    }

    /// Creates an empty log with an executor.
    ///
    /// - Parameters:
    ///   - retention: The records that the log keeps after delivery.
    ///   - executor: Runs the deliveries above the limit of a call; without one, the delivering call makes all of them.
    ///   - clock: Returns the time. The time of creation is the incarnation of the log.
    package init(
        retention: Retention = .untilDelivered, executor: Executor?, clock: @escaping @Sendable () -> LogTime
    ) {
        self.clock = clock
        self.retention = retention
        self.executor = executor
        incarnation = UInt64(max(1, clock().sinceEpoch))
    }

    /// Appends entries and delivers them; `lost` is never called.
    public func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
        guard !entries.isEmpty else { return }
        self[namespace].append(entries, at: clock())
    }

    /// Delivers the records after a position on the calling thread, and then each further record.
    public func follow(
        _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription {
        self[namespace].follow(after: position, receive)
    }

    /// Returns the position of the latest record; 0 is the number before the first one.
    public func latestPosition(of namespace: LogNamespace) -> LogPosition? { self[namespace].latestPosition }

    /// Returns the time of the log's clock.
    public func currentTime() -> LogTime? { clock() }

    /// Returns the latest snapshot.
    public func latestSnapshot(of namespace: LogNamespace) -> LogSnapshot? { self[namespace].latestSnapshot }

    /// Stores a snapshot; the body is kept as passed, and read only by passes over it.
    public func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) throws {
        try self[namespace].store(snapshot)
    }

    private subscript(name: LogNamespace) -> MemoryNamespace {
        namespaces.withLock { namespaces in
            if let known = namespaces[name] { return known }
            let new = MemoryNamespace(incarnation: incarnation, retention: retention, executor: executor)
            namespaces[name] = new
            return new
        }
    }
}

extension MemoryLog: LocalLog {
    package func hasSnapshot(of namespace: LogNamespace) -> Bool { latestSnapshot(of: namespace) != nil }
}

extension MemoryLog: CustomStringConvertible {
    /// The incarnation and the number of namespaces.
    public var description: String {
        "log in memory, incarnation \(incarnation), \(namespaces.withLock(\.count)) namespaces"
    }
}

extension MemoryLog.Retention: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .untilDelivered: "untilDelivered"
        case .untilSnapshot: "untilSnapshot"
        }
    }
}
