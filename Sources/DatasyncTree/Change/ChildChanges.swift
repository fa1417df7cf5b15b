/// What happened to the children of a node within one transition, merged per child.
///
/// Only the first old and the last new value of a child count: added and removed is nothing, removed and added is a change,
/// added and changed an addition, changed and removed a removal of the oldest value.
package struct ChildChanges: Sendable {
    private var byKey = OrderedMap<Key, (old: Node, new: Node)>()

    package init() {}

    package mutating func note(_ key: Key, from old: Node, to new: Node) {
        let first = byKey[key]?.old ?? old
        byKey[key] = (first, new)
    }

    /// The children that are gone, with their old values, in key order.
    package var removed: [(key: Key, value: Node)] {
        byKey.compactMap { !$0.value.old.isNull && $0.value.new.isNull ? ($0.key, $0.value.old) : nil }
    }

    /// The children that are new, in key order.
    package var added: [(key: Key, value: Node)] {
        byKey.compactMap { $0.value.old.isNull && !$0.value.new.isNull ? ($0.key, $0.value.new) : nil }
    }

    /// The children with another value than before, in key order.
    package var changed: [(key: Key, value: Node)] {
        byKey.compactMap { key, value in
            !value.old.isNull && !value.new.isNull && value.old != value.new ? (key, value.new) : nil
        }
    }

    /// Whether nothing has happened in the end.
    package var isEmpty: Bool { byKey.allSatisfy { $0.value.old == $0.value.new } }
}
