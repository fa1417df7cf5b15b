import DatasyncTree
import TestSupport
import Testing

@testable import DatasyncEngine

/// Tests that pending writes give the result of applying them in order, after any removals.
struct PendingWritesTests {
    @Test(
        "the overlay equals the remaining writes applied in order, also with priorities", arguments: [false, true])
    func overlayEqualsReplay(hasPriorities: Bool) {
        var random = SeededGenerator(salt: hasPriorities ? 1 : 0)
        for round in 0..<LongForm.count(500, long: 1_500) {
            var pending = PendingWrites()
            /// The same writes, all of them in the indices.
            var indexed = PendingWrites()
            var model: [(number: Int, write: PendingWrite)] = []
            let server = hasPriorities ? random.prioritized(random.node(depth: 3)) : random.node(depth: 3)
            for number in 0..<14 {
                if !model.isEmpty, random.chance(40) {
                    let index = Int.random(in: 0..<model.count, using: &random)
                    let removed = pending.remove(number: model[index].number)
                    let expected = indexed.remove(number: model[index].number)
                    #expect(removed != nil && removed?.mayShow == expected?.mayShow)
                    #expect(removed?.restoredPlace == expected?.restoredPlace)
                    model.remove(at: index)
                } else {
                    let write = hasPriorities ? random.priorityWrite() : random.write()
                    pending.add(write, number: number)
                    indexed.add(write, number: number)
                    indexed.index()
                    model.append((number, write))
                }
                #expect(pending.setsPriority == indexed.setsPriority, "seed \(Seed.value), round \(round)")
                var expected = server
                for (_, write) in model where write.isVisible {
                    for part in write.parts { expected.set(part.node, at: part.path) }
                }
                #expect(
                    pending.overlay.applied(to: server) == expected,
                    "seed \(Seed.value), round \(round), write \(number)")
                for _ in 0..<4 {
                    let path = random.path(upTo: 3)
                    let touches = model.contains { _, write in
                        write.isVisible
                            && write.parts.contains { $0.path.isAtOrBelow(path) || path.isAtOrBelow($0.path) }
                    }
                    #expect(pending.touches(path) == touches, "seed \(Seed.value), round \(round), \(path)")
                    let places = model.flatMap { $1.isVisible ? $1.parts.map(\.path) : [] }
                    #expect(
                        pending.value(at: path, over: server, without: [])
                            == indexed.value(at: path, over: server, without: []))
                    #expect(pending.covers(path, without: []) == indexed.covers(path, without: []))
                    let (keys, expectedKeys) = (pending.touchedKeys(below: path), indexed.touchedKeys(below: path))
                    for key in ["a", "b", "c"].map(Key.init(unchecked:)) {
                        #expect(keys.contains(key) == expectedKeys.contains(key), "seed \(Seed.value), round \(round)")
                    }
                    let overlap = pending.overlap(with: path)
                    let isCovered = places.contains { path.isAtOrBelow($0) }
                    let depth = places.map { $0.commonCount(with: path) }.max() ?? -1
                    #expect(overlap.isCovered == isCovered, "seed \(Seed.value), round \(round), \(path)")
                    #expect(
                        overlap.touchedDepth == (isCovered ? path.count : depth),
                        "seed \(Seed.value), round \(round), \(path)")
                }
            }
        }
    }

    @Test("the newest write changes no index, unless another write concerns its path")
    func unindexed() throws {
        var pending = PendingWrites()
        for number in 0..<100 { pending.add(.set(.number(1), at: try Path("/other/\(number)")), number: number) }
        #expect(pending.storedTrees.visible.count == 99)
        let (apart, above) = (try Path("/a/b"), try Path("/other"))
        pending.add(.set(.number(2), at: apart), number: 100)
        #expect(pending.storedTrees.visible.count == 100 && pending.visible.count == 101)
        #expect(pending.remove(number: 100)?.mayShow == true)
        pending.add(.set(.number(3), at: apart), number: 101)
        #expect(pending.storedTrees.visible.count == 100 && pending.touches(apart))
        // A write above others, one below another, and one of a priority are indexed at once.
        pending.add(.set(.number(4), at: above), number: 102)
        #expect(pending.storedTrees.visible.count == 102)
        pending.add(.set(.number(5), at: try Path("/a/b/c")), number: 103)
        #expect(pending.storedTrees.visible.count == 103)
        pending.add(.set(.number(6), at: try Path("/p").child(.priority)), number: 104)
        #expect(pending.storedTrees.visible.count == 104 && pending.setsPriority)
        #expect(pending.violatedInvariant == nil)
    }

    @Test("a null below a primitive has no effect, but a value that is later nulled has replaced the primitive")
    func replacedPrimitive() throws {
        let server = Node.number(5)
        let below = try Path("/a")
        var pending = PendingWrites()
        pending.add(.set(.null, at: below), number: 0)
        #expect(pending.overlay.applied(to: server) == server)
        pending.add(.set(.number(1), at: below), number: 1)
        pending.add(.set(.null, at: below), number: 2)
        #expect(pending.overlay.applied(to: server) == .null)
        _ = pending.remove(number: 1)
        #expect(pending.overlay.applied(to: server) == server)
    }
}

extension SeededGenerator {
    /// Returns a write of which some values and paths are priorities, often one that empties a node.
    fileprivate mutating func priorityWrite() -> PendingWrite {
        let path = path(upTo: 3)
        if chance(30) { return .set(priority(), at: path.child(.priority), isVisible: !chance(15)) }
        if chance(30) { return .set(.null, at: path) }
        if chance(20) {
            return .merge([(Path([key(), .priority]), priority()), (Path([Key(unchecked: "b")]), node())], at: path)
        }
        return .set(prioritized(node()), at: path, isVisible: !chance(15))
    }

    private mutating func priority() -> Node { [.null, .number(1), .number(2), .string("p")][below(4)] }

    /// Returns a node some of whose parts have priorities.
    fileprivate mutating func prioritized(_ node: Node) -> Node {
        guard case .inner(let children) = node.content else { return chance(30) ? node.withPriority(priority()) : node }
        var entries: [(Key, Node)] = []
        for (key, child) in children { entries.append((key, prioritized(child))) }
        let value = Node(Children(entries))
        return chance(30) ? value.withPriority(priority()) : value
    }

    fileprivate mutating func write() -> PendingWrite {
        let path = path(upTo: 3)
        if chance(30) {
            return .merge(
                [(Path([Key(unchecked: "a")]), node()), (Path([Key(unchecked: "b"), key()]), node())], at: path)
        }
        return .set(node(), at: path, isVisible: !chance(15))
    }
}
