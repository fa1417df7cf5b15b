/// The keys of some children, ordered by the children's values.
package struct ChildPlaces: Sendable {
    private let order: Order
    private var positions = OrderedMap<Key, IndexPosition>()
    private var sorted = OrderedMap<IndexPosition, Void>()

    package init(_ order: Order) { self.order = order }

    package var isEmpty: Bool { sorted.isEmpty }
    package var first: Key? { sorted.first?.key.key }
    package var keys: [Key] { sorted.map(\.key.key) }

    package func contains(_ key: Key) -> Bool { positions.contains(key) }

    /// Adds a child, or moves it to the place that its new value gives it.
    package mutating func place(_ key: Key, _ child: Node) {
        let position = order.position(of: key, child)
        if let old = positions.set(position, for: key) { sorted.removeValue(for: old) }
        sorted.set((), for: position)
    }

    package mutating func remove(_ key: Key) {
        if let position = positions.removeValue(for: key) { sorted.removeValue(for: position) }
    }

    /// Returns the key just before a child; `nil` if the child is the first or absent.
    package func key(before key: Key) -> Key? {
        positions[key].flatMap { sorted.entry(before: $0)?.key.key }
    }
}
