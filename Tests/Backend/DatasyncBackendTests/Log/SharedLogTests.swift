import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import DatasyncWire
import Dispatch
import TestSupport
import Testing

@testable import DatasyncBackend

/// Several servers over one log: each leaves the sessions of the others alone, and follows what they write.
struct SharedLogTests {
    @Test("a second server ends no session of the first, and both go on [commits 16]")
    func secondStart() throws {
        var fixture = try SharedLogFixture(servers: 2)
        fixture.begin(0)
        let ada = fixture.connect(to: 0)
        fixture.answerLatest(0)
        try fixture.deliver(to: 0)
        fixture.send(ada, .setOnDisconnect(path: try Path("/ada"), value: WriteValue(.string("away"))))
        fixture.send(ada, .authenticate(credential: "ada"))
        try fixture.deliver(to: 0)
        #expect(fixture.take(ada) == ["hello", "ok", "ok"])
        fixture.begin(1)
        try fixture.settle()
        #expect(fixture.servers[1].data.isNull)
        try fixture.put(ada, "/n", 1)
        try fixture.settle()
        #expect(fixture.take(ada) == ["ok"])
        #expect(fixture.servers.map(\.data) == Array(repeating: try Node(["n": 1]), count: 2))
        // Its server is gone, and a sweeper says so.
        fixture.change(1) { server in
            server.endRun(1)
            return []
        }
        try fixture.deliver(to: 1)
        #expect(fixture.servers[1].data == (try Node(["ada": "away", "n": 1])))
    }

    @Test("a client is asked to connect again after all responses; its later requests get none [placement 11]")
    func departure() throws {
        var fixture = try SharedLogFixture(servers: 2)
        try fixture.start()
        let (ada, bob) = (fixture.connect(to: 0), fixture.connect(to: 1))
        for server in 0...1 { fixture.answerLatest(server) }
        try fixture.settle()
        #expect(fixture.take(ada) == ["hello"])
        try fixture.put(ada, "/n", 1, number: 1)
        fixture.listen(ada, try Path("/n"))
        let session = try #require(fixture.clients[ada].session)
        fixture.change(0) { $0.leave(session, for: "b:1") }
        try fixture.put(ada, "/n", 2, number: 2)
        fixture.change(0) { $0.leave(session, for: "c:1") }
        #expect(fixture.take(ada) == [])
        try fixture.settle()
        #expect(fixture.take(ada) == ["ok", "set /n 1", "ok", "control"])
        #expect(fixture.servers[1].data == (try Node(["n": 1])))
        // The client goes on elsewhere under its own numbers.
        try fixture.put(bob, "/n", 2, number: 2)
        try fixture.put(bob, "/n", 2, number: 2)
        try fixture.settle()
        #expect(fixture.take(bob) == ["hello", "ok", "ok"])
        #expect(fixture.servers.map(\.data) == Array(repeating: try Node(["n": 2]), count: 2))
    }

    @Test("a server whose run was ended closes its sessions, and begins a new run [commits 21]")
    func fencing() throws {
        var fixture = try SharedLogFixture(servers: 2)
        try fixture.start()
        let ada = fixture.connect(to: 0)
        fixture.answerLatest(0)
        fixture.send(ada, .setOnDisconnect(path: try Path("/ada"), value: WriteValue(.string("away"))))
        try fixture.settle()
        fixture.change(1) { server in
            server.endRun(1)
            return []
        }
        try fixture.deliver(to: 1)
        try fixture.put(ada, "/late", 1)
        let isEarly = fixture.takeFence(of: 0)
        try fixture.settle()
        #expect(fixture.take(ada).last?.hasPrefix("closed: Another server took over") == true)
        let fences = [isEarly, fixture.takeFence(of: 0), fixture.takeFence(of: 0)]
        #expect(fences == [false, true, false])
        fixture.open(ada)
        fixture.change(0) { server in
            server.begin(as: 3)
            return []
        }
        fixture.answerLatest(0, fixture.latest)
        try fixture.settle()
        fixture.answerLatest(0)
        try fixture.put(ada, "/n", 2)
        try fixture.settle()
        #expect(fixture.take(ada) == ["hello", "ok"])
        #expect(fixture.servers.map(\.data) == Array(repeating: try Node(["ada": "away", "n": 2]), count: 2))
    }

