import DatasyncTree
import Testing

@testable import DatasyncEngine

/// Tests that the views of a node go on sharing their trees when a push takes the general path.
struct SharedCachesTests {
    private let list: Path
    private let all: Query
    /// A window whose range has the first children, and one with the last ones.
    private let windows: [Query]

    init() throws {
        list = try Path("/list")
        all = Query(path: list, window: .all)
        windows = [
            Query(path: list, window: try Window(end: "k500")), Query(path: list, window: try Window(start: "k400")),
        ]
    }

    /// Returns a new node with one child.
    private func record(_ number: Double) -> Node { Node(Children([(Key(unchecked: "v"), .number(number))])) }

    /// Returns a replica that has received a list of 1,000 children without a tag, with a listener for each query.
    private func replica(listeningTo queries: [Query]) -> Replica {
        var replica = Replica()
        var effects: [Effect] = []
        for (number, query) in queries.enumerated() {
            let receiver = Receiver(id: RegistrationID(number: number))
            _ = replica.listen(receiver, to: query, interest: .valueFamily, into: &effects)
        }
        let children = (0..<1_000).map { (Key(unchecked: "k\($0)"), record(0)) }
        replica.received(Node(Children(children)), at: list, into: &effects)
        return replica
    }

    @Test("all whole server caches of a node are one tree after a push of a child", arguments: [true, false])
    func pushes(beginsWithWindows: Bool) throws {
        var replica = replica(listeningTo: beginsWithWindows ? windows + [all] : [all] + windows)
        for (name, value) in [("k100", 1), ("k450", 2), ("k900", 3), ("a", 4), ("k450", 2), ("z", 5)]
            as [(String, Double)]
        {
            var effects: [Effect] = []
            let old = try #require(replica.view(of: all)).server.node
            replica.received(record(value), at: list.child(Key(unchecked: name)), into: &effects)
            let tree = try #require(replica.view(of: all)).server.node
            #expect(tree[Key(unchecked: name)] == record(value))
            #expect(tree.isIdentical(to: old) == (tree == old), "after \(name)")
            for query in windows {
                let server = try #require(replica.view(of: query)).server
                #expect(server.isWhole && server.node.isIdentical(to: tree), "\(query.window) after \(name)")
            }
        }
    }

    @Test(
        "a push of the value that is there leaves both caches of the default view one tree", arguments: [true, false])
    func equalPushes(beginsWithWindows: Bool) throws {
        var replica = replica(listeningTo: beginsWithWindows ? windows + [all] : [all] + windows)
        let before = try #require(replica.view(of: all))
        #expect(before.server.node.isIdentical(to: before.event.node))
        for (name, value) in [("k100", record(0)), ("k900", record(0)), ("none", .null)] {
            var effects: [Effect] = []
            replica.received(value, at: list.child(Key(unchecked: name)), into: &effects)
            #expect(effects.isEmpty)
            let after = try #require(replica.view(of: all))
            #expect(after.server.node.isIdentical(to: before.server.node), "after \(name)")
            #expect(after.event.node.isIdentical(to: before.event.node), "after \(name)")
        }
    }
}
