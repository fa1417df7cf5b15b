package import DatasyncTree

/// The visible pending writes as one picture: what they show, wherever they show something.
///
/// A place with a value is wholly decided by writes; below it nothing else counts. A place without one shows what the back
/// end says, except where its children decide. Derived from ``PendingWrites``, which keeps it up to date.
package struct Overlay: Sendable {
    private(set) var value: Node?
    private(set) var children = OrderedMap<Key, Overlay>()
    /// Whether a write below gave something: that replaces a primitive here, even when a later write takes it away again.
    private var replacesPrimitive = false

    package static let empty = Overlay()

    init(value: Node? = nil) { self.value = value }

    package var isEmpty: Bool { value == nil && children.isEmpty }

    /// The picture below a child.
    package func child(_ key: Key) -> Overlay {
        if let value { return Overlay(value: value[key]) }
        return children[key] ?? .empty
    }

    package func below(_ path: Path) -> Overlay { path.reduce(self) { $0.child($1) } }

    /// The value at a path when writes alone decide it.
    package func covering(_ path: Path) -> Node? { below(path).value }

    /// What shows when the back end holds `node` here.
    package func applied(to node: Node) -> Node {
        if let value { return value }
        if children.isEmpty { return node }
        var result = replacesPrimitive && node.isLeaf ? .null : node
        for (key, child) in children {
            let below = child.applied(to: result[key])
            result.set(below, at: Path([key]))
        }
        return result
    }

    /// What shows when all of what the back end holds is known (`node`), or nothing of it (`nil`).
    package func applied(toKnown node: Node?) -> Node? {
        value ?? node.map(applied(to:))
    }

    /// The known children with the writes over them, and the children that writes give whole; never a primitive.
    package func appliedToChildren(of node: Node) -> Node {
        if let value { return value.isLeaf ? .null : value }
        var result = node.isLeaf ? Node.null : node
        for (key, child) in children {
            let known = result[key]
            if child.value != nil || !known.isNull { result.set(child.applied(to: known), at: Path([key])) }
        }
        return result
    }

    /// The next child that shows after a key, in either direction, when the back end holds `node` here.
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
            let shown = value == nil ? child(next).applied(to: under[next]) : under[next]
            if !shown.isNull { return (next, shown) }
            key = next
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
        if !node.isNull { replacesPrimitive = true }
        children.modify(key, default: .empty) { $0.write(node, at: path.tail) }
    }

    /// Puts another picture at a place where no write at or above decides, after writes were taken away.
    ///
    /// `tree`: The remaining writes at and below here, which tell what still replaces a primitive.
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

    /// Brings up to date, on the way to a path, what replaces primitives, after writes were taken away.
    mutating func refresh(along path: Path, tree: PendingWriteTree?) {
        guard value == nil, let key = path.first else { return }
        replacesPrimitive = (tree?.solidCount ?? 0) > 0
        _ = children.modify(key) { $0.refresh(along: path.tail, tree: tree?.child(key)) }
    }

    /// The picture that a layer of writes gives by itself.
    init(_ tree: PendingWriteTree) {
        if let newest = tree.own.last {
            value = tree.replayed(on: newest.value, after: newest.key)
        } else {
            for (key, child) in tree.children { children.set(Overlay(child), for: key) }
            replacesPrimitive = tree.solidCount > 0
        }
    }
}
