import DatasyncTree

/// An editor of nodes that are cut to a window; it records how the children change.
struct WindowFilter: Sendable {
    let window: Window

    /// Returns the new node cut to the window, and records its differences from the old one.
    func replacing(_ old: Node, with new: Node, noting changes: inout ChildChanges) -> Node {
        let cut = window.cut(new)
        changes.noteDifferences(from: old.children, to: cut.children)
        return cut
    }

    /// Returns the node with one child replaced, and records the changes.
    ///
    /// In a full limited window, an entering child pushes the edge child out. A child that leaves, or moves beyond the next one
    /// that `source` knows, is replaced by that one. A window ignores the node's own priority.
    func setting(
        _ child: Node, for key: Key, in node: Node, source: ChildSource, noting changes: inout ChildChanges
    ) -> Node {
        if key.isPriority { return window.isAll ? node.setting(child, for: key) : node }
        let new = window.isInRange(key, child) ? child : .null
        let old = node[key]
        if old == new { return node }
        if let limit = window.limit, node.children.count >= limit, let edge = window.edge(of: node) {
            return settingWhenFull(old: old, new: new, key, in: node, edge, source: source, noting: &changes)
        }
        changes.note(key, from: old, to: new)
        return node.setting(new, for: key)
    }

    private func settingWhenFull(
        old: Node, new: Node, _ key: Key, in node: Node, _ edge: Children.Entry, source: ChildSource,
        noting changes: inout ChildChanges
    ) -> Node {
        if old.isNull {
            guard !new.isNull, window.isNearer((key, new), than: edge) else { return node }
            changes.note(edge.key, from: edge.value, to: .null)
            changes.note(key, from: .null, to: new)
            return node.setting(new, for: key).setting(.null, for: edge.key)
        }
        // In the order by key, a child that stays in range stays inside.
        if !new.isNull, window.order == .key {
            changes.note(key, from: old, to: new)
            return node.setting(new, for: key)
        }
        let next = source.entry(after: edge, in: window) { $0 != key && node[$0].isNull }
        if !new.isNull, next.map({ window.isNearer((key, new), than: $0) }) ?? true {
            changes.note(key, from: old, to: new)
            return node.setting(new, for: key)
        }
        changes.note(key, from: old, to: .null)
        let rest = node.setting(.null, for: key)
        guard let next, window.isInRange(next.key, next.value) else { return rest }
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

    /// Returns the first visible child after an edge child, in a window's order, that a condition accepts.
    func entry(
        after edge: Children.Entry, in window: Window, where isWanted: (Key) -> Bool
    ) -> Children.Entry? {
        guard server.isComplete || overlay.value != nil else { return nil }
        let isReversed = window.side == .last
        guard window.order == .key else {
            let visible = overlay.applied(to: server.node)
            return visible.children.entries(after: edge, by: window.order, isReversed: isReversed).first {
                isWanted($0.key)
            }
        }
        var next = overlay.entry(after: edge.key, backwards: isReversed, over: server.node)
        while let entry = next, !isWanted(entry.key) {
            next = overlay.entry(after: entry.key, backwards: isReversed, over: server.node)
        }
        return next
    }
}
