import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend

/// The cost of listens for the requests of others, and the pushes that they receive.
struct ListenersTests {
    /// A list of numbers under `/list`.
    private static func list(_ count: Int) -> String {
        "{\"list\":{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}}"
    }

    @Test("a write concerns only the windows that it changes")
    func concerned() throws {
        var fixture = try BackendFixture(Self.list(2_000))
        fixture.connect("A")
        for index in 0..<1_000 {
            let window = try Window(
                order: .value, start: BoundValue(.number(Double(2 * index))), limit: 1)
            try fixture.listen("A", "/list", window, tag: index)
        }
        _ = fixture.take("A")
        let before = fixture.state.data
        var after = before
        let path = try Path("/list/k600")
        after.set(.number(600.5), at: path)
        var write = AppliedWrite(write: .set(WriteValue(.number(600.5)), at: path), before: before, after: after)
        write.findChanges()
        let concerned = fixture.state.listeners.concerned(by: write)
        #expect(concerned.count == 1 && concerned.first?.filtered.count == 1)
        try fixture.put("A", "/list/k600", "600.5")
        #expect(fixture.take("A") == [#"merge /list#300 k600=600.5"#, "ok"])
    }

    @Test("a write does not visit the nodes with listeners that it leaves as they are")
    func unchangedNodes() throws {
        var fixture = try BackendFixture(Self.list(1_000))
        fixture.connect("A")
        for index in 0..<1_000 { try fixture.listen("A", "/list/k\(index)") }
        let before = fixture.state.data
        var after = before
        after.set(.number(-1), at: try Path("/list/k7"))
        let parts = [MergePart(path: try Path("list/k7"), value: WriteValue(.number(-1)))]
        var write = AppliedWrite(
            write: .merge(parts, at: .root), before: before, after: after)
        write.findChanges()
        #expect(fixture.state.listeners.concerned(by: write).map(\.path.description) == ["/list/k7"])
    }

    @Test("the listens of a session that ends are removed a few at a time, and receive nothing meanwhile")
    func ending() throws {
        var state = BackendState(data: try Node(["n": 1]))
        let (first, second) = (state.makePort(), state.makePort())
        let session = try #require(state.opened(first, now: 0).0)
        let other = try #require(state.opened(second, now: 0).0)
        for index in 1...1_000 {
            let window = try Window(order: .value, limit: index)
            let listen = Request.Action.listen(path: .root, window: window, tag: index, hash: nil)
            _ = state.received(.request(Request(number: index, action: listen)), from: session, now: 0)
        }
        #expect(state.closed(session, now: 0).isEmpty)
        #expect(state.hasEndedListens && !state.listeners.isEmpty)
        // The port has another session by now, which listens to nothing.
        _ = try #require(state.opened(first, now: 0).0)
        let put = Request.Action.put(path: try Path("/n"), value: WriteValue(.number(2)), expectedHash: nil)
        let deliveries = state.received(.request(Request(number: 1, action: put)), from: other, now: 0)
        #expect(deliveries.flatMap(\.ports) == [second])
        var slices = 1
        while state.removeEndedListens() { slices += 1 }
        #expect(slices == 4 && state.listeners.isEmpty)
    }

    @Test("a sign-in decides again only about the listens that depend on the user")
    func userListens() throws {
        let rules = #"{"rules":{"open":{".read":true},"mine":{".read":"auth != null || data.val() == null"}}}"#
        var fixture = try BackendFixture("null", rules: rules)
        fixture.connect("A")
        for index in 0..<100 { try fixture.listen("A", "/open/\(index)") }
        try fixture.listen("A", "/mine")
        let session = try #require(fixture.state.sessions.values.first)
        #expect(session.listens.count == 101)
        #expect(session.userListens == [ListenKey(path: try Path("/mine"), window: .all)])
    }

