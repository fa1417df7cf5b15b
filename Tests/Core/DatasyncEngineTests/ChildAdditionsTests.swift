import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Dispatch
import TestSupport
import Testing

@testable import DatasyncEngine

@Suite("The additions of all children as one effect")
struct ChildAdditionsTests {
    private static let path = Path([Key(unchecked: "list")])

    private func list(_ count: Int) -> Node {
        Node(Children((0..<count).map { (Key(unchecked: "k\($0)"), .number(Double($0 * 7 % 13))) }))
    }

    private func text(_ event: Event, _ receiver: Receiver) -> String {
        "\(receiver.id.number) \(event.key?.text ?? "") \(event.node.text) after \(event.previousKey?.text ?? "nothing")"
    }

    @Test("parts of any length deliver the same events, child by child and in the order of the registrations")
    func parts() {
        var random = SeededGenerator(salt: 71)
        for round in 0..<300 {
            let count = 1 + random.below(round % 10 == 0 ? 200 : 20)
            let order: Order = random.pick([.key, .value, .priority])
            let receivers = (0...random.below(4)).map { Receiver(id: RegistrationID(number: $0)) }
            let node = list(count)
            let all = ChildAdditions(
                of: node.children, by: order, to: receivers, touchedKeys: TouchedKeys(coversAll: false, tree: nil),
                isNodeKnown: true)
            var expected: [String] = []
            var previous = "nothing"
            for (key, child) in node.children.entries(by: order) {
                expected += receivers.map { "\($0.id.number) \(key) \(child.text) after \(previous)" }
                previous = key.text
            }
            var (rest, delivered) = (all, [String]())
            while rest.count > 0 {
                let (limit, before) = (1 + random.below(40), rest.count)
                rest.deliver(atMost: limit) { delivered.append(text($0, $1)) }
                #expect(before - rest.count == min(limit, before), "round \(round), \(Seed.note)")
            }
            #expect(delivered == expected, "round \(round), \(Seed.note)")
            rest.deliver(atMost: 5) { _, _ in Issue.record("an event after the last") }
            (rest, delivered) = (all, [])
            while rest.count > 0 {
                delivered += rest.removeFirst(1 + random.below(40)).map { text($0.event, $0.receiver) }
            }
            #expect(delivered == expected, "lists of events, round \(round), \(Seed.note)")
        }
    }

    @Test("children that a pending write touches are added as unacknowledged, and acknowledged by the response")
    func unacknowledged() {
        var replica = Replica()
        var effects: [Effect] = []
        let interest: Interest = [.childAddition, .childAcknowledgement]
        let query = Query(path: Self.path, window: .all)
        let first = Receiver(id: RegistrationID(number: 1))
        _ = replica.listen(first, to: query, interest: .valueChange, into: &effects)
        replica.received(list(100), at: Self.path, into: &effects)
        let child = Self.path.child(Key(unchecked: "k7"))
        replica.write(.set(.string("mine"), at: child), number: 0, into: &effects)
        effects = []
        let second = Receiver(id: RegistrationID(number: 2))
        _ = replica.listen(second, to: query, interest: interest, into: &effects)
        #expect(effects.count == 1)
        let unacknowledged = effects.raisedEvents.filter { !$0.event.isAcknowledged }
        #expect(effects.raisedEvents.count == 100 && unacknowledged.map(\.event.key?.text) == ["k7"])
        effects = []
        replica.received(.string("mine"), at: child, into: &effects)
        replica.accepted(number: 0, into: &effects)
        let events = effects.raisedEvents.filter { $0.registration == second.id }
        #expect(events.map(\.event.kind) == [.childAcknowledgement] && events.map(\.event.key?.text) == ["k7"])
    }

    @Test("a call delivers additions up to its limit, and the executor the rest, in order")
    func limits() {
        let jobs = Record<@Sendable () -> Void>()
        let link = PlayedLink()
        let engine = Engine(link: link, clock: { 0 }, random: { 1 }, executor: { jobs.note($0) })
        engine.enableConnection(true)
        link.greet()
        let query = Query(path: Self.path, window: .all)
        _ = engine.listen(to: query, interest: .valueChange, sink: .init(event: { _ in }, ended: { _ in }))
        link.say(.message(.push(.set(path: Self.path, node: list(1_000), tag: nil))))
        let keys = Record<String>()
        let sink = Engine.Sink(event: { keys.note($0.key?.text ?? "the value") }, ended: { _ in })
        _ = engine.listen(to: query, interest: [.childAddition, .valueChange], sink: sink)
        #expect(keys.entries.count == 128)
        var turns = 0
        while turns < jobs.entries.count {
            jobs.entries[turns]()
            turns += 1
        }
        #expect(keys.entries == list(1_000).children.map(\.key.text) + ["the value"])
        #expect(turns == 2 && engine.isIdle)
    }

    @Test("parts in another order than that of the keys need no sorting", arguments: [Order.value, .priority])
    func indexed(order: Order) {
        let priorities = Children(
            (0..<100).map { number -> (Key, Node) in
                let priority = Node.number(Double(number * 7 % 13))
                return (Key(unchecked: "k\(number)"), Node.number(Double(number % 5)).withPriority(priority))
            })
        let additions = ChildAdditions(
            of: priorities, by: order, to: [Receiver(id: RegistrationID(number: 1))],
            touchedKeys: TouchedKeys(coversAll: false, tree: nil), isNodeKnown: true)
        #expect(additions.isIndexed)
    }

    @Test("one queue receives all additions, and several queues receive theirs, in order")
    func queues() {
        let link = PlayedLink()
        let engine = Engine(link: link, clock: { 0 }, random: { 1 })
        engine.enableConnection(true)
        link.greet()
        let queues = (0..<2).map { DeliveryQueue(queue: DispatchQueue(label: "queue \($0)")) }
        for uses in [[0, 0], [0, 1]] {
            let records = [Record<String>(), Record<String>()]
            let path = Path([Key(unchecked: "list \(uses)")])
            for (index, queue) in uses.enumerated() {
                let sink = Engine.Sink(
                    deliveryQueue: queues[queue], event: { records[index].note($0.key?.text ?? "") }, ended: { _ in })
                _ = engine.listen(to: Query(path: path, window: .all), interest: .childAddition, sink: sink)
            }
            link.say(.message(.push(.set(path: path, node: list(50), tag: nil))))
            for queue in queues { queue.queue.sync {} }
            for record in records { #expect(record.entries == list(50).children.map(\.key.text)) }
        }
    }
}
