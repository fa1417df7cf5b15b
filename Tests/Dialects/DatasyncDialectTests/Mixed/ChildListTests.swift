import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import TestSupport
import Testing

/// Lists that are folded from the events of children, in each dialect.
@Suite("Lists of children", .timeLimit(.minutes(10)))
struct ChildListTests {
    /// A query of a random history, in each dialect.
    private struct Window {
        let legacy: Query
        let callback: Webcom.Constraint
        let async: DatasyncChildrenConstraint

        init(of node: Webcom, _ random: SeededRandom) {
            let order = random.pick([WebcomOrder.key, .value, .priority, .child("n")])
            var legacy =
                switch order {
                case .key: node.orderByKey()
                case .value: node.orderByValue()
                case .priority: node.orderByPriority()
                default: node.orderByChild("n")
                }
            var callback = Webcom.Constraint.orderBy(order)
            let hasStart = order != .key && random.below(3) == 0
            if hasStart {
                legacy = legacy.startAt(1)
                callback = callback.startAt(1)
            }
            let limit = random.below(4)
            let start: WebcomBound? = hasStart ? 1 : nil
            switch random.below(3) {
            case 0 where limit > 0:
                (legacy, callback) = (legacy.limitToFirst(limit), callback.first(limit))
                async = .ordered(by: order, from: start, first: limit)
            case 1 where limit > 0:
                (legacy, callback) = (legacy.limitToLast(limit), callback.last(limit))
                async = .ordered(by: order, from: start, last: limit)
            default: async = .ordered(by: order, from: start)
            }
            (self.legacy, self.callback) = (legacy, callback)
        }
    }

    /// The comparisons of a history: each event of the value with the list that the events before it give.
    private struct History: Sendable {
        let random: SeededRandom
        let fixture: ClientFixture
        let device: Device
        let other: Device
        let manager: DatasyncManager
        let log = Log()
        let compared = Box<[String: Int]>([:])

        init(seed: UInt64) throws {
            random = SeededRandom(seed: seed)
            fixture = try ClientFixture()
            (device, other) = (fixture.device(), fixture.device())
            manager = device.manager()
            device.application.diagnostics = { _ in }
        }

        func compare(_ dialect: String, _ list: [String], with value: [String]) {
            compared.value[dialect, default: 0] += 1
            if list != value { log.note("\(dialect): list \(list), value \(value)") }
        }

        func subscribe() {
            let window = Window(of: device.legacy.child("l"), random)
            let legacy = ChildList(of: window.legacy)
            let kinds = ["child_added", "child_changed", "child_moved", "child_removed", "child_ack"]
            window.legacy.on(kinds, queue: fixture.queue) { snapshot, _ in legacy.apply(snapshot) }
            window.legacy.on("value", queue: fixture.queue) { snapshot, _ in
                compare("legacy", legacy.children.map(\.row), with: snapshot.children.map(\.row))
            }
            let callback = ChildList(window.callback)
            let node = device.node("l")
            let children = Webcom.Callback(queue: fixture.queue) { snapshot, _ in callback.apply(snapshot) }
                .includeAcknowledgements()
            _ = node.subscribe(Webcom.Event.Child.Addition.Change.Move.Removal, children, window.callback)
            let value = Webcom.Callback(queue: fixture.queue) { snapshot, _ in
                compare("callback", callback.children.map(\.row), with: snapshot.children.map(\.row))
            }
            _ = node.subscribe(Webcom.Event.ValueChange, value, window.callback)
            let async = ChildList(childrenConstraint: window.async)
            manager["l"].subscribe(
                to: .childEvent(moves: true), childrenConstraint: window.async, queue: fixture.queue
            ) { async.apply($0) }
            manager["l"].subscribe(to: .valueChange, childrenConstraint: window.async, queue: fixture.queue) { event in
                let rows = zip(async.keys, async.children).map { "\($0)=\($1)" }
                compare("async", rows, with: event.value.value.children.map { "\($0.location.key)=\($0.node.text)" })
            }
        }

        /// Writes from both clients, or holds, releases, refuses and loses responses of the first.
        func step() {
            let list = (random.below(2) == 0 ? device : other).legacy.child("l")
            let child = list.child("k\(random.below(6))")
            switch random.below(14) {
            case 0: device.port.hold()
            case 1: device.port.release()
            case 2: device.port.refuseNext(with: .permissionDenied)
            case 3:
                device.port.drop()
                device.port.restore()
            case 4: list.set(random.below(5) == 0 ? 1 : children())
            case 5, 6: list.update(children())
            case 7: child.setPriority(random.below(3))
            case 8: child.setWithPriority(value(), random.below(3))
            case 9: child.remove()
            default: child.set(value())
            }
        }

        private func value() -> Any { random.below(2) == 0 ? random.below(3) : ["n": random.below(3)] }

        private func children() -> [String: Any] {
            let pairs = (0...random.below(4)).map { _ in ("k\(random.below(6))", value()) }
            return Dictionary(pairs) { $1 }
        }
    }

    @Test("contain at each value event what the value contains, in its order", arguments: 0..<10)
    func histories(part: UInt64) throws {
        var compared: [String: Int] = [:]
        let count = LongForm.count(80, long: 250)
        for number in 0..<count {
            let seed = part * 250 + UInt64(number)
            let history = try History(seed: seed)
            history.subscribe()
            for _ in 0..<12 { history.step() }
            history.device.port.release()
            history.fixture.flush()
            #expect(history.log.entries == [], "seed \(seed)")
            compared.merge(history.compared.value, uniquingKeysWith: +)
        }
        #expect(compared.count == 3 && compared.values.allSatisfy { $0 > 4 * count }, "\(compared)")
    }

    @Test("are right where a list by previous keys goes astray: a move and an addition in one change [orders 3.7]")
    func astray() throws {
        let fixture = try ClientFixture(["l": ["k0": 1, "k1": 2]])
        let query = fixture.device().legacy.child("l").orderByValue()
        let list = ChildList(of: query)
        let log = Log()
        query.on(["child_added", "child_changed", "child_moved", "child_removed"], queue: fixture.queue) {
            snapshot, key in
            list.apply(snapshot)
            log.note("\(snapshot.eventType() ?? "") \(snapshot.name() ?? "") after \(key ?? "none")")
        }
        fixture.flush()
        fixture.device().legacy.child("l").set(["k0": 1, "k1": 0, "k5": 0.5])
        fixture.flush()
        #expect(
            log.entries.dropFirst(2) == [
                "child_added k5 after k1", "child_moved k1 after none", "child_changed k1 after none",
            ])
        #expect(list.keys == ["k1", "k5", "k0"])
        #expect("\(list)" == "ChildList(k1, k5, k0)")
        list.removeAll()
        #expect(list.children == [])
    }
}

extension DataSnapshot {
    fileprivate var row: String { "\(name() ?? "")=\(text)" }
}

extension Webcom.DataSnapshot {
    fileprivate var row: String { "\(node.key ?? "")=\(text)" }
}
