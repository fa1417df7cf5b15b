/// A key in plain text order, without regard to numbers: the order of siblings in a transition.
package struct TextOrderedKey: Hashable, Comparable, Sendable {
    package let key: Key
    /// The order of the text by its first bytes; texts with different ranks are ordered by them.
    private let rank: UInt64

    package init(_ key: Key) {
        self.key = key
        rank = key.textRank
    }

    package static func < (left: TextOrderedKey, right: TextOrderedKey) -> Bool {
        left.rank == right.rank ? left.key.isTextuallyBefore(right.key) : left.rank < right.rank
    }

    package static func == (left: TextOrderedKey, right: TextOrderedKey) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
