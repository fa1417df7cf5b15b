import DatasyncConcurrency
public import DatasyncLog

/// An in-memory commit log for several back ends that is slow and fails on purpose.
///
/// Records arrive late and in batches of any size, entries are stored twice or lost, and followers must reload. To lose the
/// tail, call ``loseTail(_:of:)``.
///
/// The seed and the order of the calls decide what fails. Test your own program over it:
///
/// ```swift
/// let log = FaultyLog(seed: 7, faults: .usual) { LogTime(Int64(Date().timeIntervalSince1970 * 1000)) }
/// let backend = try await EmbeddedBackend(log: log)
/// ```
public final class FaultyLog: CommitLog {
    /// The faults of a log, each with its chance in 10,000.
    public struct Faults: Sendable {
        /// The chance that a follower receives nothing in a round of deliveries.
        public var late = 3_000
        /// The chance that an append is lost, and reported so.
        public var lost = 0
        /// The chance that the entries of an append are stored twice.
        public var doubled = 0
        /// The chance, in each round, that a follower must reload.
        public var reload = 0
        /// The chance that the latest position is not known.
        public var unknownPosition = 0

        /// No faults: records only arrive late.
        public static let none = Faults()

        /// Some of each fault.
        public static var usual: Faults {
            var faults = Faults()
            (faults.lost, faults.doubled, faults.reload, faults.unknownPosition) = (20, 20, 5, 500)
            return faults
        }

        /// Creates the faults of a log that is only late.
        public init() {}
    }

    private struct Follower: Sendable {
        /// The number of the next record.
        var next: Int
        let receive: ApplicationOwned<@Sendable (LogEvent) -> Void>
    }

    private struct Stored: Sendable {
        let entry: LogEntry
        let time: LogTime
    }

    private struct Content: Sendable {
        var incarnation: UInt64 = 1
        var stored: [Stored] = []
        /// The highest number that a follower has received.
        var acknowledged = 0
        var followers: [Int: Follower] = [:]
        var nextFollower = 0
        var snapshot: LogSnapshot?
        var isDelivering = false
    }

    /// The number of records after which a snapshot is due.
    private static let snapshotDistance = 5_000

    private let random: SeededRandom
    private let faults: Faults
    private let clock: @Sendable () -> LogTime
    private let contents = Guarded<[LogNamespace: Content]>([:])
    private let deliveries = WorkQueue(label: "datasync.faulty-log")

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - seed: The seed of the faults.
    ///   - faults: What may fail.
    ///   - clock: Returns the time.
    public init(seed: UInt64, faults: Faults = .none, clock: @escaping @Sendable () -> LogTime) {
        random = SeededRandom(seed: seed)
        self.faults = faults
        self.clock = clock
    }

    private func chance(_ inTenThousand: Int) -> Bool { inTenThousand > 0 && random.below(10_000) < inTenThousand }

    // MARK: The log

