import DatasyncTree
import TestSupport
import Testing

@testable import DatasyncAsync
@testable import DatasyncEngine

@Suite("Buffered events of ordered children")
struct CoalescedMovesTests {
    /// A list as a consumer builds it from events and their previous keys.
    private struct List {
        var keys: [Key] = []

        mutating func apply(_ event: Event) {
            guard let key = event.key, event.kind != .childAcknowledgement else { return }
            if event.kind != .childChange { keys.removeAll { $0 == key } }
            if event.kind == .childRemoval || event.kind == .childChange { return }
            let index = event.previousKey.flatMap { keys.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            keys.insert(key, at: index)
        }
    }

    /// The children by value, and the events of each change of one of them.
    private struct Source {
        var values: [Key: Double] = [:]

        var keys: [Key] { values.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key) }

        mutating func events(setting value: Double?, for key: Key) -> [Event] {
            let old = values[key]
            values[key] = value
            let place = keys.firstIndex(of: key)
            func event(_ kind: Event.Kind, _ number: Double) -> Event {
                Event(
                    kind: kind, key: key, node: .number(number),
                    previousKey: place.flatMap { $0 == 0 ? nil : keys[$0 - 1] }, isAcknowledged: true)
            }
            switch (old, value) {
            case (nil, let new?): return [event(.childAddition, new)]
            case (let old?, nil): return [event(.childRemoval, old)]
            case (let old?, let new?) where old != new: return [event(.childMove, new), event(.childChange, new)]
            default: return []
            }
        }
    }

    @Test("a consumer that takes events at any moment ends with the order of the children")
    func order() {
        var random = SeededGenerator(salt: 620)
        for round in 0..<500 {
            var buffer = EventBuffer(.coalescing, interest: [.childFamily, .childMove], order: .value)
            var (source, list) = (Source(), List())
            for _ in 0..<30 {
                let key = Key(unchecked: "k\(random.below(5))")
                let value = random.below(4) == 0 ? nil : Double(random.below(4))
                for event in source.events(setting: value, for: key) { _ = buffer.push(event) }
                while random.below(3) == 0, let event = buffer.pop() { list.apply(event) }
            }
            while let event = buffer.pop() { list.apply(event) }
            #expect(list.keys == source.keys, "round \(round), \(Seed.note)")
        }
    }

    @Test("a move and its change stay two events, and later ones of the child replace them")
    func pair() {
        var buffer = EventBuffer(.coalescing, interest: [.childFamily, .childMove], order: .value)
        var source = Source()
        let (a, b) = (Key(unchecked: "a"), Key(unchecked: "b"))
        for event in source.events(setting: 1, for: a) + source.events(setting: 2, for: b) { _ = buffer.push(event) }
        while buffer.pop() != nil {}
        for value in [3.0, 4] {
            for event in source.events(setting: value, for: a) { _ = buffer.push(event) }
        }
        let events = [buffer.pop(), buffer.pop(), buffer.pop()]
        #expect(events.map { $0?.kind } == [.childMove, .childChange, nil])
        #expect(events.map { $0?.node.number } == [4, 4, nil])
        #expect(events[0]?.previousKey == b)
    }
}
