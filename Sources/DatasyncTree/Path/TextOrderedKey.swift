/// A key in plain text order, without regard to numbers: the order of siblings in a transition.
package struct TextOrderedKey: Hashable, Comparable, Sendable {
    package let key: Key

    package init(_ key: Key) { self.key = key }

    package static func < (left: TextOrderedKey, right: TextOrderedKey) -> Bool {
        left.key.isTextuallyBefore(right.key)
    }
}
