import DatasyncTree
import TestSupport
import Testing

@testable import DatasyncAsync
@testable import DatasyncEngine

@Suite("Buffered events of one child")
struct EventBufferTests {
    /// The state of a child as a consumer knows it.
    private struct Known: Equatable {
        var value: Node?
        var isAcknowledged: Bool
    }

    private func event(_ kind: Event.Kind, _ number: Double, isAcknowledged: Bool = true) -> Event {
        Event(
            kind: kind, key: Key(unchecked: "k"), node: .number(number), previousKey: nil,
            isAcknowledged: isAcknowledged)
    }

    /// Returns a buffer from which the addition of 1 was taken, and which then received the events.
    private func buffer(
        _ events: [Event], interest: Interest = .childFamily, knowsAcknowledged: Bool = true
    ) -> EventBuffer {
        var buffer = EventBuffer(.coalescing, interest: interest)
        _ = buffer.push(event(.childAddition, 1, isAcknowledged: knowsAcknowledged))
        _ = buffer.pop()
        for event in events { _ = buffer.push(event) }
        return buffer
    }

    private func taken(_ buffer: EventBuffer) -> [Event] {
        var buffer = buffer
        var events: [Event] = []
        while let next = buffer.pop() { events.append(next) }
        return events
    }

    private func apply(_ event: Event, to known: inout Known) {
        switch event.kind {
        case .childRemoval: known = Known(value: nil, isAcknowledged: event.isAcknowledged)
        case .childAcknowledgement: known.isAcknowledged = true
        default: known = Known(value: event.node, isAcknowledged: event.isAcknowledged)
        }
    }

    private static let withoutAcknowledgements: Interest = [.childAddition, .childChange, .childRemoval]

    @Test("a change, a removal and an addition result in the last value")
    func thereAgain() {
        var buffer = buffer([event(.childChange, 2), event(.childRemoval, 2), event(.childAddition, 2)])
        var shown: Node? = .number(1)
        while let next = buffer.pop() { shown = next.kind == .childRemoval ? nil : next.node }
        #expect(shown == .number(2))
    }

    @Test("a removal carries the value that the consumer knows, not a value that it never took")
    func removal() {
        var buffer = buffer([event(.childChange, 2), event(.childRemoval, 2)])
        let removal = buffer.pop()
        #expect(removal?.kind == .childRemoval)
        #expect(removal?.node == .number(1))
        #expect(buffer.count == 0)
    }

    @Test(
        "a consumer that takes events at any moment ends with the value of the last addition",
        arguments: 0..<16)
    func moments(pattern: Int) {
        let events = [
            event(.childAddition, 1), event(.childChange, 2), event(.childRemoval, 2), event(.childAddition, 1),
        ]
        var buffer = EventBuffer(.coalescing, interest: .childFamily)
        var known = Known(value: nil, isAcknowledged: true)
        for (index, event) in events.enumerated() {
            _ = buffer.push(event)
            if pattern >> index & 1 == 1, let next = buffer.pop() { apply(next, to: &known) }
        }
        while let next = buffer.pop() { apply(next, to: &known) }
        #expect(known == Known(value: .number(1), isAcknowledged: true))
    }

    @Test("a change, a removal and an addition of the value that the consumer knows cancel out")
    func nothing() {
        let buffer = buffer([event(.childChange, 2), event(.childRemoval, 2), event(.childAddition, 1)])
        #expect(buffer.count == 0)
    }

    @Test("a local child that is removed and then added acknowledged with the same value is acknowledged")
    func acknowledgement() {
        let events = taken(
            buffer([event(.childRemoval, 1), event(.childAddition, 1)], knowsAcknowledged: false))
        #expect(events.map(\.kind) == [.childAcknowledgement])
        #expect(events.map(\.node) == [.number(1)])
        #expect(events.map(\.isAcknowledged) == [true])
    }

    @Test("without acknowledgements both events remain")
    func withoutAcknowledgements() {
        let events = taken(
            buffer(
                [event(.childRemoval, 1), event(.childAddition, 1)], interest: Self.withoutAcknowledgements,
                knowsAcknowledged: false))
        #expect(events.map(\.kind) == [.childRemoval, .childAddition])
        #expect(events.last?.isAcknowledged == true)
    }

    @Test(
        "an acknowledged child that is removed and then added locally with the same value keeps both events",
        arguments: [Interest.childFamily, [.childAddition, .childChange, .childRemoval]])
    func local(interest: Interest) {
        let events = taken(
            buffer(
                [event(.childRemoval, 1, isAcknowledged: false), event(.childAddition, 1, isAcknowledged: false)],
                interest: interest))
        #expect(events.map(\.kind) == [.childRemoval, .childAddition])
        #expect(events.last?.isAcknowledged == false)
    }

    @Test("the acknowledged removal of an addition that was never taken acknowledges the earlier removal")
    func removedAgain() {
        var buffer = buffer([event(.childRemoval, 1, isAcknowledged: false)])
        #expect(buffer.pop()?.kind == .childRemoval)
        for event in [event(.childAddition, 2), event(.childRemoval, 2)] { _ = buffer.push(event) }
        let events = taken(buffer)
        #expect(events.map(\.kind) == [.childAcknowledgement])
        #expect(events.first?.node.isNull == true)
    }

    @Test("random events give the same value and state as without a buffer, whenever taken", arguments: [true, false])
    func random(wantsAcknowledgements: Bool) {
        var random = SeededGenerator()
        for round in 0..<2_000 {
            let interest = wantsAcknowledgements ? Interest.childFamily : Self.withoutAcknowledgements
            var buffer = EventBuffer(.coalescing, interest: interest)
            var (plain, known) = (Known(value: nil, isAcknowledged: true), Known(value: nil, isAcknowledged: true))
            for step in 0..<12 {
                let event = nextEvent(after: plain, wantsAcknowledgements, &random)
                apply(event, to: &plain)
                _ = buffer.push(event)
                while random.chance(40), let next = buffer.pop() { apply(next, to: &known) }
                guard buffer.count == 0 else { continue }
                let note: Comment = "seed \(Seed.value), round \(round), step \(step)"
                #expect(known.value == plain.value, note)
                if plain.value != nil {
                    #expect(known.isAcknowledged == plain.isAcknowledged, note)
                } else if wantsAcknowledgements, plain.isAcknowledged {
                    #expect(known.isAcknowledged, note)
                }
            }
        }
    }

    /// Returns a possible next event; an existing child gets a change, a removal or an acknowledgement.
    private func nextEvent(after known: Known, _ wantsAcknowledgements: Bool, _ random: inout SeededGenerator) -> Event
    {
        let number = Double(Int.random(in: 1...2, using: &random))
        let isAcknowledged = random.chance(50)
        guard let value = known.value else {
            if wantsAcknowledgements, !known.isAcknowledged, random.chance(30) {
                return Event(
                    kind: .childAcknowledgement, key: Key(unchecked: "k"), node: .null, previousKey: nil,
                    isAcknowledged: true)
            }
            return event(.childAddition, number, isAcknowledged: isAcknowledged)
        }
        if wantsAcknowledgements, !known.isAcknowledged, random.chance(30) {
            return event(.childAcknowledgement, value.number ?? 0)
        }
        return random.chance(40)
            ? event(.childRemoval, value.number ?? 0, isAcknowledged: isAcknowledged)
            : event(.childChange, number, isAcknowledged: isAcknowledged)
    }
}
