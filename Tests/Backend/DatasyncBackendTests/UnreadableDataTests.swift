import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend

/// Data that a session may not read decide none of its answers.
struct UnreadableDataTests {
    private static let rules: JSON = [
        "rules": [
            "public": [".read": true, ".write": true],
            "secret": [".read": "auth.uid == 'reader'", ".write": true],
        ]
    ]

    private func fixture(_ data: JSON) throws -> (SharedLogFixture, clients: [Int]) {
        let state = DatabaseState(data: try Node(data), rules: try RulesDocument(Self.rules))
        var fixture = try SharedLogFixture(servers: 1, state, users: .none)
        try fixture.start()
        let clients = (0..<2).map { _ in fixture.connect(to: 0) }
        fixture.send(clients[1], .authenticate(credential: "reader"))
        try fixture.settle()
        for client in clients { _ = fixture.take(client) }
        return (fixture, clients)
    }

    @Test(
        "the number that an increment gives goes only to sessions that may read it, also when it is asked for again [rules 7.8]"
    )
    func increments() throws {
        var (fixture, clients) = try fixture(["secret": ["n": 41]])
        for (client, line) in [(clients[0], "ok"), (clients[1], "ok 42")] {
            let path = try Path("/secret/n")
            let step = Double(client == clients[0] ? 1 : 0)
            let action = Request.Action.put(
                path: path, value: WriteValue(.increment(by: step, from: 0)),
                writeNumber: WriteNumber(client: UInt128(client + 1), number: 1, lowestUnanswered: 1))
            for _ in 0..<2 {
                fixture.send(client, action)
                try fixture.settle()
                #expect(fixture.take(client) == [line])
            }
        }
        #expect(fixture.servers[0].data == (try Node(["secret": ["n": 42]])))
    }

    @Test(
        "a condition needs the right to read, so that the right guess gets the same answer as a wrong one [rules 7.9]")
    func conditions() throws {
        var (fixture, clients) = try fixture(["secret": ["n": 41]])
        for guess in [41.0, 40] {
            let action = Request.Action.put(
                path: try Path("/secret/n"), value: WriteValue(.number(0)), expectedHash: Node.number(guess).hash)
            fixture.send(clients[0], action)
            #expect(fixture.take(clients[0]) == ["permission_denied"])
        }
        #expect(fixture.servers[0].data == (try Node(["secret": ["n": 41]])))
    }

    @Test(
        "in random histories over different data, a session that may not read them gets the same answers [rules 7.10]")
    func histories() throws {
        var readerDiffers = false
        for seed in Seed.value..<(Seed.value + 500) {
            let worlds: [JSON] = [
                ["secret": ["a": 1, "b": "text", "c": ["x": 1, "y": 2], "d": 1.7e308], "public": ["p": 1]],
                ["secret": ["a": "one", "b": 2, "d": ["z": true]], "public": ["p": 1]],
            ]
            var lines: [[[String]]] = []
            for world in worlds {
                var (fixture, clients) = try fixture(world)
                var generator = SeededGenerator(seed: seed)
                for _ in 0..<40 {
                    let client = generator.chance(75) ? 0 : 1
                    fixture.send(clients[client], try action(&generator, of: client))
                    if generator.chance(50) { try fixture.settle() }
                }
                try fixture.settle()
                lines.append(clients.map { fixture.take($0) })
            }
            #expect(lines[0][0] == lines[1][0], "seed \(seed)")
            if lines[0][1] != lines[1][1] { readerDiffers = true }
        }
        #expect(readerDiffers, "the histories look at the data that differ")
    }

    private func action(_ generator: inout SeededGenerator, of client: Int) throws -> Request.Action {
        let keys = ["a", "b", "c", "d", "c/x", "e"]
        // The reader writes nothing where the other one reads: it could reveal what it knows.
        let isPublic = generator.chance(25) && client == 0
        let path = try Path(isPublic ? "/public/\(generator.pick(keys))" : "/secret/\(generator.pick(keys))")
        let hashes = [Node.number(1).hash, Node.string("text").hash, Node.number(2).hash, "", Node.string("one").hash]
        let number = generator.below(5)
        switch generator.below(9) {
        case 0: return .put(path: path, value: WriteValue(.number(Double(number))))
        case 1: return .put(path: path, value: WriteValue(.number(3)), expectedHash: generator.pick(hashes))
        case 2, 3:
            let start = generator.chance(50) ? Double(number) : nil
            return .put(path: path, value: WriteValue(.increment(by: generator.chance(50) ? 1 : 1.7e308, from: start)))
        case 4:
            let json: JSON = ["v": [".sv": ["increment": 1]], "t": [".sv": "timestamp"]]
            return .put(path: path, value: try WriteValue(json, at: path), expectedHash: generator.pick(hashes))
        case 5:
            let parts = try MergePart.parts(["m": 1, "n": [".sv": ["increment": 2, "from": 0]]], at: path)
            return .merge(path: path, parts: parts)
        case 6: return .get(path: path, window: .all)
        case 7: return .listen(path: path, window: .all, tag: nil, hash: generator.pick(hashes))
        default: return .setOnDisconnect(path: path, value: WriteValue(.increment(by: 1, from: 0)))
        }
    }
}
