import DatasyncTree

/// An editor of nodes that are cut to a window; it records the changes of the children.
struct WindowFilter: Sendable {
    let window: Window

    /// Returns the new node cut to the window, and records its differences from the old one.
    func replacing(_ old: Node, with new: Node, noting changes: inout ChildChanges) -> Node {
        let cut = window.cut(new)
        cut.children.forEachDifference(from: old.children) { changes.note($0, from: $1, to: $2) }
        return cut
    }

    /// Returns the node with one child replaced, and records the changes.
    ///
    /// In a full limited window, an entering child pushes the edge child out. A child that leaves is replaced by the next one
    /// that `source` knows.
    func setting(
        _ child: Node, for key: Key, in node: Node, source: ChildSource, noting changes: inout ChildChanges
    ) -> Node {
        let new = window.isInRange(key) ? child : .null
        let old = node[key]
        if old == new { return node }
        if let limit = window.limit, node.children.count >= limit {
            return settingWhenFull(old: old, new: new, key, in: node, source: source, noting: &changes)
        }
        changes.note(key, from: old, to: new)
        return node.setting(new, for: key)
    }

    private func settingWhenFull(
        old: Node, new: Node, _ key: Key, in node: Node, source: ChildSource, noting changes: inout ChildChanges
    ) -> Node {
        let backwards = window.side == .last
        guard let edge = backwards ? node.children.first : node.children.last else { return node }
        let isInside: (Key) -> Bool = { backwards ? !($0 < edge.key) : !(edge.key < $0) }
        if old.isNull {
            guard !new.isNull, isInside(key) else { return node }
            changes.note(edge.key, from: edge.value, to: .null)
            changes.note(key, from: .null, to: new)
            return node.setting(new, for: key).setting(.null, for: edge.key)
        }
        if !new.isNull {
            changes.note(key, from: old, to: new)
            return node.setting(new, for: key)
        }
        changes.note(key, from: old, to: .null)
        let rest = node.setting(.null, for: key)
        var next = source.entry(after: edge.key, backwards: backwards)
        while let entry = next, entry.key == key || !node[entry.key].isNull {
            next = source.entry(after: entry.key, backwards: backwards)
        }
        guard let next, window.isInRange(next.key) else { return rest }
        changes.note(next.key, from: .null, to: next.value)
        return rest.setting(next.value, for: next.key)
    }
}

/// The source of children that a window does not hold.
struct ChildSource: Sendable {
    var overlay = Overlay.empty
    var event = Cache.unknown
    var server = Cache.unknown

    /// A source without children: the window is not refilled.
    static let none = ChildSource()

    /// Returns a child with the writes applied, or `nil` if it is unknown.
    func child(_ key: Key) -> Node? {
        if event.knows(key) { return event.node[key] }
        return overlay.child(key).applied(toKnown: server.knows(key) ? server.node[key] : nil)
    }

    func entry(after key: Key, backwards: Bool) -> (key: Key, value: Node)? {
        guard server.isComplete || overlay.value != nil else { return nil }
        return overlay.entry(after: key, backwards: backwards, over: server.node)
    }
}
