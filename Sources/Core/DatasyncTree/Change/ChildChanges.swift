/// The changes of a node's children within one transition, merged per child.
///
/// Only the first old and the last new value of a child count. An addition and a removal cancel out, a removal and an
/// addition make a change, an addition and a change make an addition, and a change and a removal make a removal of the
/// oldest value.
package struct ChildChanges: Sendable {
    private struct Change: Sendable {
        let key: Key
        let old: Node
        let new: Node
    }

    /// The children, if the node had none before and their additions are the only changes.
    package private(set) var allAdded: Children?
    /// The changes, while they come in key order, as most do.
    private var ascending: [Change] = []
    /// All changes, once one comes in another order; empty before that.
    private var byKey = OrderedMap<Key, Change>()

    package init() {}

    /// Notes all differences between two versions of the children; constant time if there were none before.
    package mutating func noteDifferences(from old: Children, to new: Children) {
        if old.isEmpty, !new.isEmpty, allAdded == nil, ascending.isEmpty, byKey.isEmpty {
            allAdded = new
        } else {
            new.forEachDifference(from: old) { note($0, from: $1, to: $2) }
        }
    }

    package mutating func note(_ key: Key, from old: Node, to new: Node) {
        if let added = allAdded.take() {
            ascending = added.map { Change(key: $0.key, old: .null, new: $0.value) }
        }
        if let last = ascending.last, key < last.key {
            byKey = OrderedMap(sorted: ascending.map { ($0.key, $0) })
            ascending = []
        }
        let earlier = byKey.isEmpty ? ascending.last : byKey[key]
        let isNoted = earlier?.key == key
        let change = Change(key: key, old: isNoted ? earlier?.old ?? old : old, new: new)
        if !byKey.isEmpty {
            byKey[key] = change
        } else if isNoted {
            ascending[ascending.count - 1] = change
        } else {
            ascending.append(change)
        }
    }

    /// The changes in key order.
    private var changes: [Change] {
        if let allAdded { return allAdded.map { Change(key: $0.key, old: .null, new: $0.value) } }
        return byKey.isEmpty ? ascending : byKey.map(\.value)
    }

    package typealias Entry = (key: Key, value: Node)

    /// Returns the changes by the kind of their events, in the order of delivery, each in an order of the children.
    package func events(by order: Order) -> [(kind: EventKind, entries: [Entry])] {
        [
            (.childRemoval, removed(by: order)), (.childAddition, added(by: order)), (.childMove, moved(by: order)),
            (.childChange, changed(by: order)),
        ]
    }

    /// Returns the removed children with their old values, in an order.
    package func removed(by order: Order) -> [Entry] {
        sorted(changes.compactMap { !$0.old.isNull && $0.new.isNull ? ($0.key, $0.old) : nil }, order)
    }

    /// Returns the added children, in an order.
    package func added(by order: Order) -> [Entry] {
        sorted(changes.compactMap { $0.old.isNull && !$0.new.isNull ? ($0.key, $0.new) : nil }, order)
    }

    /// Returns the children whose values have changed, in an order.
    package func changed(by order: Order) -> [Entry] { sorted(changed.map { ($0.key, $0.new) }, order) }

    /// Returns the changed children that have moved in an order.
    package func moved(by order: Order) -> [Entry] {
        if order == .key { return [] }
        return sorted(changed.filter { order.moves($0.old, $0.new) }.map { ($0.key, $0.new) }, order)
    }

    private var changed: [Change] { changes.filter { !$0.old.isNull && !$0.new.isNull && $0.old != $0.new } }

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
    package var isEmpty: Bool { allAdded == nil && changes.allSatisfy { $0.old == $0.new } }
}
