import DatasyncTree
import Testing

@testable import DatasyncEngine

@Suite("Priorities of nodes that the server removes")
struct LostPriorityTests {
    @Test("a node that only a pending write still shows has no priority", arguments: ["a", "x/a"])
    func removal(path: String) throws {
        let place = try Path(path)
        var replica = Replica()
        var effects: [Effect] = []
        _ = replica.listen(
            Receiver(id: RegistrationID(number: 1)), to: Query(path: .root, window: .all), interest: .valueChange,
            cachedNode: nil, into: &effects)
        let child = Node(Children([(Key(unchecked: "b"), .number(1))])).withPriority(.number(7))
        replica.received(Node.null.setting(child, at: place), at: .root, into: &effects)
        #expect(event(replica)[place].priority == .number(7))
        replica.write(.set(.number(2), at: place.child(Key(unchecked: "c"))), number: 1, into: &effects)
        #expect(event(replica)[place].priority == .number(7))
        replica.received(.null, at: place.child(Key(unchecked: "b")), into: &effects)
        #expect(event(replica)[place].text == #"{"c":2}"# && event(replica)[place].priority.isNull)
        replica.received(.number(2), at: place.child(Key(unchecked: "c")), into: &effects)
        replica.accepted(number: 1, into: &effects)
        let server = replica.syncPoints[.root]?.value?.views.first?.server.node
        #expect(server == event(replica))
    }

    private func event(_ replica: Replica) -> Node {
        replica.syncPoints[.root]?.value?.views.first?.event.node ?? .null
    }
}
