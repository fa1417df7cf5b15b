import DatasyncTree
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
            changes.removed.map { "removed \($0.value.text)" } + changes.added.map { "added \($0.value.text)" }
            + changes.changed.map { "changed \($0.value.text)" }
        #expect(lines == (expected.isEmpty ? [] : [expected]))
        #expect(changes.isEmpty == expected.isEmpty)
    }

    @Test("each list is in key order, and each child is independent")
    func order() {
        var changes = ChildChanges()
        for text in ["b", "10", "a", "9", "01", "-1"] {
            changes.note(Key(unchecked: text), from: .null, to: .number(1))
            changes.note(Key(unchecked: "r" + text), from: .number(1), to: .null)
            changes.note(Key(unchecked: "c" + text), from: .number(1), to: .number(2))
        }
        #expect(changes.added.map(\.key.text) == ["-1", "01", "9", "10", "a", "b"])
        #expect(changes.removed.map(\.key.text) == ["r-1", "r01", "r10", "r9", "ra", "rb"])
        #expect(changes.changed.map(\.key.text) == ["c-1", "c01", "c10", "c9", "ca", "cb"])
    }
}