    /// Appends entries, unless they are lost.
    public func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
        guard !entries.isEmpty else { return }
        if chance(faults.lost) { return lost("The log has lost the entries, as its faults say.") }
        let (now, isDoubled) = (clock(), chance(faults.doubled))
        let begins = contents.withLock { contents in
            let time = max(now, contents[namespace]?.stored.last?.time ?? now)
            for _ in 0...(isDoubled ? 1 : 0) {
                contents[namespace, default: Content()].stored += entries.map { Stored(entry: $0, time: time) }
            }
            return Self.begins(&contents[namespace, default: Content()])
        }
        if begins { deliverLater(namespace) }
    }

    /// Delivers the records after a position, in rounds on another thread.
    public func follow(
        _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription {
        let (number, begins) = contents.withLock { contents -> (Int?, Bool) in
            var content = contents[namespace] ?? Content()
            defer { contents[namespace] = content }
            let isKnown = position.map { $0.incarnation == content.incarnation } ?? true
            guard isKnown, position?.number ?? 0 <= UInt64(content.stored.count) else { return (nil, false) }
            content.nextFollower += 1
            content.followers[content.nextFollower] = Follower(
                next: Int(position?.number ?? 0) + 1, receive: ApplicationOwned(receive))
            return (content.nextFollower, Self.begins(&content))
        }
        if begins { deliverLater(namespace) }
        if number == nil { receive(.mustReload) }
        return Subscription(log: self, namespace: namespace, number: number ?? 0)
    }

    /// Returns the position of the latest record that a follower has received.
    public func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? {
        if chance(faults.unknownPosition) {
            throw LogError(.operationFailed, "The log does not know its position, as its faults say.")
        }
        return contents.withLock { contents in
            guard let content = contents[namespace] else { return nil }
            return LogPosition(incarnation: content.incarnation, number: UInt64(content.acknowledged))
        }
    }

    /// Returns the latest snapshot.
    public func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
        contents.withLock { $0[namespace]?.snapshot }
    }

    /// Stores a snapshot; the log keeps its records.
    public func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
        let old = contents.withLock { contents -> LogSnapshot? in
            let content = contents[namespace] ?? Content()
            guard snapshot.position.incarnation == content.incarnation,
                snapshot.position.number <= UInt64(content.stored.count),
                content.snapshot.map({ $0.position < snapshot.position }) ?? true
            else { return nil }
            contents[namespace]?.snapshot = snapshot
            return content.snapshot
        }
        _ = old
    }

    /// Loses the last records of a namespace, acknowledged ones too: a new incarnation begins, and all followers reload.
    ///
    /// - Parameters:
    ///   - count: The number of records.
    ///   - namespace: The namespace.
    public func loseTail(_ count: Int, of namespace: LogNamespace) {
        let (followers, _) = contents.withLock { contents -> ([Follower], LogSnapshot?) in
            guard var content = contents[namespace] else { return ([], nil) }
            content.incarnation += 1
            content.stored.removeLast(min(count, content.stored.count))
            content.acknowledged = min(content.acknowledged, content.stored.count)
            let (followers, snapshot) = (Array(content.followers.values), content.snapshot)
            content.followers = [:]
            content.snapshot = snapshot.flatMap { snapshot in
                guard snapshot.position.number <= UInt64(content.stored.count) else { return nil }
                let position = LogPosition(incarnation: content.incarnation, number: snapshot.position.number)
                return LogSnapshot(position: position, time: snapshot.time, body: snapshot.body)
            }
            contents[namespace] = content
            return (followers, snapshot)
        }
        deliveries.executor { for follower in followers { follower.receive.value(.mustReload) } }
    }

    /// Returns all records of a namespace, in order.
    public func records(of namespace: LogNamespace) -> [LogRecord] {
        contents.withLock { contents in
            guard let content = contents[namespace] else { return [] }
            return content.stored.indices.map { Self.record($0, in: content) }
        }
    }

    private static func record(_ index: Int, in content: Content) -> LogRecord {
        let stored = content.stored[index]
        let position = LogPosition(incarnation: content.incarnation, number: UInt64(index + 1))
        return LogRecord(position: position, time: stored.time, entry: stored.entry)
    }

    // MARK: Deliveries

    /// Returns whether a round of deliveries must be started.
    private static func begins(_ content: inout Content) -> Bool {
        guard !content.isDelivering, content.followers.contains(where: { $0.value.next <= content.stored.count }) else {
            return false
        }
        content.isDelivering = true
        return true
    }

    private func deliverLater(_ namespace: LogNamespace) {
        deliveries.executor { [weak self] in self?.deliver(namespace) }
    }

    /// Makes a round of deliveries: each follower receives some of the records that it lacks, or none.
    private func deliver(_ namespace: LogNamespace) {
        let followers = contents.withLock { $0[namespace]?.followers.keys.sorted() ?? [] }
        for number in followers {
            let (isLate, mustReload) = (chance(faults.late), chance(faults.reload))
            let most = 1 << random.below(9)
            let (follower, events) = contents.withLock { contents -> (Follower?, [LogEvent]) in
                guard var content = contents[namespace], var follower = content.followers[number] else {
                    return (nil, [])
                }
                defer { contents[namespace] = content }
                if mustReload {
                    content.followers[number] = nil
                    return (follower, [.mustReload])
                }
                let last = min(content.stored.count, follower.next + most - 1)
                if isLate || last < follower.next { return (nil, []) }
                let records = (follower.next...last).map { Self.record($0 - 1, in: content) }
                let isDue = last / Self.snapshotDistance > (follower.next - 1) / Self.snapshotDistance
                follower.next = last + 1
                content.followers[number] = follower
                content.acknowledged = max(content.acknowledged, last)
                return (follower, [.records(records)] + (isDue ? [.snapshotDue] : []))
            }
            for event in events { follower?.receive.value(event) }
        }
        let continues = contents.withLock { contents in
            contents[namespace]?.isDelivering = false
            return Self.begins(&contents[namespace, default: Content()])
        }
        if continues { deliverLater(namespace) }
    }

    private func cancel(_ number: Int, in namespace: LogNamespace) {
        _ = contents.withLock { $0[namespace]?.followers.removeValue(forKey: number) }
    }

    private struct Subscription: LogSubscription {
        let log: FaultyLog
        let namespace: LogNamespace
        let number: Int

        func cancel() { log.cancel(number, in: namespace) }
    }
}

extension FaultyLog: CustomStringConvertible {
    /// The number of namespaces.
    public var description: String { "faulty log, \(contents.withLock(\.count)) namespaces" }
}

extension FaultyLog.Faults: CustomStringConvertible {
    /// The chances in 10,000.
    public var description: String {
        "late \(late), lost \(lost), doubled \(doubled), reload \(reload), unknown position \(unknownPosition) in 10,000"
    }
}
