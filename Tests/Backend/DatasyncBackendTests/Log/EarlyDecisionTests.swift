import DatasyncLog
import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend

/// Refused requests are decided before the log, and none of their content reaches it.
struct EarlyDecisionTests {
    private static let rules: JSON = [
        "rules": [
            "open": [".read": true, ".write": true], "mine": [".write": "auth.uid == 'ada'"],
            "after": [".write": "data.parent().child('open/ready').val() == true"],
        ]
    ]

    private func fixture(_ rules: JSON = rules) throws -> (SharedLogFixture, client: Int) {
        let state = DatabaseState(rules: try RulesDocument(rules))
        var fixture = try SharedLogFixture(servers: 1, state, users: .none)
        try fixture.start()
        let client = fixture.connect(to: 0)
        try fixture.settle()
        #expect(fixture.take(client) == ["hello"])
        return (fixture, client)
    }

    /// Returns the changes in the log.
    private func changes(_ fixture: SharedLogFixture) throws -> [String] {
        try fixture.records.map { JSON.object(try $0.entry.describedContent()).text }
    }

    @Test("a refused write without a number, and a refused sign-in, append nothing [commits 5]")
    func noTrace() throws {
        var (fixture, client) = try fixture()
        try fixture.put(client, "/mine", "content")
        #expect(fixture.take(client) == ["permission_denied"])
        fixture.send(client, .authenticate(credential: ""))
        #expect(fixture.take(client) == ["invalid_token"])
        fixture.send(client, .unauthenticate)
        #expect(fixture.take(client) == ["ok"])
        let leave = try WriteValue("content", at: .root)
        fixture.send(client, .setOnDisconnect(path: try Path("/mine"), value: leave))
        #expect(fixture.take(client) == ["permission_denied"])
        try fixture.settle()
        #expect(try changes(fixture) == [])
        fixture.close(client)
        try fixture.settle()
        #expect(try changes(fixture) == [], "the session has nothing to end")
    }