    @Test("a client that connects between the end of a run and the next one is answered [commits 21]")
    func nextRun() throws {
        var fixture = try SharedLogFixture(servers: 2)
        try fixture.start()
        fixture.change(1) { server in
            server.endRun(1)
            return []
        }
        try fixture.settle()
        let ada = fixture.connect(to: 0)
        fixture.change(0) { server in
            server.begin(as: 3)
            return []
        }
        fixture.answerLatest(0, fixture.latest)
        try fixture.settle()
        fixture.answerLatest(0)
        try fixture.put(ada, "/n", 2)
        try fixture.settle()
        #expect(fixture.take(ada) == ["hello", "ok"])
        #expect(fixture.servers.map(\.data) == Array(repeating: try Node(["n": 2]), count: 2))
    }

    @Test("a client whose acknowledged writes the log has lost begins again, and loses no later write [commits 11]")
    func lostTail() throws {
        var fixture = try SharedLogFixture(servers: 1)
        try fixture.start()
        let ada = fixture.connect(to: 0)
        fixture.answerLatest(0)
        for number in UInt64(1)...3 { try fixture.put(ada, "/n", .number(Double(number)), number: number) }
        try fixture.settle()
        #expect(fixture.take(ada) == ["hello", "ok", "ok", "ok"])
        fixture.loseTail(2)
        fixture.reload(0)
        try fixture.settle()
        #expect(fixture.servers[0].data == (try Node(["n": 1])))
        // All of its writes were answered, so it counts on.
        try fixture.put(ada, "/n", 4, number: 4, lowest: 4)
        try fixture.settle()
        #expect(fixture.take(ada) == ["unknown_client"])
        // A write that the client still waits for is only a gap.
        try fixture.put(ada, "/n", 4, number: 4, lowest: 2)
        try fixture.settle()
        #expect(fixture.take(ada).last?.hasPrefix("closed: The number of a write does not follow") == true)
    }

    @Test("a sign-in that was stored twice takes no reply of a write with the same number [commits 14]")
    func storedTwice() throws {
        var fixture = try SharedLogFixture(servers: 1)
        try fixture.start()
        let ada = fixture.connect(to: 0)
        fixture.answerLatest(0)
        fixture.send(ada, .authenticate(credential: "ada"))
        let signIn = fixture.takeEntries(of: 0)
        fixture.append(signIn)
        try fixture.deliver(to: 0)
        try fixture.put(ada, "/n", 1, number: 1)
        fixture.append(signIn + fixture.takeEntries(of: 0))
        try fixture.deliver(to: 0, atMost: 1)
        #expect(fixture.take(ada) == ["hello", "ok"])
        #expect(fixture.servers[0].data.isNull)
        try fixture.deliver(to: 0)
        #expect(fixture.take(ada) == ["ok"])
        #expect(fixture.servers[0].data == (try Node(["n": 1])))
    }

