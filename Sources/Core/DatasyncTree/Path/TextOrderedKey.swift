/// A key in plain text order, without regard to numbers: the order of siblings in a transition.
@frozen @usableFromInline
package struct TextOrderedKey: Hashable, Comparable, Sendable {
    @usableFromInline package let key: Key
    /// The order of the text by its first bytes; texts with different ranks are ordered by them.
    @usableFromInline let rank: UInt64

    @usableFromInline
    package init(_ key: Key) {
        self.key = key
        rank = key.textRank
    }

    @inlinable
    package static func < (left: TextOrderedKey, right: TextOrderedKey) -> Bool {
        left.rank == right.rank ? left.isTextuallyBefore(right) : left.rank < right.rank
    }

    @usableFromInline
    func isTextuallyBefore(_ other: TextOrderedKey) -> Bool { key.isTextuallyBefore(other.key) }

    @usableFromInline
    package static func == (left: TextOrderedKey, right: TextOrderedKey) -> Bool { left.key == right.key }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
