import TestSupport
import Testing

@testable import DatasyncTree

@Suite("Cached hashes")
struct CachedHashTests {
    @Test("a large node computes its hash once, and again after an edit")
    func cached() throws {
        let old = Node(Children((0..<5_000).map { (Key(unchecked: "k\($0)"), .number(Double($0))) }))
        #expect(!old.isHashCached)
        let hash = old.hash
        #expect(old.isHashCached && old.hash == hash && hash == old.naiveHash)
        var new = old
        #expect(new.isHashCached)
        new.set(.number(-1), at: Path([Key(unchecked: "k77")]))
        #expect(!new.isHashCached && new.hash == new.naiveHash && new.hash != hash)
        // The copy has kept its own.
        #expect(old.isHashCached && old.hash == hash)
        new.set(.number(77), at: Path([Key(unchecked: "k77")]))
        #expect(new.hash == hash && new.violatedInvariant == nil)
    }

    @Test(
        "an edit drops the hashes along its path, and no other",
        arguments: ["/a/b/c", "/a/b/k31", "/a/p/c", "/list/k900/c"])
    func path(text: String) throws {
        let path = try Path(text)
        var node = try largeNode()
        #expect(uncached(node, .root).contains(.root))
        let old = node
        let hash = node.hash
        #expect(uncached(node, .root).isEmpty && node.hash == hash)
        node.set(.string("new"), at: path)
        let written = (0..<path.count).map { Path(Array(Array(path)[..<$0])) }
        #expect(uncached(node, .root) == written)
        #expect(node.hash == node.naiveHash && node.hash != hash && node.violatedInvariant == nil)
        #expect(uncached(old, .root).isEmpty && old.hash == hash)
        // The node with a single owner is edited in place, and drops the same hashes.
        var only = try largeNode()
        _ = only.hash
        only.set(.string("new"), at: path)
        #expect(uncached(only, .root) == written && only.hash == node.hash && only.violatedInvariant == nil)
    }

    @Test("random edits of nodes with cached hashes give the hashes of the definition, also where nodes share pages")
    func edits() throws {
        var random = SeededGenerator(salt: 47)
        for _ in 0..<40 {
            var nodes = [try Node(random.json(levels: 3))]
            for _ in 0..<60 {
                var node = nodes[random.below(nodes.count)]
                if random.below(3) == 0 { nodes.removeAll() }
                for _ in 0...random.below(3) {
                    let path = Path((0...random.below(3)).map { _ in Key(unchecked: "k\(random.below(40))") })
                    if random.below(3) == 0 { _ = node[path].hash }
                    if random.below(4) == 0 { _ = node.hash }
                    let value = random.below(4) == 0 ? Node.null : try Node(random.json(levels: 1))
                    node.set(
                        random.below(5) == 0 ? value.withPriority(.number(Double(random.below(3)))) : value, at: path)
                }
                nodes.append(node)
                #expect(node.hash == node.naiveHash, "\(Seed.note)")
            }
            for node in nodes { #expect(node.violatedInvariant == nil, "\(Seed.note)") }
        }
    }

    @Test("threads that compute the hash of one node at the same time read the same, and its size")
    func concurrent() async throws {
        for round in 0..<200 {
            let node = try node("{\"a\":{\"b\":\(round)},\"c\":{\".priority\":1,\"d\":[1,2]}}")
            let (hash, size) = (node.naiveHash, node.size)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 { group.addTask { node.hash == hash && node.size == size && node.hash == hash } }
                for await isRight in group { #expect(isRight) }
            }
            #expect(uncached(node, .root).isEmpty && node.violatedInvariant == nil)
        }
    }

    @Test("threads that shrink copies of a tree to the same page, and hash it, read its hash and size")
    func concurrentShrinking() async throws {
        for round in 0..<200 {
            let large = Node(Children((0..<40).map { (Key(index: $0), .number(Double($0 + round))) }))
            let small = Node(Children((0..<8).map { (Key(index: $0), .number(Double($0 + round))) }))
            let (hash, size) = (small.naiveHash, small.size)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var node = large
                        for index in (8..<40).reversed() { node.modifyChild(Key(index: index)) { $0 = .null } }
                        return node.size == size && node.hash == hash && node.violatedInvariant == nil
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test("a tree that has shrunk to a page of another one has its own hash and size, and so has the other one")
    func shrunk() throws {
        var large = Node(Children((0..<40).map { (Key(index: $0), .number(Double($0))) }))
        let complete = large.hash
        var small = large
        for index in (6..<40).reversed() { small.modifyChild(Key(index: index)) { $0 = .null } }
        #expect(small.tree == nil && small.hash == small.naiveHash && small.violatedInvariant == nil)
        #expect(large.hash == complete && large.violatedInvariant == nil)
        // The page is edited through the tree: first as a shared one, then as its only owner.
        let hash = small.hash
        large.modifyChild(Key(index: 0)) { $0 = .string("new") }
        #expect(small.hash == hash && small.violatedInvariant == nil && large.violatedInvariant == nil)
        small = .null
        for index in (1..<40).reversed() {
            large.modifyChild(Key(index: index)) { $0 = .null }
            #expect(large.hash == large.naiveHash && large.violatedInvariant == nil)
        }
        let expected = try node("{\"0\":\"new\"}")
        #expect(large == expected && large.size == expected.size)
    }

    @Test("a cached hash is released with an edit in place, with a larger page, and with the node")
    func released() throws {
        let text = "{\"a\":1,\"b\":{\".priority\":2,\"c\":1}}"
        for edit in ["/a", "/new", "/b/c", ""] {
            var node = try node(text)
            _ = node.hash
            weak let cached = node.cachedHash
            #expect(cached != nil)
            // A copy keeps the hash alive.
            var copy = node
            if edit.isEmpty { node = .null } else { node.set(.number(9), at: try Path(edit)) }
            #expect(cached != nil && copy.isHashCached)
            if edit.isEmpty { copy = .null } else { copy.set(.number(9), at: try Path(edit)) }
            #expect(cached == nil, "\(edit)")
        }
    }

    /// Makes a node with a priority, a full page and a tree of pages.
    private func largeNode() throws -> Node {
        var node = try node(
            """
            {"a": {"b": {"c": 1, "d": {"e": 1}}, "p": {".priority": 1, "c": 2, "d": {"e": 3}}}, "z": {"y": {"x": 1}}}
            """)
        for index in 0..<1_000 { node.set(.number(Double(index)), at: try Path("/list/k\(index)/c")) }
        for index in 0..<30 { node.set(.number(Double(index)), at: try Path("/a/b/k\(index)")) }
        return node
    }

    /// Returns the paths of the inner nodes whose hash is not cached, in depth-first order.
    private func uncached(_ node: Node, _ path: Path) -> [Path] {
        guard case .inner(let children) = node.content else { return [] }
        return (node.isHashCached ? [] : [path]) + children.flatMap { uncached($0.value, path.child($0.key)) }
    }
}
