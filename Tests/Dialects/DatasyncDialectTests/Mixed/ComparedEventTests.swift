import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import TestSupport
import Testing

@Suite("Compared events of the three dialects")
struct ComparedEventTests {
    private let fixture: ClientFixture
    private let device: Device
    private let reports = Record<String>()

    init() throws {
        fixture = try ClientFixture(["l": ["a": 1, "b": ["x": 2]]])
        device = fixture.device()
    }

    @Test("every event of two dialects is compared as equal, up to the revocation", arguments: [true, false])
    func equal(isOfValue: Bool) throws {
        let manager = device.manager()
        let comparators = ["callback", "async"].map { name in
            EventSequenceComparator(path: "l") { [reports] in reports.note("\(name): \($0)") }
        }
        let record = { @Sendable (side: EventSequenceComparator.Side, index: Int, event: ComparedEvent?) in
            comparators[index].record(from: side, event)
        }
        let names =
            isOfValue
            ? ["value", "value_ack"] : ["child_added", "child_changed", "child_removed", "child_moved", "child_ack"]
        device.legacy.child("l").on(names, queue: nil) { snapshot, previousKey in
            for index in [0, 1] { record(.old, index, ComparedEvent(snapshot, previousKey)) }
        } revoked: { error in
            for index in [0, 1] { record(.old, index, .revocation(error)) }
        }
        let callback = Webcom.Callback(queue: nil) { record(.new, 0, ComparedEvent($0, $1)) }.includeAcknowledgements()
        let node = device.node("l")
        if isOfValue {
            node.subscribe(Webcom.Event.ValueChange, callback)
        } else {
            node.subscribe(Webcom.Event.Child.Addition.Change.Removal.Move, callback)
        }
        manager["l"].subscribe(to: isOfValue ? .valueEvent : .childEvent(moves: true), queue: nil) { event in
            record(.new, 1, ComparedEvent(event))
        } onCompletion: { completion in
            if case .revocation(let error) = completion { record(.new, 1, .revocation(error)) }
        }
        fixture.flush()
        let list = device.legacy.child("l")
        list.child("c").set(["at": [".sv": "timestamp"]], queue: nil) { _ in }
        fixture.flush()
        list.child("a").remove(queue: nil) { _ in }
        list.child("b").setPriority(-1, queue: nil) { _ in }
        fixture.flush()
        let count = comparators[0].countOfEqual
        #expect(count > (isOfValue ? 4 : 6))
        try fixture.embedded.setRules(closed)
        fixture.flush()
        #expect(comparators.map(\.countOfEqual) == [count + 1, count + 1], "the revocation is an event too")
        #expect(comparators.map(\.countOfWaiting) == [0, 0])
        for comparator in comparators { comparator.finish() }
        #expect(reports.entries == [])
    }

    @Test("the snapshot of a read is no event")
    func reads() {
        let log = Log()
        device.legacy.child("l").get(queue: nil) { _, snapshot in
            log.note(snapshot.flatMap { ComparedEvent($0, nil) }?.line ?? "no event")
        }
        fixture.flush()
        #expect(log.entries == ["no event"])
    }
}
