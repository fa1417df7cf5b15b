import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import DatasyncWire
import Dispatch
import TestSupport
import Testing

@testable import DatasyncBackend

/// Servers that read the log again: their sessions stay, and listens receive the difference.
extension SharedLogTests {
    @Test("a session stays while its server reads the log again, and its listens receive the difference [commits 23]")
    func reload() throws {
        var fixture = try SharedLogFixture(servers: 2, DatabaseState(data: try Node(["a": ["x": 1, "y": 2], "b": 1])))
        try fixture.start()
        let (ada, bob) = (fixture.connect(to: 0), fixture.connect(to: 0))
        fixture.answerLatest(0)
        fixture.listen(ada, .root)
        fixture.listen(ada, try Path("/b"))
        fixture.send(bob, .authenticate(credential: "bob"))
        try fixture.settle()
        try fixture.put(ada, "/a/x", 9)
        try fixture.put(ada, "/c", 3)
        try fixture.settle()
        _ = (fixture.take(ada), fixture.take(bob))
        fixture.loseTail(2)
        fixture.reload(0)
        fixture.send(bob, .get(path: try Path("/c"), window: .all))
        #expect(fixture.take(ada) == [] && fixture.take(bob) == [])
        try fixture.settle()
        // Two of its entries are gone, so the log no longer has her session as it was.
        #expect(fixture.take(ada).last?.hasPrefix("closed: The log has lost the user") == true)
        #expect(fixture.take(bob) == ["ok null"])
        fixture.open(ada)
        fixture.answerLatest(0)
        fixture.listen(ada, .root)
        let carl = fixture.connect(to: 1)
        fixture.answerLatest(1)
        try fixture.put(carl, "/a/y", 5)
        try fixture.settle()
        _ = fixture.take(ada)
        fixture.loseTail(1)
        fixture.reload(0)
        try fixture.settle()
        #expect(fixture.take(ada) == ["merge / a/y=2"])
        fixture.reload(0)
        try fixture.settle()
        #expect(fixture.take(ada) == [])
    }

    @Test(
        "a server that reads its log again twice goes by the second position only, however fast records come [commits 23]"
    )
    func repeatedReload() throws {
        var fixture = try SharedLogFixture(servers: 2)
        try fixture.start()
        let (ada, bob) = (fixture.connect(to: 0), fixture.connect(to: 1))
        fixture.answerLatest(0)
        fixture.answerLatest(1)
        fixture.listen(ada, .root)
        fixture.reload(0)
        try fixture.settle()
        try fixture.put(bob, "/n", 1)
        try fixture.settle()
        _ = fixture.take(ada)
        // The answer to the first question arrives while the log is read for the second time.
        fixture.reload(0, starts: false)
        fixture.change(0) { server in
            server.start()
            return server.beginQuestion() ? [] : server.fail(because: "It has not asked.", now: 5)
        }
        fixture.reload(0, starts: false)
        fixture.change(0) { $0.answeredLatest(LogPosition(incarnation: 1, number: 0), now: 5) }
        #expect(fixture.servers[0].startOutcome == nil)
        try fixture.deliver(to: 0)
        #expect(fixture.servers[0].startOutcome == nil && fixture.take(ada) == [])
        fixture.begin(0)
        #expect(fixture.take(ada) == [])
        #expect(fixture.servers[0].startOutcome != nil)
    }

    /// A log that tells its first follower to reload, and returns to it only after the second one has begun.
    private final class HastyLog: CommitLog {
        private let log = MemoryLog(retention: .untilSnapshot) { LogTime(5) }
        private let calls = Guarded(0)
        private let second = DispatchSemaphore(value: 0)

        func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
            log.append(entries, to: namespace, lost: lost)
            second.signal()
        }

        func follow(
            _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
        ) -> any LogSubscription {
            let isFirst = calls.withLock { calls in
                calls += 1
                return calls == 1
            }
            guard isFirst else { return log.follow(namespace, after: position, receive) }
            receive(.mustReload)
            // The second follower has its subscription, and appends its mark.
            _ = second.wait(timeout: .now() + 10)
            return log.follow(namespace, after: position) { _ in }
        }

        func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? { nil }

        func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {}
    }

    @Test("a reload that overtakes the reading before it keeps its subscription [commits 23]", .timeLimit(.minutes(30)))
    func overtaking() async throws {
        let backend = Backend(
            namespace: try LogNamespace("n"), run: ServerRun(1), beside: .servers, clock: { 5 },
            executor: { DispatchQueue.global().async(execute: $0) })
        try await backend.start(HastyLog())
        try backend.write(WriteValue(.number(1)), at: try Path("/n"))
        while backend.data.isNull { await Task.yield() }
        #expect(backend.data == (try Node(["n": 1])))
    }

    @Test("rules that a reload brings end the listens that they forbid, before their difference [commits 23]")
    func reloadedRules() throws {
        var fixture = try SharedLogFixture(servers: 2, DatabaseState(data: try Node(["open": 1, "secret": 1])))
        try fixture.start()
        let ada = fixture.connect(to: 0)
        fixture.answerLatest(0)
        fixture.listen(ada, try Path("/open"))
        fixture.listen(ada, try Path("/secret"))
        try fixture.settle()
        _ = fixture.take(ada)
        let rules = try RulesDocument(try JSONParser.parse(#"{"rules": {"open": {".read": true}}}"#))
        fixture.change(1) { $0.setRules(rules, now: 5) }
        fixture.change(1) { (try? $0.write(WriteValue(.number(2)), at: try Path("/secret"), now: 5)) ?? [] }
        fixture.change(1) { (try? $0.write(WriteValue(.number(2)), at: try Path("/open"), now: 5)) ?? [] }
        try fixture.deliver(to: 1)
        fixture.reload(0)
        try fixture.settle()
        #expect(fixture.take(ada) == ["revoked /secret", "set /open 2"])
    }

    @Test("random histories of servers with late records, lost tails and reloads: every listen follows [commits 23]")
    func randomReloads() throws {
        for seed in 0..<UInt64(400) {
            var run = RandomReloads(seed: Seed.value &+ seed)
            let problem = try run.firstProblem()
            #expect(problem == nil, "seed \(Seed.value &+ seed); \(Seed.note)")
            if problem != nil { return }
        }
    }
}
