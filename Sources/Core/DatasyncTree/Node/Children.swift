/// The children of a node in key order, with the totals for the limits.
package struct Children: Sendable {
    /// The node with the children; null if there are none.
    private(set) var node = Node.null

    package init() {}

    /// Creates the children of a node that is not a primitive.
    init(_ node: Node) { self.node = node }

    /// Creates children from entries with distinct keys in any order; null values are skipped.
    package init(_ entries: [(Key, Node)]) {
        if !entries.isEmpty, entries.count <= ChildPage.maxCount {
            let page = ChildPage.make(capacity: entries.count, height: 0)
            for (key, node) in entries where !node.isNull { page.insertInOrder(ChildPage.Entry(key: key, node: node)) }
            self.init(page.count == 0 ? .null : Node(leaf: page))
            return
        }
        var present: [ChildPage.Entry] = []
        present.reserveCapacity(entries.count)
        for (key, node) in entries where !node.isNull { present.append(ChildPage.Entry(key: key, node: node)) }
        self.init(present: present)
    }

    /// Creates children from entries with distinct keys in any order, and without null values.
    init(present entries: [ChildPage.Entry]) {
        var sorted = entries
        if sorted.isEmpty { return }
        var isAscending = true
        for index in sorted.indices.dropFirst() where !(sorted[index - 1].key < sorted[index].key) {
            isAscending = false
            break
        }
        if !isAscending { sorted.sort { $0.key < $1.key } }
        var totals = ChildPage.Totals()
        for entry in sorted { totals.add(entry.totals) }
        node = Node(root: .make(sorted: sorted), totals: totals)
    }

    var root: ChildPage? { node.root }

    package var isEmpty: Bool { node.isNull }
    package var count: Int { node.childCount }
    package var first: (key: Key, value: Node)? { root?.firstLeaf(isReversed: false).entry(at: 0) }

    package var last: (key: Key, value: Node)? {
        guard let leaf = root?.firstLeaf(isReversed: true) else { return nil }
        return leaf.entry(at: leaf.last)
    }

    package var keys: [Key] { map(\.key) }

    /// Whether the names of all children are ASCII.
    package var hasOnlyASCIIKeys: Bool { root?.hasOnlyASCIIKeys ?? true }

    /// The size of all children in bytes: values, names, and four bytes each for quotes, colon and comma.
    package var size: Int { node.size }

    /// The sum of the lengths of the names in UTF-8 bytes.
    package var keyBytes: Int { node.totals.keyBytes }

    package subscript(key: Key) -> Node { node[key] }

    package func contains(_ key: Key) -> Bool { !node[key].isNull }

    /// Edits a child in place; an absent child is passed as null, and null removes the child.
    package mutating func modify(_ key: Key, _ body: (inout Node) -> Void) { node.modifyChild(key, body) }

    package mutating func set(_ value: Node, for key: Key) { node.modifyChild(key) { $0 = value } }

    package func entry(before key: Key) -> (key: Key, value: Node)? { root?.entry(nextTo: key, backwards: true) }
    package func entry(after key: Key) -> (key: Key, value: Node)? { root?.entry(nextTo: key, backwards: false) }

    /// Returns the children in ascending order, from `start` (inclusive) if given.
    package func entries(from start: Key?) -> ChildIterator { ChildIterator(root, from: start, isReversed: false) }

    /// Returns the children in descending order, from `start` (inclusive) if given.
    package func entriesBackwards(from start: Key?) -> ChildIterator {
        ChildIterator(root, from: start, isReversed: true)
    }

    package func isIdentical(to other: Children) -> Bool { node.isIdentical(to: other.node) }

    /// Visits the children that differ, in key order; shared parts are skipped.
    package func forEachDifference(from old: Children, _ visit: (Key, _ old: Node, _ new: Node) -> Void) {
        switch (root, old.root) {
        case (nil, nil): break
        case (nil, _):
            for (key, child) in old { visit(key, child, .null) }
        case (_, nil):
            for (key, child) in self { visit(key, .null, child) }
        case (let new?, let old?):
            _ = new.forEachDifference(from: old) { key, old, new in
                if old != new { visit(key, old, new) }
                return true
            }
        }
    }
}

extension Children: Sequence {
    package func makeIterator() -> ChildIterator { entries(from: nil) }
    package var underestimatedCount: Int { count }
}

extension Children: Equatable {
    package static func == (left: Children, right: Children) -> Bool {
        guard left.count == right.count, left.size == right.size else { return false }
        guard let mine = left.root, let theirs = right.root else { return left.isEmpty && right.isEmpty }
        return mine.holdsSame(as: theirs)
    }
}
