import DatasyncLegacyToAsync
import Testing

// Types of a program, which hide those of the modules.
private struct Node {}
private struct Event {}
private struct Snapshot {}
private struct Model {}

// In an extension, members hide types of the program: the protocols of the steps must declare none of these names.
extension DatasyncNode {
    fileprivate func first(_ node: Node, _ event: Event, _ snapshot: Snapshot, _ model: Model) -> Query {
        limited(to: 1)
    }
}

extension Query {
    fileprivate func last(_ node: Node, _ event: Event, _ snapshot: Snapshot, _ model: Model) -> Query {
        limited(to: 1)
    }
}

@Suite("Support: names of programs", .timeLimit(.minutes(30)))
struct SupportNameTests {
    private struct Source: Listenable {
        let query: Query
    }

    @Test("extensions of nodes and queries use the program's own types of usual names")
    func extensions() throws {
        let node = DatasyncNode.root(of: try SupportFixture().application)
        let first = node.first(Node(), Event(), Snapshot(), Model())
        #expect(first == node.query.last(Node(), Event(), Snapshot(), Model()))
    }

    @Test("nodes, queries and sources of the program have a query, with or without a known type")
    func sources() throws {
        let node = DatasyncNode.root(of: try SupportFixture().application)
        let sources: [any Listenable] = [node, node.limited(to: 3), Source(query: node.starting(at: "a"))]
        #expect(sources.map(\.query) == [node.query, node.query.limited(to: 3), node.query.starting(at: "a")])
        #expect(sources.map { $0.query.ref() } == [node, node, node])
    }
}
