import DatasyncTree
import TestSupport
import Testing

@Suite("Changes of children within one transition")
struct ChildChangesTests {
    /// Returns the changes after a child `k` had each of the values in turn; 0 means no value.
    private func changes(_ values: [Double]) -> ChildChanges {
        var changes = ChildChanges()
        let nodes = values.map { $0 == 0 ? Node.null : .number($0) }
        for (old, new) in zip(nodes, nodes.dropFirst()) { changes.note(Key(unchecked: "k"), from: old, to: new) }
        return changes
    }

    @Test(
        "only the first old and the last new value count",
        arguments: [
            ([0, 1], "added 1"), ([1, 0], "removed 1"), ([1, 2], "changed 2"), ([0, 1, 0], ""),
            ([1, 0, 2], "changed 2"), ([1, 0, 1], ""),
            ([0, 1, 2], "added 2"), ([1, 2, 0], "removed 1"), ([1, 2, 3], "changed 3"), ([1, 2, 1], ""), ([1, 1], ""),
            ([0, 0], ""),
            ([0, 1, 0, 2], "added 2"), ([1, 0, 2, 0], "removed 1"), ([1, 0, 2, 3, 1], ""), ([], ""),
        ] as [([Double], String)])
    func merging(values: [Double], expected: String) {
        let changes = changes(values)
        let lines =
            changes.removed(by: .key).map { "removed \($0.value.text)" }
            + changes.added(by: .key).map { "added \($0.value.text)" }
            + changes.changed(by: .key).map { "changed \($0.value.text)" }
        #expect(lines == (expected.isEmpty ? [] : [expected]))
        #expect(changes.isEmpty == expected.isEmpty)
    }

    @Test("the additions of all children are noted together, and later changes merge with them")
    func allAdded() throws {
        let old = Node.null.children
        let new = Children([(Key(unchecked: "b"), .number(1)), (Key(unchecked: "a"), .number(2))])
        var changes = ChildChanges()
        changes.noteDifferences(from: old, to: old)
        #expect(changes.isEmpty && changes.allAdded == nil)
        changes.noteDifferences(from: old, to: new)
        #expect(!changes.isEmpty && changes.allAdded == new)
        #expect(changes.added(by: .key).map(\.key.text) == ["a", "b"])
        #expect(changes.removed(by: .key).isEmpty && changes.changed(by: .key).isEmpty)
        changes.note(Key(unchecked: "a"), from: .number(2), to: .null)
        changes.note(Key(unchecked: "b"), from: .number(1), to: .number(3))
        #expect(changes.allAdded == nil)
        #expect(changes.added(by: .key).map(\.value) == [.number(3)])
        changes.noteDifferences(from: new, to: old)
        #expect(changes.removed(by: .key).isEmpty && changes.added(by: .key).isEmpty && changes.isEmpty)
    }

    @Test("each list is in key order, and each child is independent")
    func order() {
        var changes = ChildChanges()
        for text in ["b", "10", "a", "9", "01", "-1"] {
            changes.note(Key(unchecked: text), from: .null, to: .number(1))
            changes.note(Key(unchecked: "r" + text), from: .number(1), to: .null)
            changes.note(Key(unchecked: "c" + text), from: .number(1), to: .number(2))
        }
        #expect(changes.added(by: .key).map(\.key.text) == ["-1", "01", "9", "10", "a", "b"])
        #expect(changes.removed(by: .key).map(\.key.text) == ["r-1", "r01", "r10", "r9", "ra", "rb"])
        #expect(changes.changed(by: .key).map(\.key.text) == ["c-1", "c01", "c10", "c9", "ca", "cb"])
    }

    @Test("random changes in any order give the same lists as a dictionary of them", arguments: 0..<50)
    func random(salt: Int) {
        var generator = SeededGenerator(salt: 3_000 + UInt64(salt))
        var changes = ChildChanges()
        var model: [Key: (old: Node, new: Node)] = [:]
        var ascending = 0
        for _ in 0..<generator.below(30) {
            ascending += generator.below(3)
            let key = Key(unchecked: "\(generator.chance(90) ? ascending : generator.below(20))")
            let old = model[key]?.new ?? .number(Double(generator.below(3)))
            let new = generator.chance(30) ? Node.null : .number(Double(generator.below(3)))
            changes.note(key, from: old, to: new)
            model[key] = (model[key]?.old ?? old, new)
        }
        let expected = model.sorted { $0.key < $1.key }
        let (removed, added) = (changes.removed(by: .key), changes.added(by: .key))
        #expect(removed.map(\.key) == expected.filter { !$1.old.isNull && $1.new.isNull }.map(\.key), "\(Seed.note)")
        #expect(removed.map(\.value) == removed.map { model[$0.key]!.old }, "\(Seed.note)")
        #expect(added.map(\.key) == expected.filter { $1.old.isNull && !$1.new.isNull }.map(\.key), "\(Seed.note)")
        let changed = expected.filter { !$1.old.isNull && !$1.new.isNull && $1.old != $1.new }
        #expect(changes.changed(by: .key).map(\.key) == changed.map(\.key), "\(Seed.note)")
        #expect(changes.changed(by: .key).map(\.value) == changed.map(\.value.new), "\(Seed.note)")
        #expect(changes.isEmpty == expected.allSatisfy { $1.old == $1.new }, "\(Seed.note)")
    }

    @Test(
        "a child moves if its index value changes, by value with every change",
        arguments: [
            ("{\"n\":1}", "{\"n\":2}", "value child"), ("{\"n\":1,\"m\":1}", "{\"n\":1,\"m\":2}", "value"),
            ("{\"n\":{\"a\":1}}", "{\"n\":{\"a\":2}}", "value"), ("1", "2", "value"), ("1", "{\"n\":1}", "value child"),
            ("{\".value\":1,\".priority\":1}", "{\".value\":1,\".priority\":2}", "value priority"),
            ("{\"n\":{\".value\":1,\".priority\":1}}", "{\"n\":1}", "value"), ("1", "1", ""),
        ])
    func moves(old: String, new: String, orders: String) throws {
        var changes = ChildChanges()
        changes.note(Key(unchecked: "k"), from: try node(old), to: try node(new))
        let all: [(String, Order)] = [
            ("key", .key), ("value", .value), ("child", try .child("n")), ("priority", .priority),
        ]
        let moved = all.filter { !changes.moved(by: $0.1).isEmpty }.map(\.0)
        #expect(moved.joined(separator: " ") == orders)
    }

    @Test("lists are in the order of the query: removals by their old value, the others by their new one")
    func indexOrder() {
        var changes = ChildChanges()
        for (name, old, new) in [("a", 1, 9), ("b", 2, 8), ("c", 3, 0), ("d", 4, 0), ("e", 0, 6), ("f", 0, 5)] {
            let value = { (number: Int) in number == 0 ? Node.null : .number(Double(10 - number)) }
            changes.note(Key(unchecked: name), from: value(old), to: value(new))
        }
        #expect(changes.removed(by: .value).map(\.key.text) == ["d", "c"])
        #expect(changes.added(by: .value).map(\.key.text) == ["e", "f"])
        #expect(changes.changed(by: .value).map(\.key.text) == ["a", "b"])
        #expect(changes.moved(by: .value).map(\.key.text) == ["a", "b"])
        #expect(changes.added(by: .priority).map(\.key.text) == ["e", "f"])
    }
}
