import DatasyncTree
import DatasyncWire
import TestSupport

@testable import DatasyncBackend

/// Random writes, listens and connections on some servers, with records that arrive late and a log that loses its tail.
struct RandomReloads {
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
