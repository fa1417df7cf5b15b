/// A check that the names of an object differ, byte by byte.
///
/// Most objects have few members, or names in ascending order, and need no set.
struct DistinctNames {
    /// The number of members up to which a name is compared with all others.
    private static let fewest = 8

    /// Whether each name is greater than the one before it.
    private var isAscending = true
    /// Whether each name is longer than the one before it, or has the same length and is greater.
    private var isAscendingByLength = true
    /// The names, if they are many in neither order.
    private var names: Set<Key>?

    /// Adds the next name of an object.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - members: The members before it, at least one.
    /// - Returns: Whether the name differs from the names of all members before it.
    mutating func insert(_ name: String, after members: [JSON.Member]) -> Bool {
        let length = name.utf8.count
        guard members.count >= Self.fewest else {
            for member in members where member.name.utf8.count == length {
                if member.name == name, member.name.hasSameBytes(as: name) { return false }
            }
            return true
        }
        if members.count == Self.fewest {
            for index in members.indices.dropFirst() { compare(members[index].name, to: members[index - 1].name) }
        }
        if names == nil {
            compare(name, to: members[members.count - 1].name)
            if isAscending || isAscendingByLength { return true }
            names = Set(members.lazy.map { Key(unchecked: $0.name) })
        }
        return names?.insert(Key(unchecked: name)).inserted ?? true
    }

    /// Notes the order of two neighbours.
    ///
    /// Both orders treat canonically equivalent names as equal, so that ascending names differ in their bytes too.
    private mutating func compare(_ name: String, to last: String) {
        let isGreater = last < name
        let (length, lastLength) = (name.utf8.count, last.utf8.count)
        if !isGreater { isAscending = false }
        if length < lastLength || (length == lastLength && !isGreater) { isAscendingByLength = false }
    }
}
