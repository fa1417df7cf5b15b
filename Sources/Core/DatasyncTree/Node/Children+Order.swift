/// Access to the children in orders other than key order.
///
/// With an index for the order, or in key order, a step costs O(log n). Without an index, the first step sorts the
/// children.
extension Children {
    package typealias Entry = (key: Key, value: Node)

    /// Whether a child has a priority.
    package var hasPrioritizedChild: Bool {
        if let tree = node.tree { return tree.totals.prioritizedCount > 0 }
        return root?.hasPrioritizedChild ?? false
    }

    /// Returns whether an order puts the children in key order.
    func isInKeyOrder(_ order: Order) -> Bool {
        switch order {
        case .key: true
        case .priority: !hasPrioritizedChild
        case .value, .child: false
        }
    }

    /// Returns the children in an order or its reverse, from a bound on if given.
    package func entries(by order: Order, from bound: Bound? = nil, isReversed: Bool = false) -> OrderedEntries {
        if isInKeyOrder(order) {
            // All index values are null, the least one.
            let isBeyond = bound.map { !$0.value.isNull } ?? false
            let keys = ChildIterator(
                isBeyond && !isReversed ? nil : root, from: isBeyond ? nil : bound?.position.key, isReversed: isReversed
            )
            return OrderedEntries(keys: keys, of: self, order, from: isBeyond ? nil : bound, isReversed: isReversed)
        }
        if let index = node.tree?.indexes.first(where: { $0.order == order }) {
            let positions =
                isReversed
                ? index.positions.entriesBackwards(from: bound?.position)
                : index.positions.entries(from: bound?.position)
            return OrderedEntries(positions: positions, of: self, order, from: bound, isReversed: isReversed)
        }
        var sorted = map { (order.position(of: $0.key, $0.value), $0.value) }
        if let bound { sorted.removeAll { bound.isAfter($0.0) != isReversed } }
        sorted.sort { isReversed ? $1.0 < $0.0 : $0.0 < $1.0 }
        return OrderedEntries(sorted: sorted, of: self, order, from: nil, isReversed: isReversed)
    }

    package func first(by order: Order, isReversed: Bool = false) -> Entry? {
        if isInKeyOrder(order) { return isReversed ? last : first }
        return entries(by: order, isReversed: isReversed).first { _ in true }
    }

    /// Returns the children beyond another one, which may be absent, in an order or its reverse.
    package func entries(after entry: Entry, by order: Order, isReversed: Bool) -> OrderedEntries {
        let bound = Bound(
            order.value(of: entry.value), key: entry.key, isInclusive: false, isReversed ? .end : .start)
        return entries(by: order, from: bound, isReversed: isReversed)
    }

    /// Returns the key of the child just before another one in an order.
    package func key(before key: Key, by order: Order) -> Key? {
        if isInKeyOrder(order) { return entry(before: key)?.key }
        return entries(after: (key, self[key]), by: order, isReversed: true).first { _ in true }?.key
    }

    /// Returns the keys in an order of their children; an absent child counts as null.
    package func sorted(_ keys: [Key], by order: Order) -> [Key] {
        if isInKeyOrder(order) { return keys.sorted() }
        return keys.map { order.position(of: $0, self[$0]) }.sorted().map(\.key)
    }
}

/// The children of a node in an order.
package struct OrderedEntries: Sequence, IteratorProtocol {
    // Exactly one of the three is set, so that it can be advanced in place.
    private var keys: ChildIterator?
    private var positions: OrderedMapIterator<IndexPosition, Void>?
    private var sorted: IndexingIterator<[(IndexPosition, Node)]>?

    /// The children that the positions refer to.
    private let children: Children
    private let order: Order
    /// The bound; the first entries may lie before it.
    private var bound: Bound?
    private let isReversed: Bool

    init(
        keys: ChildIterator? = nil, positions: OrderedMapIterator<IndexPosition, Void>? = nil,
        sorted: [(IndexPosition, Node)]? = nil, of children: Children, _ order: Order, from bound: Bound?,
        isReversed: Bool
    ) {
        self.keys = keys
        self.positions = positions
        self.sorted = sorted?.makeIterator()
        self.children = children
        self.order = order
        self.bound = bound
        self.isReversed = isReversed
    }

    package mutating func next() -> Children.Entry? {
        while let entry = keys != nil ? keys?.next() : nextByPosition() {
            guard let bound else { return entry }
            if bound.isAfter(order.position(of: entry.key, entry.value)) == isReversed {
                self.bound = nil
                return entry
            }
        }
        return nil
    }

    private mutating func nextByPosition() -> Children.Entry? {
        if let entry = sorted?.next() { return (entry.0.key, entry.1) }
        return positions?.next().map { ($0.key.key, children[$0.key.key]) }
    }
}
