import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncLegacy
import Testing

@Suite("Event types and typed events", .timeLimit(.minutes(30)))
struct EventTypeTests {
    let fixture: ClientFixture
    let other: Webcom
    let manager: DatasyncManager
    let node: DatasyncNode

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1, "b": 2]])
        other = fixture.device().legacy.child("list")
        manager = fixture.device().manager()
        node = try manager.nodeThrows(for: "list")
    }

    @Test("each shortcut equals the event type that it abbreviates")
    func shortcuts() {
        #expect(DatasyncEventType.valueChange == .value(change: true))
        #expect(DatasyncEventType.valueAcknowledgement == .value(acknowledgement: true))
        #expect(DatasyncEventType.valueEvent == .value(change: true, acknowledgement: true))
        #expect(DatasyncEventType.childAddition == .child(addition: true))
        #expect(DatasyncEventType.childChange == .child(change: true))
        #expect(DatasyncEventType.childRemoval == .child(removal: true))
        #expect(DatasyncEventType.childAcknowledgement == .child(acknowledgement: true))
        #expect(
            DatasyncEventType.childEvent == .child(addition: true, change: true, removal: true, acknowledgement: true))
        #expect(DatasyncEventType.childEvent != .valueEvent)
        #expect(DatasyncEventType.value(change: true, withoutData: true) != .valueChange)
        #expect(DatasyncEventType.valueEvent.description == "value+value_ack")
    }

    @Test("the sequences throw only errors of the library, as their types declare")
    func failures() {
        func failure<Sequence: AsyncSequence>(of sequence: Sequence) -> Sequence.Failure.Type { Sequence.Failure.self }
        let types: [WebcomError.Type] = [
            failure(of: node.events()), failure(of: node.values(as: Int.self)),
            failure(of: node.children(as: Int.self)),
            failure(of: node.events(of: DatasyncChildAddition.self)),
        ]
        #expect(types.count == 4)
    }

    @Test("a received event matches exactly one pattern")
    func patterns() async throws {
        var iterator = node.events(.childEvent).makeAsyncIterator()
        try await node.set(["a": 5, "c": 3])
        var seen: [String] = []
        while seen.count < 8 {
            let event = try #require(try await iterator.next())
            switch event.eventType {
            case .childAddition: seen.append("+" + event.key)
            case .childChange: seen.append("~" + event.key)
            case .childRemoval: seen.append("-" + event.key)
            case .childAcknowledgement: seen.append("ack " + event.key)
            case .valueChange, .valueAcknowledgement: Issue.record("a value event among child events")
            default: Issue.record("more than one flag in \(event)")
            }
        }
        #expect(seen == ["+a", "+b", "-b", "+c", "~a", "ack a", "ack b", "ack c"])
    }

    @Test("a typed event carries the members of its kind")
    func typed() async throws {
        var additions = node.events(of: DatasyncChildAddition.self).makeAsyncIterator()
        var changes = node.events(of: DatasyncChildChange.self).makeAsyncIterator()
        var removals = node.events(of: DatasyncChildRemoval.self).makeAsyncIterator()
        var values = node.events(of: DatasyncValueChange.self).makeAsyncIterator()
        var hidden = node.events(of: DatasyncValueChangeHidingData.self).makeAsyncIterator()
        other.set(["b": 5, "c": 3])
        let first = try #require(try await additions.next())
        #expect(first.key == "a")
        #expect(first.previousChildKey == nil)
        let second = try #require(try await additions.next())
        #expect(second.previousChildKey == "a")
        #expect(second.value.decoded(as: Int.self) == 2)
        #expect(try await additions.next()?.key == "c")
        let change = try #require(try await changes.next())
        #expect(change.key == "b")
        #expect(change.previousChildKey == nil)
        #expect(change.value.decoded(as: Int.self) == 5)
        let removal = try #require(try await removals.next())
        #expect(removal.key == "a")
        #expect(removal.value.decoded(as: Int.self) == 1)
        #expect(try await values.next()?.value.description == #"{"a":1,"b":2}"#)
        #expect(try await values.next()?.value.description == #"{"b":5,"c":3}"#)
        #expect(try await hidden.next()?.isAcknowledged == true)
        try await node.set(1)
        #expect(try await hidden.next()?.isAcknowledged == true)
        #expect(try await hidden.next()?.isAcknowledged == false)
    }

    @Test("a combination of events is an enum with a case for each")
    func combination() async throws {
        var iterator = node.events(of: DatasyncChildEvent.self, childrenConstraint: .last(limit: 1)).makeAsyncIterator()
        try await node.relativeNode(for: "b")?.clear()
        var seen: [String] = []
        while seen.count < 4 {
            switch try #require(try await iterator.next()) {
            case .addition(let addition): seen.append("+\(addition.key)")
            case .change(let change): seen.append("~\(change.key)")
            case .removal(let removal): seen.append("-\(removal.key) \(removal.value)")
            case .move(let move): seen.append(">\(move.key)")
            case .acknowledgement(let event): seen.append("ack \(event.key) \(event.value)")
            }
        }
        #expect(seen == ["+b", "-b 2", "+a", "ack b null"] || seen == ["+b", "-b 2", "ack b null", "+a"])
    }
}
