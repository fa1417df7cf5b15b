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

    @Test("a priority follows from the order of all pending writes [orders 4.3]", arguments: ["", "x"])
    func order(path: String) throws {
        let place = try Path(path)
        let b = place.child(Key(unchecked: "b"))
        var replica = Replica()
        var effects: [Effect] = []
        _ = replica.listen(
            Receiver(id: RegistrationID(number: 1)), to: Query(path: .root, window: .all), interest: .valueChange,
            cachedNode: nil, into: &effects)
        let node = Node(Children([(Key(unchecked: "b"), .number(1))])).withPriority(.number(7))
        replica.received(Node.null.setting(node, at: place), at: .root, into: &effects)
        // The second write covers the first one, but fills a node that the first one has emptied.
        replica.write(.set(.null, at: b), number: 1, into: &effects)
        replica.write(.set(.number(5), at: b), number: 2, into: &effects)
        #expect(event(replica)[place].priority.isNull)
        replica.rejected(number: 1, into: &effects)
        #expect(event(replica)[place] == node.setting(.number(5), at: Path([Key(unchecked: "b")])))
        replica.rejected(number: 2, into: &effects)
        #expect(event(replica)[place] == node)
    }

    @Test("a merge that replaces all children of a node keeps its priority [orders 4.6]", arguments: ["", "x"])
    func merge(path: String) throws {
        let place = try Path(path)
        let parts = [(place.child(Key(unchecked: "b")), Node.null), (place.child(Key(unchecked: "c")), Node.number(1))]
        let node = Node(Children([(Key(unchecked: "b"), .number(1))])).withPriority(.number(7))
        for isLocal in [true, false] {
            var replica = Replica()
            var effects: [Effect] = []
            _ = replica.listen(
                Receiver(id: RegistrationID(number: 1)), to: Query(path: .root, window: .all), interest: .valueChange,
                cachedNode: nil, into: &effects)
            replica.received(Node.null.setting(node, at: place), at: .root, into: &effects)
            if isLocal {
                replica.write(.merge(parts, at: .root), number: 1, into: &effects)
            } else {
                replica.received(merging: parts, at: .root, into: &effects)
            }
            #expect(event(replica)[place].text == #"{"c":1}"#)
            #expect(event(replica)[place].priority == .number(7))
        }
    }

    private func event(_ replica: Replica) -> Node {
        replica.syncPoints[.root]?.value?.views.first?.event.node ?? .null
    }
}
