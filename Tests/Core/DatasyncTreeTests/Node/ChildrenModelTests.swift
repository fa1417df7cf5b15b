import DatasyncTree
import TestSupport
import Testing

@Suite("The children of a node behave like a sorted dictionary")
struct ChildrenModelTests {
    /// A node and its model, with the same edits.
    private struct Pair {
        var node = Node.null
        var model: [Key: Node] = [:]

        mutating func step(_ random: inout SeededGenerator, range: Int, removals: Int) {
            let number = random.below(range)
            let key = Key(unchecked: random.below(2) == 0 ? "\(number)" : "a longer key \(number)")
            let value = random.below(10) < removals ? Node.null : random.value()
            node.modifyChild(key) { $0 = value }
            model[key] = value.isNull ? nil : value
        }

        var sorted: [(key: Key, value: Node)] { model.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

        var isSame: Bool {
            let children = node.children
            return children.count == model.count && children.keys == sorted.map(\.key)
                && zip(children, sorted).allSatisfy { $0.value == $1.value }
        }
    }

    @Test("random edits give the entries of the model and keep the invariants", arguments: [5, 40, 100, 3000])
    func edits(range: Int) {
        var random = SeededGenerator(salt: 300 + UInt64(range))
        var pair = Pair()
        var (old, expected) = (pair, pair.sorted.map(\.key))
        for step in 0..<6_000 {
            pair.step(&random, range: range, removals: step / 1_500 % 2 == 0 ? 2 : 8)
            if step % 97 == 0 {
                #expect(pair.node.violatedInvariant == nil, "step \(step), \(Seed.note)")
                #expect(pair.isSame, "step \(step), \(Seed.note)")
                // A copy keeps its entries.
                #expect(old.node.children.keys == expected, "step \(step), \(Seed.note)")
                #expect(old.node.violatedInvariant == nil, "step \(step), \(Seed.note)")
                (old, expected) = (pair, pair.sorted.map(\.key))
            }
        }
        for key in pair.model.keys.shuffled(using: &random) { pair.node.modifyChild(key) { $0 = .null } }
        #expect(pair.node.isNull, "\(Seed.note)")
    }

    @Test("neighbours, ranges and ends are those of the model", arguments: [1, 31, 33, 1500])
    func walks(count: Int) {
        var random = SeededGenerator(salt: 310 + UInt64(count))
        var pair = Pair()
        for _ in 0..<count { pair.step(&random, range: count * 2, removals: 0) }
        let (children, sorted) = (pair.node.children, pair.sorted)
        #expect(children.first?.key == sorted.first?.key && children.last?.key == sorted.last?.key)
        for number in -1...count * 2 {
            let key = Key(unchecked: number % 2 == 0 ? "\(number)" : "a longer key \(number)")
            let before = sorted.last { $0.key < key }?.key
            let after = sorted.first { key < $0.key }?.key
            #expect(children.entry(before: key)?.key == before, "\(key), \(Seed.note)")
            #expect(children.entry(after: key)?.key == after, "\(key), \(Seed.note)")
            #expect(children.contains(key) == (pair.model[key] != nil), "\(key), \(Seed.note)")
            if number % 16 == 0 {
                #expect(children.entries(from: key).map(\.key) == sorted.map(\.key).filter { !($0 < key) })
                #expect(
                    children.entriesBackwards(from: key).map(\.key)
                        == sorted.map(\.key).filter { !(key < $0) }.reversed())
            }
        }
    }

    @Test(
        "a node that has lost most of its children equals one that was made with the rest", arguments: [33, 100, 3000])
    func shrunk(count: Int) {
        var random = SeededGenerator(salt: 315)
        let entries = (0..<count).map { (Key(unchecked: "k\($0 + 10_000)"), Node.number(Double($0))) }
        var node = Node.null
        for (key, value) in entries { node.modifyChild(key) { $0 = value } }
        var rest = entries.shuffled(using: &random)
        while let (key, _) = rest.popLast() {
            node.modifyChild(key) { $0 = .null }
            guard rest.count < 60 else { continue }
            let made = Node(Children(rest))
            #expect(node == made && made == node, "\(rest.count) children, \(Seed.note)")
            #expect(node.violatedInvariant == nil, "\(Seed.note)")
        }
    }

    @Test("differences are those of the models, for nodes that share pages and for others")
    func differences() {
        var random = SeededGenerator(salt: 320)
        for round in 0..<60 {
            var pair = Pair()
            let range = [10, 100, 2_000][round % 3]
            for _ in 0..<range { pair.step(&random, range: range, removals: 1) }
            let old = round % 2 == 0 ? pair : Pair()
            for _ in 0..<20 { pair.step(&random, range: range, removals: 5) }
            var seen: [String] = []
            pair.node.children.forEachDifference(from: old.node.children) { key, before, after in
                seen.append("\(key) \(before.text) \(after.text)")
            }
            let keys = Set(old.model.keys).union(pair.model.keys).sorted()
            let expected = keys.filter { old.model[$0] != pair.model[$0] }.map { key in
                "\(key) \((old.model[key] ?? .null).text) \((pair.model[key] ?? .null).text)"
            }
            #expect(seen == expected, "\(Seed.note)")
            #expect((pair.node == old.node) == expected.isEmpty, "\(Seed.note)")
        }
    }

    @Test(
        "children that arrive in bulk, ascending or not, are those that arrive one by one",
        arguments: [1, 32, 33, 65, 5000])
    func bulk(count: Int) {
        var random = SeededGenerator(salt: 330)
        let entries = (0..<count).map { (Key(unchecked: "k\($0)"), Node.number(Double($0))) }
        let sorted = Node(Children(entries.sorted { $0.0 < $1.0 }))
        let shuffled = Node(Children(entries.shuffled(using: &random)))
        var single = Node.null
        for (key, node) in entries { single.modifyChild(key) { $0 = node } }
        for node in [sorted, shuffled, single] {
            #expect(node.violatedInvariant == nil)
            #expect(node == sorted && node.children.count == count)
        }
    }
}

extension SeededGenerator {
    /// Returns a number, or a node with some children.
    fileprivate mutating func value() -> Node {
        if below(3) > 0 { return .number(Double(below(1000))) }
        return Node(Children((0...below(3)).map { (Key(unchecked: "c\($0)"), .string("v\(below(9))")) }))
    }
}