    @Test("the entry of a refused write with a number has its status only, and the writer gets the reason [commits 13]")
    func numbered() throws {
        var (fixture, client) = try fixture()
        try fixture.put(client, "/mine/marker", "marker", number: 1)
        try fixture.put(client, "/open/a", 1, number: 2)
        try fixture.settle()
        #expect(fixture.take(client) == ["permission_denied", "ok"])
        #expect(
            try changes(fixture) == [
                #"{"kind":"refused","status":"permission_denied"}"#, #"{"kind":"set","path":"/open/a","data":1}"#,
            ])
        // Sent again, with the right to write by now: the kept response decides.
        fixture.send(client, .authenticate(credential: "ada"))
        try fixture.put(client, "/mine/marker", "marker", number: 1)
        try fixture.settle()
        #expect(fixture.take(client) == ["ok", "permission_denied"])
        #expect(fixture.records.allSatisfy { !contains("marker", $0.entry.bytes) })
    }

    @Test("a write that only an earlier one of its session allows waits for it, and is decided again [commits 5]")
    func waiting() throws {
        var (fixture, client) = try fixture()
        try fixture.put(client, "/after", 1)
        #expect(fixture.take(client) == ["permission_denied"])
        try fixture.put(client, "/open/ready", true)
        try fixture.put(client, "/after", 2)
        try fixture.put(client, "/open/last", 3)
        try fixture.deliver(to: 0, atMost: 1)
        #expect(fixture.take(client) == ["ok"])
        try fixture.settle()
        #expect(fixture.take(client) == ["ok", "ok"])
        #expect(fixture.servers[0].data == (try Node(["after": 2, "open": ["last": 3, "ready": true]])))
    }

    @Test("a write behind the sign-in that allows it does not wait for it [commits 5, 25]")
    func signIn() throws {
        var (fixture, client) = try fixture()
        fixture.send(client, .authenticate(credential: "ada"))
        try fixture.put(client, "/mine", 1)
        #expect(fixture.takeEntries(of: 0).count == 2)
    }

    @Test("a refused write that comes with its sign-in stores neither [commits 25]", arguments: [false, true])
    func signInWithWrite(waits: Bool) throws {
        var (fixture, _) = try fixture()
        let path = try Path("/mine")
        let write = Request(number: 1, action: .put(path: path, value: WriteValue(.string("content"))))
        for (user, line, count) in [("bob", "permission_denied", 0), ("ada", "ok", 3)] {
            let client = fixture.connect(to: 0)
            let session = try #require(fixture.clients[client].session)
            // Beside other servers, the request waits for the greeting.
            fixture.change(0) { server in
                if waits { server.greetings[session] = 0 }
                return server.receivedOnly(write, as: .client(RuleAuth(uid: user)), from: session, now: 5)
            }
            if waits { fixture.change(0) { $0.hello(session, now: 5) } }
            try fixture.settle()
            #expect(fixture.take(client).last == line)
            #expect(try changes(fixture).count == count)
        }
    }

    @Test("a stale write with its sign-in gets the current value only if its user may read it [commits 25]")
    func staleWithSignIn() throws {
        var (fixture, client) = try fixture()
        try fixture.put(client, "/open/a", 1)
        try fixture.settle()
        let write = Request(
            number: 1,
            action: .put(path: try Path("/open/a"), value: WriteValue(.number(2)), expectedHash: Node.number(7).hash))
        let other = fixture.connect(to: 0)
        let session = try #require(fixture.clients[other].session)
        fixture.change(0) { $0.receivedOnly(write, as: .client(RuleAuth(uid: "ada")), from: session, now: 5) }
        try fixture.settle()
        #expect(fixture.take(other) == ["hello", "set /open/a 1", "datastale"])
        #expect(try changes(fixture).count == 1)
    }

    @Test("a write that is refused at apply only keeps its content, and its number counts [commits 5, 13]")
    func race() throws {
        var (fixture, client) = try fixture()
        let other = fixture.connect(to: 0)
        try fixture.put(client, "/open/ready", true)
        try fixture.settle()
        _ = (fixture.take(client), fixture.take(other))
        // Both are on their way at once; the first one takes the right away.
        try fixture.put(client, "/open/ready", false)
        try fixture.put(other, "/after", "content", number: 1)
        try fixture.settle()
        #expect(fixture.take(other) == ["permission_denied"])
        #expect(try changes(fixture).last == #"{"kind":"set","path":"/after","data":"content"}"#)
        #expect(fixture.servers[0].database.clients.values.map(\.highest) == [1])
    }

    @Test("a stale conditional write is refused before the log, and its writer gets the current value [commits 5]")
    func stale() throws {
        var (fixture, client) = try fixture()
        try fixture.put(client, "/open/a", 1)
        try fixture.settle()
        _ = fixture.take(client)
        let action = Request.Action.put(
            path: try Path("/open/a"), value: WriteValue(.number(2)), expectedHash: Node.number(7).hash,
            writeNumber: WriteNumber(client: 9, number: 1, lowestUnanswered: 1))
        fixture.send(client, action)
        try fixture.settle()
        #expect(fixture.take(client) == ["set /open/a 1", "datastale"])
        #expect(try changes(fixture).last == #"{"kind":"refused","status":"datastale"}"#)
    }

    @Test("of random writes, no refused content is in any record or snapshot [commits 5, 13]")
    func markers() async throws {
        for seed in Seed.value..<(Seed.value + 300) {
            var generator = SeededGenerator(seed: seed)
            var (fixture, first) = try fixture()
            let clients = [first, fixture.connect(to: 0)]
            var numbers: [UInt64] = [0, 0]
            for _ in 0..<30 {
                let index = generator.below(2)
                let isRefused = generator.chance(50)
                let path = isRefused ? "/mine/\(generator.chance(50) ? "marker" : "a")" : "/open/\(generator.keyText())"
                let value: JSON = isRefused ? ["marker": "marker"] : .number(Double(generator.below(9)))
                if generator.chance(60) {
                    numbers[index] += 1
                    let write = WriteNumber(client: UInt128(index + 1), number: numbers[index], lowestUnanswered: 1)
                    let value = try WriteValue(value, at: try Path(path))
                    fixture.send(clients[index], .put(path: try Path(path), value: value, writeNumber: write))
                } else if generator.chance(30) {
                    let value = try WriteValue(value, at: try Path(path))
                    fixture.send(clients[index], .setOnDisconnect(path: try Path(path), value: value))
                } else {
                    try fixture.put(clients[index], path, value)
                }
                if generator.chance(40) { try fixture.deliver(to: 0, atMost: generator.below(3)) }
            }
            try fixture.settle()
            #expect(fixture.records.allSatisfy { !contains("marker", $0.entry.bytes) }, "seed \(seed)")
            let pieces = fixture.servers[0].database.snapshotBody
            var bytes: [UInt8] = []
            for try await piece in pieces { bytes += piece }
            #expect(!contains("marker", bytes), "seed \(seed)")
            #expect(!contains("a marker", bytes) && contains("open", bytes), "seed \(seed)")
        }
    }

    private func contains(_ text: String, _ bytes: [UInt8]) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }

    // MARK: Rules

    @Test("rules from a file differ between two servers: the older ones stay, and both report it [rules 9.8]")
    func differentFiles() throws {
        var fixture = try SharedLogFixture(servers: 2)
        try fixture.start()
        try fixture.settle()
        func file(_ flag: Bool) throws -> RulesDocument {
            try RulesDocument(source: #"{"rules": {".read": \#(flag)}}"#.utf8, from: .file)
        }
        for (server, flag) in [(0, true), (1, false)] {
            let rules = try file(flag)
            fixture.change(server) { $0.setRules(rules, now: 5) }
            try fixture.settle()
        }
        var notices: [[String]] = [[], []]
        for server in 0..<2 {
            fixture.change(server) { state in
                notices[server] = state.takeNotices()
                return []
            }
        }
        #expect(notices[0].count == 1 && notices[0] == notices[1])
        #expect(notices[0].first?.hasPrefix("Two servers have different files of rules.") == true)
        #expect(fixture.servers.map(\.database.rules.text) == Array(repeating: try file(true).text, count: 2))
        // Once the first one has ended, the file of the second one counts.
        fixture.change(1) { server in
            server.endRun(1)
            return []
        }
        let rules = try file(false)
        fixture.change(1) { $0.setRules(rules, now: 5) }
        try fixture.deliver(to: 1)
        #expect(fixture.servers[1].database.rules.text == rules.text)
    }
}