    @Test("the pushes to each listen lead to its value, in random histories of writes and merges", arguments: 0..<6)
    func folds(salt: UInt64) throws {
        var random = SeededGenerator(salt: 1_000 + salt)
        func path(_ generator: inout SeededGenerator) throws -> String {
            let depth = Int.random(in: 0...3, using: &generator)
            return (0..<depth).map { _ in "/" + ["a", "b", "c"].randomElement(using: &generator)! }.joined()
        }
        func value(_ generator: inout SeededGenerator, _ depth: Int = 0) -> JSON {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: return .null
            case 1, 2: return .number(Double(Int.random(in: 0..<5, using: &generator)))
            case 3 where depth < 3:
                return [".value": 1, ".priority": .number(Double(Int.random(in: 0..<3, using: &generator)))]
            default:
                if depth == 3 { return .boolean(true) }
                return .object(
                    ["a", "b", "c", "d"].compactMap { name in
                        Bool.random(using: &generator) ? JSON.Member(name, value(&generator, depth + 1)) : nil
                    })
            }
        }
        for _ in 0..<12 {
            var state = BackendState()
            let ports = [state.makePort(), state.makePort()]
            let reader = try #require(state.opened(ports[0], now: 0).0)
            let writer = try #require(state.opened(ports[1], now: 0).0)
            var shown: [Int: (path: Path, window: Window, value: Node)] = [:]
            var defaults: [Path: Node] = [:]
            func fold(_ deliveries: [BackendState.Delivery]) {
                for delivery in deliveries where delivery.ports.contains(ports[0]) {
                    guard case .message(.push(let push)) = delivery.event else { continue }
                    let (place, parts, tag) =
                        switch push {
                        case .set(let path, let node, let tag): (path, [(Path.root, node)], tag)
                        case .merge(let path, let children, let tag): (path, children, tag)
                        default: (Path.root, [], nil)
                        }
                    for (relative, node) in parts.sorted(by: { $0.0.mergeStep(of: $0.1) < $1.0.mergeStep(of: $1.1) }) {
                        let target = place.appending(relative)
                        if let tag, let base = shown[tag]?.path {
                            shown[tag]?.value.set(node, at: target.relative(to: base) ?? .root)
                        } else {
                            for (base, _) in defaults {
                                if let below = target.relative(to: base), place.isAtOrBelow(base) {
                                    defaults[base]?.set(node, at: below)
                                }
                            }
                        }
                    }
                }
            }
            for tag in 1...8 {
                let place = try Path(try path(&random))
                let order = [Order.key, .value, .priority, try .child("a")].randomElement(using: &random)!
                let limit = Bool.random(using: &random) ? Int.random(in: 1...2, using: &random) : nil
                let start = Bool.random(using: &random) ? BoundValue(order == .key ? .string("b") : .number(1)) : nil
                let window = try Window(
                    order: order, start: start, limit: limit, side: Bool.random(using: &random) ? .first : .last)
                if window.isAll {
                    // A server sends one stream of pushes for all default listens of a client; one each is enough here.
                    if defaults.keys.contains(where: { $0.isAtOrBelow(place) || place.isAtOrBelow($0) }) { continue }
                    defaults[place] = .null
                } else {
                    if shown.values.contains(where: { $0.path == place && $0.window == window }) { continue }
                    shown[tag] = (place, window, .null)
                }
                let listen = Request.Action.listen(
                    path: place, window: window, tag: window.isAll ? nil : tag, hash: nil)
                fold(state.received(.request(Request(number: tag, action: listen)), from: reader, now: 0))
            }
            for number in 1...60 {
                let place = try Path(try path(&random))
                let action: Request.Action
                if Bool.random(using: &random) {
                    let value = try WriteValue(value(&random), at: place, readsPriorities: true)
                    action = .put(path: place, value: value, expectedHash: nil)
                } else {
                    let names = ["a", "b/c", "c/a/b", "d", "a/.priority", "b/a"].filter { _ in
                        Bool.random(using: &random)
                    }
                    let members = JSON.object(
                        names.map { name in
                            JSON.Member(name, name.hasSuffix(".priority") ? .number(2) : value(&random, 2))
                        })
                    guard let parts = try? MergePart.parts(members, at: place, readsPriorities: true), !parts.isEmpty
                    else {
                        continue
                    }
                    action = .merge(path: place, parts: parts)
                }
                fold(state.received(.request(Request(number: number, action: action)), from: writer, now: 0))
                for (tag, listen) in shown {
                    let truth = listen.window.cut(state.data[listen.path])
                    #expect(
                        listen.value == truth,
                        "\(tag) \(listen.path) \(listen.window) after \(number): \(listen.value.exportJSON.text) instead of \(truth.exportJSON.text); \(Seed.note)"
                    )
                    if listen.value != truth { return }
                }
                for (base, node) in defaults {
                    #expect(
                        node == state.data[base],
                        "\(base) after \(number): \(node.exportJSON.text) instead of \(state.data[base].exportJSON.text); \(Seed.note)"
                    )
                    if node != state.data[base] { return }
                }
            }
        }
    }
}