    @Test("the sign-in, the write and the end of a session with one request are one append [commits 25]")
    func oneAppend() throws {
        let rules = try RulesDocument(
            try JSONParser.parse(#"{"rules": {".read": true, "a": {".write": "auth.uid === 'ada'"}}}"#))
        var fixture = try SharedLogFixture(servers: 1, DatabaseState(rules: rules), users: .none)
        try fixture.start()
        let client = fixture.connect(to: 0)
        let session = try #require(fixture.clients[client].session)
        let path = try Path("/a")
        let request = Request(number: 1, action: .put(path: path, value: WriteValue(.number(1))))
        fixture.change(0) { $0.receivedOnly(request, as: .client(RuleAuth(uid: "ada")), from: session, now: 5) }
        let entries = fixture.takeEntries(of: 0)
        #expect(entries.count == 3)
        fixture.append(entries)
        try fixture.settle()
        #expect(fixture.take(client) == ["hello", "ok"])
        fixture.close(client)
        try fixture.settle()
        // The session has ended, and its port needs no other entry.
        #expect(fixture.records.count == 3)
        #expect(fixture.servers[0].database.principal(of: SessionName(run: 1, number: session.number)).uid == nil)
        #expect(fixture.servers[0].data == (try Node(["a": 1])))
    }

    // MARK: Greetings

    @Test("a connection is greeted once its server has what others have acknowledged before [commits 22]")
    func greeting() throws {
        var fixture = try SharedLogFixture(servers: 2)
        try fixture.start()
        try fixture.settle()
        let ada = fixture.connect(to: 0)
        fixture.answerLatest(0)
        try fixture.put(ada, "/n", 1)
        try fixture.deliver(to: 0)
        #expect(fixture.take(ada) == ["hello", "ok"])
        // She moves to the other server, which has not received her write yet.
        let again = fixture.connect(to: 1)
        fixture.send(again, .get(path: .root, window: .all))
        let late = fixture.connect(to: 1)
        var asks: [Bool] = []
        fixture.change(1) { server in
            asks = [server.beginQuestion(), server.beginQuestion()]
            return server.answeredLatest(Position(incarnation: 1, number: 1), now: 5)
        }
        #expect(asks == [true, false])
        #expect(fixture.take(again) == [])
        #expect(fixture.latest == Position(incarnation: 1, number: 1))
        try fixture.deliver(to: 1)
        #expect(fixture.take(again) == ["hello", #"ok {"n":1}"#])
        #expect(fixture.take(late) == ["hello"])
        // A log that is not ahead delays nobody; one that cannot answer is asked again, but not for ever.
        let third = fixture.connect(to: 1)
        fixture.change(1) { server in
            asks = [server.beginQuestion()]
            server.failedLatest()
            asks.append(server.beginQuestion())
            return (1...4).flatMap { _ in server.secondPassed(because: "The log is away.", now: 5) }
        }
        #expect(asks == [true, true])
        #expect(fixture.take(third) == [])
        fixture.change(1) { $0.secondPassed(because: "The log is away.", now: 5) }
        #expect(
            fixture.take(third) == [
                "closed: The server could not read the latest data in time. The log is away."
            ])
    }

    @Test("writes wait ten seconds for a log that delivers nothing, and their sessions end then [commits 24]")
    func boundedWait() throws {
        var fixture = try SharedLogFixture(servers: 1)
        try fixture.start()
        let (ada, bob) = (fixture.connect(to: 0), fixture.connect(to: 0))
        fixture.answerLatest(0)
        try fixture.put(ada, "/n", 1, number: 1)
        let onTheirWay = fixture.takeEntries(of: 0)
        #expect(fixture.servers[0].waitsForLog)
        for _ in 1...9 { fixture.change(0) { $0.secondPassed(because: nil, now: 5) } }
        #expect(fixture.take(ada) == ["hello"])
        fixture.change(0) { $0.secondPassed(because: "The log is away.", now: 5) }
        #expect(fixture.take(ada).last?.contains("The log is away. They will be sent again.") == true)
        #expect(fixture.take(bob) == ["hello"])
        // It arrives after all, and the client sends it again.
        fixture.append(onTheirWay)
        fixture.open(ada)
        fixture.answerLatest(0)
        try fixture.put(ada, "/n", 1, number: 1)
        try fixture.settle()
        #expect(fixture.take(ada) == ["hello", "ok"])
        #expect(!fixture.servers[0].waitsForLog)
    }

    @Test("a server begins once it has the latest position of its log, and appends nothing [commits 16]")
    func begin() throws {
        var fixture = try SharedLogFixture(servers: 3)
        fixture.begin(0)
        let ada = fixture.connect(to: 0)
        fixture.answerLatest(0)
        try fixture.put(ada, "/n", 1)
        try fixture.deliver(to: 0)
        fixture.begin(1)
        #expect(fixture.servers[1].startOutcome == nil)
        try fixture.deliver(to: 1)
        #expect(fixture.servers[1].startOutcome?.failure == nil && fixture.servers[1].startOutcome != nil)
        #expect(fixture.records.count == 1)
        // A snapshot has the end of the run that begins now.
        fixture.change(0) { server in
            server.endRun(3)
            return []
        }
        try fixture.deliver(to: 0)
        fixture.storeSnapshot(of: 0)
        fixture.reload(2)
        #expect(fixture.servers[2].startOutcome == nil)
        let isFenced = fixture.takeFence(of: 2)
        #expect(isFenced)
        fixture.change(2) { server in
            server.begin(as: 4)
            return []
        }
        fixture.answerLatest(2, fixture.latest)
        #expect(fixture.servers[2].startOutcome != nil)
        #expect(fixture.servers[2].data == (try Node(["n": 1])))
    }

    @Test("a lost beginning is repeated; without other servers, six losses end the start [commits 24]")
    func lostStart() throws {
        var alone = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: 1))
        var beside = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: 2), beside: .servers)
        alone.start()
        beside.start()
        for count in 1...20 {
            alone.mark()
            beside.mark()
            _ = alone.lost(alone.takeEntries(), because: "full", now: 5)
            _ = beside.lost(beside.takeEntries(), because: "full", now: 5)
            #expect(alone.hasLostStart == (count < 6))
            #expect(beside.hasLostStart)
            alone.repeatStart()
            beside.repeatStart()
        }
        beside.mark()
        #expect(alone.startOutcome?.failure == "full")
        #expect(beside.startOutcome == nil)
        let entries = beside.takeEntries()
        #expect(entries.count == 1)
        let record = Record(
            position: Position(incarnation: 1, number: 1), time: Milliseconds(5), entry: entries[0])
        _ = try beside.apply(record, now: 5)
        #expect(beside.startOutcome?.failure == nil && beside.startOutcome != nil)
    }

    // MARK: Reading the log again

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
        fixture.change(0) { $0.answeredLatest(Position(incarnation: 1, number: 0), now: 5) }
        #expect(fixture.servers[0].startOutcome == nil)
        try fixture.deliver(to: 0)
        #expect(fixture.servers[0].startOutcome == nil && fixture.take(ada) == [])
        fixture.begin(0)
        #expect(fixture.take(ada) == [])
        #expect(fixture.servers[0].startOutcome != nil)
    }

    /// A log that tells its first follower to reload, and returns to it only after the second one has begun.
    private final class HastyLog: CommitLog {
        private let log = MemoryLog(retention: .untilSnapshot) { Milliseconds(5) }
        private let calls = Guarded(0)
        private let second = DispatchSemaphore(value: 0)

        func append(_ entries: [Entry], to namespace: Namespace, lost: @escaping @Sendable (String) -> Void) {
            log.append(entries, to: namespace, lost: lost)
            second.signal()
        }

        func follow(
            _ namespace: Namespace, after position: Position?, _ receive: @escaping @Sendable (LogEvent) -> Void
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

        func latestSnapshot(of namespace: Namespace) async throws -> Snapshot? { nil }

        func store(_ snapshot: Snapshot, of namespace: Namespace) async throws {}
    }

    @Test("a reload that overtakes the reading before it keeps its subscription [commits 23]", .timeLimit(.minutes(30)))
    func overtaking() async throws {
        let backend = Backend(
            namespace: try Namespace("n"), run: ServerRun(1), beside: .servers, clock: { 5 },
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

/// Random writes, listens and connections on some servers, with records that arrive late and a log that loses its tail.
private struct RandomReloads {
    private var generator: SeededGenerator
    private var fixture: SharedLogFixture
    private var listens: [(client: Int, path: Path, window: Window, tag: Int?)] = []
    private var lastTag = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let count = 1 + generator.below(3)
        guard let fixture = try? SharedLogFixture(servers: count) else { preconditionFailure("no fixture") }
        self.fixture = fixture
    }

    private mutating func path() -> Path {
        Path((0..<generator.below(4)).map { _ in Key(unchecked: generator.pick(["a", "b", "c", "d"])) })
    }

    private mutating func value() throws -> WriteValue {
        let texts = [
            "null", "1", "2", #""t""#, #"{"a":1}"#, #"{"a":{"b":2},"c":3}"#, #"{"d":{".value":1,".priority":2}}"#,
        ]
        return try WriteValue(try JSONParser.parse(generator.pick(texts)), at: .root, readsPriorities: true)
    }

    /// Returns the first difference between what a listener has and the data of its server.
    mutating func firstProblem() throws -> String? {
        try fixture.start()
        try fixture.settle()
        for _ in 0..<4 { connect() }
        for step in 0..<60 {
            try doStep()
            if let problem = difference(onlyOpen: true) { return "step \(step): \(problem)" }
        }
        try fixture.settle()
        for server in fixture.servers.indices { fixture.answerLatest(server) }
        try fixture.settle()
        let states = fixture.servers.map(\.data)
        if states.contains(where: { $0 != states[0] }) { return "the servers differ: \(states.map(\.text))" }
        return difference(onlyOpen: false)
    }

    private mutating func connect() {
        let client = fixture.connect(to: generator.below(fixture.servers.count))
        fixture.answerLatest(fixture.clients[client].server)
    }

    private mutating func doStep() throws {
        let server = generator.below(fixture.servers.count)
        let client = generator.below(fixture.clients.count)
        switch generator.below(14) {
        case 0:
            if fixture.clients[client].isClosed {
                listens.removeAll { $0.client == client }
                fixture.open(client)
                fixture.answerLatest(fixture.clients[client].server, fixture.latest)
            }
        case 1, 2:
            let window: Window =
                generator.chance(50)
                ? .all
                : try Window(order: generator.pick([.key, .value, .priority]), limit: 1 + generator.below(2))
            lastTag += 1
            let tag = window.isAll ? nil : lastTag
            let path = path()
            if fixture.clients[client].session != nil,
                !listens.contains(where: { $0.client == client && $0.path == path })
            {
                fixture.listen(client, path, window, tag: tag)
                listens.append((client, path, window, tag))
            }
        case 3: fixture.send(client, .authenticate(credential: "user"))
        case 4:
            if generator.chance(30) {
                let lost = generator.below(min(6, fixture.records.count + 1))
                fixture.loseTail(lost)
                for server in fixture.servers.indices { fixture.reload(server) }
            }
        case 5: if generator.chance(40) { fixture.reload(server) }
        case 6: if generator.chance(40) { fixture.storeSnapshot(of: server) }
        case 7, 8: try fixture.deliver(to: server, atMost: 1 + generator.below(3))
        case 9: try fixture.settle()
        case 10:
            let parts = try (0..<2).map { _ in MergePart(path: path(), value: try value()) }
            guard !parts[0].path.isAtOrBelow(parts[1].path), !parts[1].path.isAtOrBelow(parts[0].path) else { return }
            fixture.send(client, .merge(path: path(), parts: parts))
        default: fixture.send(client, .put(path: path(), value: try value()))
        }
    }

    private func difference(onlyOpen: Bool) -> String? {
        for listen in listens {
            let client = fixture.clients[listen.client]
            let server = fixture.servers[client.server]
            guard !client.isClosed, server.listens(to: listen.path, listen.window, client.session) else { continue }
            guard case .open = server.phase else {
                if onlyOpen { continue }
                return "server \(client.server) is not open"
            }
            let mine = listen.tag.flatMap { client.windows[$0]?.node } ?? client.complete[listen.path]
            let expected = listen.window.cut(server.data[listen.path])
            if mine != expected {
                return "client \(listen.client) at \(listen.path) \(listen.window): \(mine.text), not \(expected.text)"
            }
        }
        return nil
    }
}

extension BackendState {
    fileprivate func listens(to path: Path, _ window: Window, _ session: SessionID?) -> Bool {
        guard let session else { return false }
        return listeners.listener(of: session, to: ListenKey(path: path, window: window)) != nil
    }
}
