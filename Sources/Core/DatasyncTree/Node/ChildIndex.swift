/// The children of a node in a second order.
///
/// Persistent like the children: an edit of a child costs O(log n).
struct ChildIndex: Sendable {
    let order: Order
    private(set) var positions: OrderedMap<IndexPosition, Void>

    init(_ order: Order, of children: Children) {
        self.order = order
        positions = OrderedMap(sorted: children.map { order.position(of: $0.key, $0.value) }.sorted().map { ($0, ()) })
    }

    /// Moves a child; `nil` is the position of an absent one.
    mutating func replace(_ old: IndexPosition?, with new: IndexPosition?) {
        if old == new { return }
        if let old { positions.removeValue(for: old) }
        if let new { positions.set((), for: new) }
    }
}

extension Children {
    /// Returns the children with an index for an order, if it speeds up access in that order.
    package func indexed(by order: Order) -> Children {
        guard node.lacksIndex(order) else { return self }
        var indexed = node
        indexed.addIndex(order)
        return Children(indexed)
    }
}

extension Node {
    /// Keeps another order of the children up to date from now on.
    ///
    /// No effect while one page holds the children, or if the order is key order. An index is lost when a value without it
    /// replaces the node; calling this again recreates it.
    package mutating func addIndex(_ order: Order) {
        if lacksIndex(order) { modifyIndexes { indexes, children in indexes.append(ChildIndex(order, of: children)) } }
    }

    /// Adds an index that was built elsewhere; otherwise like ``addIndex(_:)``.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - built: An earlier value of the node with the index.
    package mutating func addIndex(_ order: Order, from built: Node) {
        guard lacksIndex(order), var index = built.tree?.indexes.first(where: { $0.order == order }) else { return }
        modifyIndexes { indexes, children in
            children.forEachDifference(from: built.children) { key, old, new in
                index.replace(
                    old.isNull ? nil : order.position(of: key, old),
                    with: new.isNull ? nil : order.position(of: key, new))
            }
            indexes.append(index)
        }
    }

    /// Whether an index would speed up access to the children in an order.
    package func lacksIndex(_ order: Order) -> Bool {
        guard let tree else { return false }
        return !tree.indexes.contains { $0.order == order } && !children.isInKeyOrder(order)
    }

    /// Whether there are many children and some have a priority, so that their order needs an index.
    package var needsPriorityIndex: Bool { (tree?.totals.prioritizedCount ?? 0) > 0 }

    package mutating func removeIndex(_ order: Order) {
        guard let tree, tree.indexes.contains(where: { $0.order == order }) else { return }
        modifyIndexes { indexes, _ in indexes.removeAll { $0.order == order } }
    }

    /// The orders that are kept up to date.
    package var indexedOrders: [Order] { tree?.indexes.map(\.order) ?? [] }
}
