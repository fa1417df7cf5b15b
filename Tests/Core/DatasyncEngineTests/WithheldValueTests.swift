import DatasyncTree
import TestSupport
import Testing

@testable import DatasyncEngine
@testable import DatasyncTree

@Suite("The withheld value of a pending write")
struct WithheldValueTests {
    private let list = Path([Key(unchecked: "list")])
    private let child = Path([Key(unchecked: "list"), Key(unchecked: "k500"), Key(unchecked: "v")])
    private var replica = Replica()
    private var effects: [Effect] = []

    init() {
        let records = (0..<1_000).map { number -> (Key, Node) in
            (Key(unchecked: "k\(number)"), Node(Children([(Key(unchecked: "v"), .number(0))])))
        }
        for (number, path) in [list, list.child(Key(unchecked: "k500"))].enumerated() {
            let receiver = Receiver(id: RegistrationID(number: number))
            _ = replica.listen(
                receiver, to: Query(path: path, window: .all), interest: .valueFamily, into: &effects)
        }
        replica.received(Node(Children(records)), at: list, into: &effects)
        effects = []
    }

    private func view(at path: Path) throws -> View { try #require(replica.view(of: Query(path: path, window: .all))) }

    private func pages(of page: ChildPage) -> [ObjectIdentifier] {
        let below = page.isLeaf ? [] : (0..<page.count).flatMap { pages(of: page.page($0)) }
        return [ObjectIdentifier(page)] + below
    }

    @Test("an accepted write copies no page, and both caches stay one tree")
    mutating func copiesNothing() throws {
        let before = pages(of: try #require(try view(at: list).server.node.root))
        replica.write(.set(.number(1), at: child), number: 0, into: &effects)
        #expect(replica.withheld != nil)
        effects = []
        replica.received(.number(1), at: child, into: &effects)
        replica.accepted(number: 0, into: &effects)
        #expect(effects.raisedEvents.map(\.event.kind) == [.valueAcknowledgement, .valueAcknowledgement])
        let view = try view(at: list)
        #expect(view.server.node.isIdentical(to: view.event.node) && replica.withheld == nil)
        #expect(pages(of: try #require(view.server.node.root)) == before)
    }

    @Test("readers see the server's value in the server caches until the back end has pushed another one")
    mutating func readers() throws {
        replica.write(.set(.number(1), at: child), number: 0, into: &effects)
        for pushed in [0, 5, 1] as [Double] {
            if pushed != 0 { replica.received(.number(pushed), at: child, into: &effects) }
            #expect(replica.withheld != nil)
            #expect(replica.knownServerNode(at: child) == .number(pushed))
            #expect(replica.visibleNode(at: child) == .number(1))
            #expect(try view(at: list).server.node[child.dropping(1)] == .number(pushed))
            #expect(try view(at: list).event.node[child.dropping(1)] == .number(1))
            #expect(
                try view(at: list.child(Key(unchecked: "k500"))).server.node[Key(unchecked: "v")] == .number(pushed))
        }
    }

    @Test(
        "what follows the write ends the withholding with the right values",
        arguments: [
            ("rejected", 0), ("accepted without a push", 0), ("another value accepted", 7),
            ("second write, then rejected", 0), ("push above", 3), ("new child, rejected", 0),
        ] as [(String, Double)])
    mutating func ends(story: String, expected: Double) throws {
        let path = story.hasPrefix("new child") ? list.child(Key(unchecked: "new")) : child
        replica.write(.set(.number(1), at: path), number: 0, into: &effects)
        #expect(replica.withheld != nil)
        let parent = list.child(Key(unchecked: "k500"))
        switch story {
        case "accepted without a push": replica.accepted(number: 0, into: &effects)
        case "another value accepted":
            replica.received(.number(7), at: path, into: &effects)
            replica.accepted(number: 0, into: &effects)
        case "second write, then rejected":
            replica.write(.set(.number(2), at: list.child(Key(unchecked: "k1"))), number: 1, into: &effects)
            replica.rejected(number: 0, into: &effects)
            replica.rejected(number: 1, into: &effects)
        case "push above":
            replica.received(Node(Children([(Key(unchecked: "v"), .number(3))])), at: parent, into: &effects)
            replica.rejected(number: 0, into: &effects)
        default: replica.rejected(number: 0, into: &effects)
        }
        #expect(replica.withheld == nil && replica.pending.isEmpty)
        let view = try view(at: list)
        #expect(view.server.node == view.event.node && view.server.node.children.count == 1_000)
        #expect(view.event.node[path.dropping(1)] == (story.hasPrefix("new child") ? .null : .number(expected)))
        #expect(view.server.node.violatedInvariant == nil && view.event.node.violatedInvariant == nil)
    }
}
