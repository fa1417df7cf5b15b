package import DatasyncTree

/// The combined result of the visible pending writes, at a node and below.
///
/// A node with a value is determined by writes alone, and has no children here. A node without one has its server value,
/// except where its children have values. Derived from ``PendingWrites``, which updates it.
package struct Overlay: Sendable {
    private(set) var value: Node?
    private(set) var children = OrderedMap<Key, Overlay>()
    /// Whether a write below wrote a value other than null.
    ///
    /// Such a write replaces a primitive here, even if a later write removes the value again.
    private var replacesPrimitive = false
    /// The writes at this node and below, where priorities make their order count.
    ///
    /// Set only in overlays that ``PendingWrites`` hands out, not in the children stored here.
    var writes: PendingWriteTree?

    package static var empty: Overlay { Overlay() }

    init(value: Node? = nil) { self.value = value }

    package var isEmpty: Bool { value == nil && children.isEmpty }

    /// Whether a write sets the priority of this node alone.
    var setsPriority: Bool { children[.priority] != nil }

    /// Returns the overlay of a child.
    package func child(_ key: Key) -> Overlay {
        if let value { return Overlay(value: value[key]) }
        var child = children[key] ?? .empty
        child.writes = writes?.child(key)
        return child
    }

    package func below(_ path: Path) -> Overlay { isEmpty ? .empty : path.reduce(self) { $0.child($1) } }

    /// Returns the value at a path if writes alone determine it.
    package func covering(_ path: Path) -> Node? { below(path).value }

    /// Returns the visible value over a server value.
    package func applied(to node: Node) -> Node {
        if let value { return value }
        if children.isEmpty { return node }
        if let writes, dependsOnOrder(over: node) { return writes.replayed(on: node, after: -1) }
        var result = replacesPrimitive && node.isLeaf ? .null : node
        for (key, child) in children {
            let below = child.applied(to: result[key])
            result.set(below, at: Path([key]))
        }
        return result
    }

    /// Returns whether the order of the writes counts over a server value.
    ///
    /// A node that becomes empty loses its priority, and only a node that is not empty receives one.
    private func dependsOnOrder(over node: Node) -> Bool {
        if value != nil || children.isEmpty { return false }
        return (writes?.priorityCount ?? 0) > 0 || hasPriority(node)
    }

    private func hasPriority(_ node: Node) -> Bool {
        if value != nil || children.isEmpty { return false }
        return node.isPrioritized || children.contains { $0.value.hasPriority(node[$0.key]) }
    }

    /// Returns the visible value over a complete server value, or over none (`nil`); `nil` if it is unknown.
    package func applied(toKnown node: Node?) -> Node? {
        value ?? node.map(applied(to:))
    }

    /// Returns the known children with the writes applied, and the children that writes determine; never a primitive.
    package func appliedToChildren(of node: Node) -> Node {
        if let value { return value.isLeaf ? .null : value }
        var result = node.isLeaf ? Node.null : node
        for (key, child) in children where !key.isPriority {
            let known = result[key]
            if child.value != nil || !known.isNull { result.set(self.child(key).applied(to: known), at: Path([key])) }
        }
        return result
    }

    /// Returns the next visible child after a key, in either direction, over a server value.
    package func entry(after key: Key, backwards: Bool, over node: Node) -> (key: Key, value: Node)? {
        let whole = value ?? node
        let under = replacesPrimitive && whole.isLeaf ? Children() : whole.children
        var key = key
        while true {
            let theirs = backwards ? under.entry(before: key)?.key : under.entry(after: key)?.key
            let mine = backwards ? children.entry(before: key)?.key : children.entry(after: key)?.key
            guard let next = [theirs, mine].compactMap(\.self).min(by: { backwards ? $1 < $0 : $0 < $1 }) else {
                return nil
            }
            key = next
            if next.isPriority { continue }
            let shown = value == nil ? child(next).applied(to: under[next]) : under[next]
            if !shown.isNull { return (next, shown) }
        }
    }

    // MARK: Upkeep

    /// Adds the newest write.
    mutating func write(_ node: Node, at path: Path) {
        guard let key = path.first else {
            self = Overlay(value: node)
            return
        }
        if value != nil {
            value?.set(node, at: path)
            return
        }
        if !node.isNull, !key.isPriority { replacesPrimitive = true }
        children.modify(key, default: .empty) { $0.write(node, at: path.tail) }
    }

    /// Replaces the overlay at a path after a write was removed; no remaining write may cover the path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - overlay: The new overlay at the path.
    ///   - tree: The remaining writes at this node and below; they decide whether a primitive is still replaced.
    mutating func replace(at path: Path, with overlay: Overlay, tree: PendingWriteTree?) {
        guard let key = path.first else {
            self = overlay
            return
        }
        let below = children.modify(key, default: .empty) { child in
            child.replace(at: path.tail, with: overlay, tree: tree?.children[key])
            return child.isEmpty
        }
        if below { children.removeValue(for: key) }
        replacesPrimitive = (tree?.solidCount ?? 0) > 0
    }

    /// Updates whether primitives on the way to a path are replaced, after a write was removed.
    mutating func refresh(along path: Path, tree: PendingWriteTree?) {
        guard value == nil, let key = path.first else { return }
        replacesPrimitive = (tree?.solidCount ?? 0) > 0
        _ = children.modify(key) { $0.refresh(along: path.tail, tree: tree?.child(key)) }
    }

    /// Creates the overlay of a tree of writes.
    init(_ tree: PendingWriteTree) {
        if let newest = tree.own.last {
            value = tree.replayed(on: newest.value, after: newest.key)
        } else {
            for (key, child) in tree.children { children.set(Overlay(child), for: key) }
            replacesPrimitive = tree.solidCount > 0
        }
    }
}
