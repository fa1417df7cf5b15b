import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend

/// A push for several ports goes to one receiver, which passes it on.
@Suite("Joined deliveries", .timeLimit(.minutes(10)))
struct JoinedDeliveryTests {
    /// A receiver that records its events with its name; one with a name in capitals can be joined.
    private final class Recorder: PortReceiver {
        let name: String
        let canJoin: Bool
        private let lines: Record<String>

        init(_ name: String, _ lines: Record<String>) {
            self.name = name
            canJoin = name.first?.isUppercase == true
            self.lines = lines
        }

        func receive(_ event: LinkEvent) {
            lines.note("\(name): \(BackendFixture.line(event))")
        }
    }

    /// A receiver for several others.
    private final class Joined: PortReceiver {
        private let members: [any PortReceiver]
        private let calls: Record<String>
        private let names: String

        init(_ members: [any PortReceiver], _ calls: Record<String>) {
            self.members = members
            self.calls = calls
            names = members.map { ($0 as? Recorder)?.name ?? "?" }.joined()
        }

        func receive(_ event: LinkEvent) {
            calls.note(names)
            for member in members { member.receive(event) }
        }

        deinit { calls.note("released \(names)") }
    }

    /// A back end with clients that record their events.
    private final class World {
        let backend: Backend
        let lines = Record<String>()
        /// The names of the joined receivers, at each call and release.
        let calls = Record<String>()
        private var clients: [String: (port: BackendPort, connection: BackendPort.Connection)] = [:]
        private var lastNumber = 0

        init(joins: Bool) {
            let calls = calls
            let join: Backend.Join = { Joined($0, calls) }
            backend = Backend(clock: { 0 }, join: joins ? join : nil)
        }

        func connect(_ name: String) {
            let port = clients[name]?.port ?? backend.makePort()
            clients[name] = (port, port.connect(Recorder(name, lines)))
        }

        func close(_ name: String) { clients[name]?.connection.close() }

        func release(_ name: String) { clients[name] = nil }

        func send(_ name: String, _ action: Request.Action) {
            lastNumber += 1
            clients[name]?.connection.send(.request(Request(number: lastNumber, action: action)))
        }

        func listen(_ name: String, _ path: String, _ window: Window = .all, tag: Int? = nil) throws {
            send(name, .listen(path: try Path(path), window: window, tag: tag, hash: ""))
        }

        func put(_ name: String, _ path: String, _ number: Int) throws {
            let path = try Path(path)
            let value = try WriteValue(.number(Double(number)), at: path)
            send(name, .put(path: path, value: value, expectedHash: nil))
        }
    }

    @Test("the same clients have the same joined receiver, until one of them leaves")
    func reuse() throws {
        let world = World(joins: true)
        for name in ["A", "B", "C"] {
            world.connect(name)
            try world.listen(name, "/n")
        }
        _ = world.lines.take()
        try world.put("A", "/n", 1)
        try world.put("A", "/n/m", 2)
        #expect(world.calls.take() == ["ABC", "ABC"])
        #expect(
            world.lines.take() == [
                "A: set /n 1", "B: set /n 1", "C: set /n 1", "A: ok", "A: set /n/m 2", "B: set /n/m 2",
                "C: set /n/m 2", "A: ok",
            ])
        // A joined receiver must not keep the connections of a client that is gone.
        world.release("B")
        #expect(world.calls.take() == ["released ABC"])
        try world.put("A", "/n", 3)
        #expect(world.calls.take() == ["AC"])
        world.close("C")
        try world.put("A", "/n", 4)
        #expect(world.calls.take() == [])
        #expect(world.lines.take().suffix(2) == ["A: set /n 4", "A: ok"])
    }

    @Test("a client that connects again receives nothing for its earlier connection")
    func again() throws {
        let world = World(joins: true)
        for name in ["A", "B"] {
            world.connect(name)
            try world.listen(name, "/n")
        }
        try world.put("A", "/n", 1)
        world.connect("B")
        #expect(world.calls.take() == ["AB", "released AB"])
        _ = world.lines.take()
        try world.put("A", "/n", 2)
        #expect(world.lines.take() == ["A: set /n 2", "A: ok"])
        try world.listen("B", "/n")
        try world.put("A", "/n", 3)
        #expect(world.calls.take() == ["AB"])
    }

    @Test("clients with different tags are not joined; those with the same window and tag are")
    func tags() throws {
        let world = World(joins: true)
        let window = try Window(order: .key, limit: 1)
        for (name, tag) in [("A", 1), ("B", 1), ("C", 2), ("D", 1)] {
            world.connect(name)
            try world.listen(name, "/n", window, tag: tag)
        }
        _ = world.lines.take()
        try world.put("A", "/n/k", 1)
        #expect(world.calls.take() == ["AB"])
        #expect(
            world.lines.take() == [
                "A: merge /n#1 k=1", "B: merge /n#1 k=1", "C: merge /n#2 k=1", "D: merge /n#1 k=1", "A: ok",
            ])
    }

    @Test("a receiver that cannot be joined is called for itself, after the joined ones")
    func others() throws {
        let world = World(joins: true)
        for name in ["a", "B", "c", "D"] {
            world.connect(name)
            try world.listen(name, "/n")
        }
        _ = world.lines.take()
        try world.put("a", "/n", 1)
        #expect(world.calls.take() == ["BD"])
        #expect(
            world.lines.take() == ["B: set /n 1", "D: set /n 1", "a: set /n 1", "c: set /n 1", "a: ok"])
        world.release("c")
        #expect(world.calls.take() == ["released BD"])
    }

    @Test("all clients receive the same events in the same order as without joining", arguments: 0..<60)
    func random(salt: Int) throws {
        var generator = SeededGenerator(salt: 9_000 + UInt64(salt))
        let names = ["A", "B", "C", "D", "E"]
        let paths = ["/", "/n", "/n/a", "/n/a/x", "/m"]
        let windows = [Window.all, .all, try Window(order: .key, limit: 1), try Window(order: .key, limit: 2)]
        let (joining, plain) = (World(joins: true), World(joins: false))
        for name in names {
            joining.connect(name)
            plain.connect(name)
        }
        var joined = 0
        for step in 0..<80 {
            let (name, path) = (generator.pick(names), generator.pick(paths))
            let (kind, place) = (generator.below(12), generator.below(windows.count))
            let tag = place < 2 ? nil : generator.chance(80) ? place : place + 2
            for world in [joining, plain] {
                switch kind {
                case 0:
                    world.close(name)
                    world.connect(name)
                case 1: world.connect(name)
                case 2:
                    world.release(name)
                    world.connect(name)
                case 3: world.send(name, .unlisten(path: try Path(path), window: windows[place], tag: tag))
                case 4..<8: try world.listen(name, path, windows[place], tag: tag)
                default: try world.put(name, path == "/" ? "/n/b" : path, step)
                }
            }
            #expect(joining.lines.take() == plain.lines.take(), "step \(step); \(Seed.note)")
            joined += joining.calls.take().count
        }
        #expect(joined > 0, "nothing was joined; \(Seed.note)")
    }
}
