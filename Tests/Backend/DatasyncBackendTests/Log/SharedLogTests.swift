import DatasyncLog
import DatasyncTree
import DatasyncWire
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
            return server.answeredLatest(LogPosition(incarnation: 1, number: 1), now: 5)
        }
        #expect(asks == [true, false])
        #expect(fixture.take(again) == [])
        #expect(fixture.latest == LogPosition(incarnation: 1, number: 1))
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
        let record = LogRecord(
            position: LogPosition(incarnation: 1, number: 1), time: LogTime(5), entry: entries[0])
        _ = try beside.apply(record, now: 5)
        #expect(beside.startOutcome?.failure == nil && beside.startOutcome != nil)
    }
}
