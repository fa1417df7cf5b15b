import DatasyncConcurrency
import DatasyncLog
import DatasyncTesting
import Testing

@Suite("The log in memory")
struct MemoryLogTests {
    @Test("keeps the rules of every log")
    func rules() async throws {
        let report = try await CommitLogSuite { MemoryLog(retention: .untilSnapshot) { LogTime(7) } }.check()
        #expect(report.passed.count == 17)
        #expect(report.skipped == ["a lost append is reported once and never appears"])
    }

    @Test("a log that breaks the rules is reported with each of them")
    func broken() async {
        let report = await CommitLogSuite(timeout: 50) { ReversingLog() }.run()
        #expect(report.failed.count > 5)
        #expect(report.failed.first?.rule == "records have the order of the appends")
        await #expect(throws: SuiteReport.self) {
            try await CommitLogSuite(timeout: 50) { ReversingLog() }.check()
        }
    }

    @Test("delivers an append before it returns, at a time that does not go back")
    func immediate() throws {
        let time = Box<Int64>(10)
        let log = MemoryLog { LogTime(time.value.withLock { $0 }) }
        let received = Box<[LogRecord]>([])
        let shop = try LogNamespace("shop")
        let subscription = log.follow(shop, after: nil) { event in
            if case .records(let records) = event { received.value.withLock { $0 += records } }
        }
        log.append([LogEntry(run: 1, session: 1, body: [1])], to: shop) { _ in Issue.record("lost") }
        #expect(received.value.withLock { $0.count } == 1)
        time.value.withLock { $0 = 5 }
        log.append([LogEntry(run: 1, session: 1, body: [2])], to: shop) { _ in Issue.record("lost") }
        time.value.withLock { $0 = 15 }
        log.append([LogEntry(run: 1, session: 1, body: [3])], to: shop) { _ in Issue.record("lost") }
        #expect(received.value.withLock { $0.map(\.time.sinceEpoch) } == [10, 10, 15])
        #expect(
            received.value.withLock { $0.map(\.position) } == (1...3).map { LogPosition(incarnation: 10, number: $0) })
        subscription.cancel()
    }

    @Test("keeps no delivered record by default, so that a late follower must reload")
    func retention() throws {
        let log = MemoryLog { LogTime(1) }
        let shop = try LogNamespace("shop")
        let append = { (body: UInt8) in
            log.append([LogEntry(run: 1, session: 1, body: [body])], to: shop) { _ in Issue.record("lost") }
        }
        append(1)
        let first = EventList()
        let subscription = log.follow(shop, after: nil, first.add)
        append(2)
        let second = EventList()
        _ = log.follow(shop, after: nil, second.add)
        let third = EventList()
        _ = log.follow(shop, after: LogPosition(incarnation: 1, number: 2), third.add)
        append(3)
        #expect(first.descriptions == ["records(1-1 to 1-1)", "records(1-2 to 1-2)", "records(1-3 to 1-3)"])
        #expect(second.descriptions == ["mustReload"])
        #expect(third.descriptions == ["records(1-3 to 1-3)"])
        subscription.cancel()
    }

    @Test("delivers many records in events of bounded size")
    func bounded() throws {
        let log = MemoryLog { LogTime(1) }
        let shop = try LogNamespace("shop")
        let entries = (0..<2_500).map { LogEntry(run: 1, session: UInt64($0), body: []) }
        log.append(entries, to: shop) { _ in Issue.record("lost") }
        let list = EventList()
        let subscription = log.follow(shop, after: nil, list.add)
        log.append(entries, to: shop) { _ in Issue.record("lost") }
        #expect(
            list.descriptions == [
                "records(1-1 to 1-1024)", "records(1-1025 to 1-2048)", "records(1-2049 to 1-2500)",
                "records(1-2501 to 1-3524)", "records(1-3525 to 1-4548)", "records(1-4549 to 1-5000)",
            ])
        subscription.cancel()
    }

    @Test("asks for a snapshot after 64 MiB of kept records")
    func snapshotDue() throws {
        let log = MemoryLog(retention: .untilSnapshot) { LogTime(1) }
        let shop = try LogNamespace("shop")
        let list = EventList()
        let subscription = log.follow(shop, after: nil, list.add)
        let body = [UInt8](repeating: 0, count: 16 << 20)
        for _ in 0..<8 {
            log.append([LogEntry(run: 1, session: 1, body: body)], to: shop) { _ in Issue.record("lost") }
        }
        #expect(list.descriptions.filter { $0 == "snapshotDue" }.count == 2)
        subscription.cancel()
    }

    @Test("releases a cancelled closure, outside the lock")
    func release() throws {
        let log = MemoryLog { LogTime(1) }
        let shop = try LogNamespace("shop")
        let isReleased = Box(false)
        var subscription: (any LogSubscription)? = {
            let token = DeinitToken {
                // Would wait forever, or stop the process, if the lock were held.
                log.append([LogEntry(run: 1, session: 1, body: [])], to: shop) { _ in }
                isReleased.value.withLock { $0 = true }
            }
            return log.follow(shop, after: nil) { _ in withExtendedLifetime(token) {} }
        }()
        #expect(subscription != nil)
        subscription?.cancel()
        #expect(!isReleased.value.withLock { $0 })
        subscription = nil
        #expect(isReleased.value.withLock { $0 })
    }

    @Test("hands over to an executor what one call cannot deliver")
    func handsOver() throws {
        let jobs = Box<[@Sendable () -> Void]>([])
        let log = MemoryLog(executor: { job in jobs.value.withLock { $0.append(job) } }) { LogTime(1) }
        let shop = try LogNamespace("shop")
        let count = Box(0)
        let subscription = log.follow(shop, after: nil) { _ in
            let received = count.value.withLock { count in
                count += 1
                return count
            }
            guard received < 1_000 else { return }
            log.append([LogEntry(run: 1, session: 1, body: [])], to: shop) { _ in Issue.record("lost") }
        }
        log.append([LogEntry(run: 1, session: 1, body: [])], to: shop) { _ in Issue.record("lost") }
        #expect(count.value.withLock { $0 } == 64)
        while let job = jobs.value.withLock({ $0.popLast() }) { job() }
        #expect(count.value.withLock { $0 } == 1_000)
        subscription.cancel()
    }
}

/// A list of events.
private final class EventList: Sendable {
    private let events = Guarded<[LogEvent]>([])

    var descriptions: [String] { events.withLock { $0.map(\.description) } }

    @Sendable func add(_ event: LogEvent) { events.withLock { $0.append(event) } }
}

/// An object that calls a closure when it is released.
private final class DeinitToken: Sendable {
    private let closure: @Sendable () -> Void

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }

    deinit { closure() }
}

/// A log that delivers the entries of an append in the wrong order, without snapshots.
private final class ReversingLog: CommitLog {
    private let log = MemoryLog(retention: .untilSnapshot) { LogTime(1) }

    func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
        log.append(entries.reversed(), to: namespace, lost: lost)
        log.append(entries, to: namespace, lost: lost)
    }

    func follow(
        _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription { log.follow(namespace, after: nil, receive) }

    func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? { nil }

    func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {}
}

/// A guarded value that closures share.
private final class Box<Value: Sendable>: Sendable {
    let value: Guarded<Value>

    init(_ value: Value) { self.value = Guarded(value) }
}
