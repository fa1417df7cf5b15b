import DatasyncTree
import Testing

@testable import DatasyncEngine

@Suite("Events of one child that nobody took")
struct EventBufferTests {
    private func event(_ kind: Event.Kind, _ number: Double) -> Event {
        Event(kind: kind, key: Key(unchecked: "k"), node: .number(number), previousKey: nil, isAcknowledged: true)
    }

    /// A buffer out of which the addition of 1 was taken, and then into which went others.
    private func buffer(_ events: [Event]) -> EventBuffer {
        var buffer = EventBuffer(.coalescing, interest: .childFamily)
        _ = buffer.push(event(.childAddition, 1))
        _ = buffer.pop()
        for event in events { _ = buffer.push(event) }
        return buffer
    }

    @Test("change, removal and addition show the last value")
    func thereAgain() {
        var buffer = buffer([event(.childChange, 2), event(.childRemoval, 2), event(.childAddition, 2)])
        var shown: Node? = .number(1)
        while let next = buffer.pop() { shown = next.kind == .childRemoval ? nil : next.node }
        #expect(shown == .number(2))
    }

    @Test("a removal carries the value that was shown, not the one that nobody saw")
    func removal() {
        var buffer = buffer([event(.childChange, 2), event(.childRemoval, 2)])
        let removal = buffer.pop()
        #expect(removal?.kind == .childRemoval)
        #expect(removal?.node == .number(1))
        #expect(buffer.count == 0)
    }
}
