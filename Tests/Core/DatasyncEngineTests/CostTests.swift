import DatasyncTree
import Testing

@testable import DatasyncEngine
@testable import DatasyncTree

/// Tests for the cost of one write, as the number of tree pages that the old and the new state do not share.
struct CostTests {
    @Test("one more write costs the same for a thousand pending writes as for a hundred thousand")
    func costDoesNotGrowWithPendingWrites() throws {
        let few = try costOfOneMoreWrite(besidePending: 1_000)
        let many = try costOfOneMoreWrite(besidePending: 100_000)
        // A hundred times as many entries make each of the three trees at most two levels deeper.
        #expect(many <= few + 6, "\(few) pages, then \(many)")
        #expect(many < 40)
    }

    @Test("an acknowledged update of one of a hundred thousand children costs one path in each cache")
    func costOfUpdatesInALongList() throws {
        let list = try Path("/list")
        var replica = try replica(withChildren: 100_000, at: list)
        let registration = Receiver(id: RegistrationID(number: 2))
        let interest: Interest = [.childFamily]
        var effects: [Effect] = []
        _ = replica.listen(registration, to: Query(path: list, window: .all), interest: interest, into: &effects)
        // The additions of all children are one effect.
        #expect(effects.count == 1 && effects.raisedEvents.count == 100_000)
        for number in 0..<200 {
            let key = Key(unchecked: "k\(number * 499)")
            let before = replica
            effects = []
            replica.write(.set(.number(-1), at: list.child(key)), number: number, into: &effects)
            #expect(effects.raisedEvents.map(\.event.kind) == [.childChange, .valueChange])
            effects = []
            replica.received(.number(-1), at: list.child(key), into: &effects)
            #expect(effects.isEmpty)
            replica.accepted(number: number, into: &effects)
            #expect(effects.raisedEvents.map(\.event.kind) == [.childAcknowledgement])
            let pages = freshPages(of: replica, since: before, at: list)
            // Server cache and event cache have four levels each.
            #expect(pages <= 8, "\(pages) pages at \(key)")
        }
    }

    private func costOfOneMoreWrite(besidePending count: Int) throws -> Int {
        let list = try Path("/list")
        var replica = try replica(withChildren: 10, at: list)
        var effects: [Effect] = []
        for number in 0..<count {
            let child = list.child(Key(unchecked: "p\(number)"))
            replica.write(.set(.number(1), at: child), number: number, into: &effects)
        }
        let before = replica
        effects = []
        replica.write(
            .set(.number(2), at: list.child(Key(unchecked: "p\(count / 2)"))), number: count, into: &effects)
        #expect(effects.count == 1)
        return freshPages(of: replica, since: before, at: list)
            + replica.pending.overlay.freshPages(since: before.pending.overlay)
            + replica.pending.visible.freshPages(since: before.pending.visible)
    }

    private func replica(withChildren count: Int, at path: Path) throws -> Replica {
        var replica = Replica()
        var effects: [Effect] = []
        _ = replica.listen(
            Receiver(id: RegistrationID(number: 1)), to: Query(path: path, window: .all), interest: [.valueChange],
            into: &effects)
        let children = Children((0..<count).map { (Key(unchecked: "k\($0)"), .number(0)) })
        replica.received(Node(children), at: path, into: &effects)
        return replica
    }

    private func freshPages(of replica: Replica, since before: Replica, at path: Path) -> Int {
        let query = Query(path: path, window: .all)
        guard let new = replica.view(of: query), let old = before.view(of: query) else { return .max }
        return new.server.node.freshPages(since: old.server.node) + new.event.node.freshPages(since: old.event.node)
    }
}

extension Node {
    /// The pages of the children, without those of the children's children.
    fileprivate var pages: Set<ObjectIdentifier> {
        var pages: Set<ObjectIdentifier> = []
        var rest = [root].compactMap(\.self)
        while let page = rest.popLast() {
            pages.insert(ObjectIdentifier(page))
            if !page.isLeaf { rest += (0..<page.count).map(page.page) }
        }
        return pages
    }

    /// Returns the number of pages of children that this node does not share with another one.
    fileprivate func freshPages(since old: Node) -> Int { pages.subtracting(old.pages).count }
}

extension OrderedMap {
    /// Returns the number of pages that this map does not share with another one.
    fileprivate func freshPages(since old: Self) -> Int {
        root.isIdentical(to: old.root) ? 0 : root.freshPages(since: old.root)
    }
}

extension OrderedPage {
    fileprivate func freshPages(since old: OrderedPage) -> Int {
        1
            + pages.map { page in
                old.pages.contains { page.isIdentical(to: $0) }
                    ? 0 : page.freshPages(since: old.pages.first { $0.keys.first == page.keys.first } ?? OrderedPage())
            }.reduce(0, +)
    }
}

extension Overlay {
    fileprivate func freshPages(since old: Overlay) -> Int {
        if children.isIdentical(to: old.children) { return 0 }
        var pages = children.freshPages(since: old.children)
        children.forEachDifference(from: old.children) { _, before, after in
            pages += after?.freshPages(since: before ?? .empty) ?? 0
            return true
        }
        return pages
    }
}

extension PendingWriteTree {
    fileprivate func freshPages(since old: PendingWriteTree) -> Int {
        if children.isIdentical(to: old.children) { return 0 }
        var pages = children.freshPages(since: old.children)
        children.forEachDifference(from: old.children) { _, before, after in
            pages += after?.freshPages(since: before ?? PendingWriteTree()) ?? 0
            return true
        }
        return pages
    }
}
