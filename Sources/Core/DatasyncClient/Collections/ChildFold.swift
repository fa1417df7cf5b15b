package import DatasyncTree

/// The children of a query, folded from its child events: each child is placed by its value.
///
/// Finding a child's row takes O(log n), and a change moves little more than a chunk of each ``DatasyncList``. Of an array, it moves
/// all rows behind, and copies the others too if an earlier copy is still in use.
package struct ChildFold<Rows>: Sendable
where Rows: RangeReplaceableCollection & MutableCollection & Sendable, Rows.Index == Int {
    private let order: Order
    private var positions: [Key: IndexPosition] = [:]
    /// The positions of the rows, ascending.
    private var sorted = DatasyncList<IndexPosition>()
    /// The rows, in the query's order.
    package private(set) var rows = Rows()

    package init(_ order: Order) { self.order = order }

    /// The keys of the rows.
    package var keys: [Key] { sorted.map(\.key) }

    /// Returns the row of a child; `nil` without one.
    package func row(of key: Key) -> Rows.Element? { positions[key].map { rows[index(of: $0)] } }

    /// Places, replaces or removes the row of a child.
    ///
    /// - Parameters:
    ///   - row: The row; `nil` removes it.
    ///   - key: The key of the child.
    ///   - child: The value of the child, which determines its place.
    package mutating func set(_ row: Rows.Element?, for key: Key, _ child: Node) {
        guard let row else {
            if let old = positions.removeValue(forKey: key) { remove(at: index(of: old)) }
            return
        }
        let position = order.position(of: key, child)
        let old = positions.updateValue(position, forKey: key)
        if let old {
            let index = index(of: old)
            if old == position {
                rows[index] = row
                return
            }
            remove(at: index)
        }
        let index = index(of: position)
        sorted.insert(position, at: index)
        rows.insert(row, at: index)
    }

    package mutating func removeAll() { self = ChildFold(order) }

    private mutating func remove(at index: Int) {
        sorted.remove(at: index)
        rows.remove(at: index)
    }

    /// Returns the index of the first row that is not before a position.
    private func index(of position: IndexPosition) -> Int {
        // Most rows come in order.
        guard let last = sorted.last, !(last < position) else { return sorted.count }
        return sorted.partitioningIndex { !($0 < position) }
    }
}
