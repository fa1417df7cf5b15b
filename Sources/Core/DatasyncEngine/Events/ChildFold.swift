package import DatasyncTree

/// The children of a query, folded from its child events: each child is placed by its value.
package struct ChildFold<Row: Sendable>: Sendable {
    private let order: Order
    private var rowsByKey: [Key: Row] = [:]
    private var places: ChildPlaces

    package init(_ order: Order) {
        self.order = order
        places = ChildPlaces(order)
    }

    /// The keys in their order.
    package var keys: [Key] { places.keys }

    /// The rows in the order of the keys.
    package var rows: [Row] { places.keys.compactMap { rowsByKey[$0] } }

    /// Places, replaces or removes the row of a child.
    ///
    /// - Parameters:
    ///   - row: The row; `nil` removes it.
    ///   - key: The key of the child.
    ///   - child: The value of the child, which determines its place.
    package mutating func set(_ row: Row?, for key: Key, _ child: Node) {
        rowsByKey[key] = row
        if row == nil { places.remove(key) } else { places.place(key, child) }
    }

    package mutating func removeAll() { self = ChildFold(order) }
}
