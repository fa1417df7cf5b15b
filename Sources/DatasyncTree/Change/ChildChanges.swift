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

    /// The removed children with their old values, in key order.
    package var removed: [(key: Key, value: Node)] {
        byKey.compactMap { !$0.value.old.isNull && $0.value.new.isNull ? ($0.key, $0.value.old) : nil }
    }

    /// The added children, in key order.
    package var added: [(key: Key, value: Node)] {
        byKey.compactMap { $0.value.old.isNull && !$0.value.new.isNull ? ($0.key, $0.value.new) : nil }
    }

    /// The children whose values have changed, in key order.
    package var changed: [(key: Key, value: Node)] {
        byKey.compactMap { key, value in
            !value.old.isNull && !value.new.isNull && value.old != value.new ? (key, value.new) : nil
        }
    }

    /// Whether the changes cancel out.
    package var isEmpty: Bool { byKey.allSatisfy { $0.value.old == $0.value.new } }
}
