import DatasyncBackend
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTesting
import DatasyncTree
import DatasyncWire
import Foundation
import Testing

/// Tests that child events alone suffice to rebuild the list: keys, values and order.
struct ListRebuildTests {
    @Test("the list rebuilt from child events equals the value after every transition, in every window")
    func rebuiltListEqualsValue() throws {
        let seed = UInt64(ProcessInfo.processInfo.environment["DATASYNC_SEED"] ?? "") ?? 7
        let random = SeededRandom(seed: seed)
        var transitions = 0
        for round in 0..<80 {
            let stage = try RebuildFixture(random)
            for step in 0..<60 {
                stage.step()
                for (window, list) in stage.lists {
                    let problem = list.difference(from: stage.node(of: window))
                    #expect(
                        problem == nil, "seed \(seed), round \(round), step \(step), window \(window): \(problem ?? "")"
                    )
                    transitions += 1
                }
            }
        }
        #expect(transitions > 20_000)
    }
}

/// A list that an application rebuilds from child events.
private final class RebuiltList: Sendable {
    private struct State: Sendable {
        var rows: [(key: String, node: Node)] = []
        var problem: String?
    }

    private let state = Guarded(State())

    func apply(_ event: Event) {
        guard let key = event.key?.text else { return }
        state.withLock { state in
            switch event.kind {
            case .childAddition:
                let place = Self.place(after: event.previousKey?.text, in: state.rows)
                if place == nil {
                    state.problem = "\(key) is to go after \(event.previousKey?.text ?? "nothing"), which is not there"
                }
                if state.rows.contains(where: { $0.key == key }) { state.problem = "\(key) is added twice" }
                state.rows.insert((key, event.node), at: place ?? 0)
            case .childChange:
                guard let index = state.rows.firstIndex(where: { $0.key == key }) else {
                    state.problem = "\(key) changes, which is not there"
                    return
                }
                state.rows[index].node = event.node
            case .childRemoval:
                let before = state.rows.count
                state.rows.removeAll { $0.key == key && $0.node == event.node }
                if state.rows.count != before - 1 { state.problem = "\(key) is removed with another value than it had" }
            default: break
            }
        }
    }

    private static func place(after key: String?, in rows: [(key: String, node: Node)]) -> Int? {
        guard let key else { return 0 }
        return rows.firstIndex { $0.key == key }.map { $0 + 1 }
    }

    func difference(from node: Node) -> String? {
        let state = state.withLock(\.self)
        if let problem = state.problem { return problem }
        let expected = node.children.map { "\($0.key.text)=\($0.value.text)" }
        let rebuilt = state.rows.map { "\($0.key)=\($0.node.text)" }
        return expected == rebuilt ? nil : "expected \(expected), rebuilt \(rebuilt)"
    }
}

/// Two clients and a back end with random actions.
private final class RebuildFixture {
    let lists: [(window: Window, list: RebuiltList)]
    private let random: SeededRandom
    private let clients: [(engine: Engine, port: BackendPort)]
    private let list: Path
    private var held: Set<Int> = []

    init(_ random: SeededRandom) throws {
        self.random = random
        list = try Path("/list")
        let backend = Backend { 0 }
        clients = (0..<2).map { _ in
            let port = backend.makePort()
            return (Engine(link: port, clock: { 0 }, random: { random.next() }), port)
        }
        for client in clients { client.engine.enableConnection(true) }
        let windows = [
            Window.all, try Window(limit: 2), try Window(limit: 3, side: .last), try Window(start: "b", limit: 2),
            try Window(end: "c", limit: 2, side: .last), try Window(start: "9", end: "c"),
        ]
        // A default listen also serves the windows below it, so half of the rounds have none.
        let chosen = random.below(2) == 0 ? windows : Array(windows.dropFirst())
        let engine = clients[0].engine
        let path = list
        lists = chosen.map { window in
            let list = RebuiltList()
            _ = engine.listen(
                to: Query(path: path, window: window), interest: .childFamily,
                sink: .init(event: { list.apply($0) }, ended: { _ in }))
            return (window, list)
        }
    }

    func node(of window: Window) -> Node {
        let query = Query(path: list, window: window)
        return clients[0].engine.inspect { $0.replica.view(of: query)?.event.node ?? .null }
    }

    func step() {
        let number = random.below(2)
        let client = clients[number]
        switch random.below(20) {
        case 0: client.port.hold()
        case 1, 2: client.port.release()
        case 3: client.port.drop()
        case 4, 5: client.port.restore()
        case 6: client.port.refuseNext(with: .permissionDenied)
        case 7: try? client.engine.set(WriteValue(.null), at: list) { _ in }
        case 8: try? client.engine.set(WriteValue(.number(5)), at: list) { _ in }
        case 9:
            try? client.engine.set(WriteValue(Node(Children([(key("c"), value()), (key("b"), value())]))), at: list) {
                _ in
            }
        case 10, 11:
            let parts = [
                MergePart(path: Path([key("a")]), value: WriteValue(value())),
                MergePart(path: Path([key("c"), key("x")]), value: WriteValue(value())),
            ]
            try? client.engine.merge(parts, at: list) { _ in }
        case 12: try? client.engine.set(WriteValue(value()), at: list.child(key()).child(Key(unchecked: "x"))) { _ in }
        default: try? client.engine.set(WriteValue(value()), at: list.child(key())) { _ in }
        }
    }

    private func key(_ text: String? = nil) -> Key {
        Key(unchecked: text ?? random.pick(["a", "b", "c", "d", "9", "10", "0"]))
    }

    private func value() -> Node {
        random.pick([
            .null, .null, .number(1), .number(2), .string("x"), Node(Children([(Key(unchecked: "x"), .number(1))])),
        ])
    }
}
