/// The place of a child in an order.
@usableFromInline
package struct IndexPosition: Hashable, Sendable {
    let value: IndexValue
    package let key: Key
}

extension IndexPosition: Comparable {
    @usableFromInline
    package static func < (left: IndexPosition, right: IndexPosition) -> Bool {
        left.value == right.value ? left.key < right.key : left.value < right.value
    }
}
