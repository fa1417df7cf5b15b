/// The changes of a node's children within one transition, merged per child.
///
/// Only the first old and the last new value of a child count. An addition and a removal cancel out, a removal and an
/// addition make a change, an addition and a change make an addition, and a change and a removal make a removal of the
/// oldest value.
package struct ChildChanges: Sendable {
    private var byKey = OrderedMap<Key, (old: Node, new: Node)>()

    package init() {}

    package mutating func note(_ key: Key, from old: Node, to new: Node) {
        let first = byKey[key]?.old ?? old
        byKey[key] = (first, new)
    }

    package typealias Entry = (key: Key, value: Node)

    /// Returns the removed children with their old values, in an order.
    package func removed(by order: Order) -> [Entry] {
        sorted(byKey.compactMap { !$0.value.old.isNull && $0.value.new.isNull ? ($0.key, $0.value.old) : nil }, order)
    }

    /// Returns the added children, in an order.
    package func added(by order: Order) -> [Entry] {
        sorted(byKey.compactMap { $0.value.old.isNull && !$0.value.new.isNull ? ($0.key, $0.value.new) : nil }, order)
    }

    /// Returns the children whose values have changed, in an order.
    package func changed(by order: Order) -> [Entry] { sorted(changed.map { ($0.key, $0.new) }, order) }

    /// Returns those of the changed children that have moved in an order.
    package func moved(by order: Order) -> [Entry] {
        if order == .key { return [] }
        return sorted(changed.filter { order.moves($0.old, $0.new) }.map { ($0.key, $0.new) }, order)
    }

    private var changed: [(key: Key, old: Node, new: Node)] {
        byKey.compactMap { key, value in
            !value.old.isNull && !value.new.isNull && value.old != value.new ? (key, value.old, value.new) : nil
        }
    }

    /// Sorts children, which are in key order.
    private func sorted(_ entries: [Entry], _ order: Order) -> [Entry] {
        switch order {
        case .key: return entries
        case .priority where !entries.contains(where: \.value.isPrioritized): return entries
        default:
            let positions = entries.map { (order.position(of: $0.key, $0.value), $0.value) }
            return positions.sorted { $0.0 < $1.0 }.map { ($0.0.key, $0.1) }
        }
    }

    /// Whether the changes cancel out.
    package var isEmpty: Bool { byKey.allSatisfy { $0.value.old == $0.value.new } }
}
