/// The first names of the last objects on one level of a JSON text.
///
/// Siblings mostly have the same names in the same order. A name whose bytes repeat is neither decoded nor compared with the
/// names before it, which differ from it.
struct RepeatedNames {
    /// The greatest number of names; objects with more members take the general way for the others.
    ///
    /// No more than ``DistinctNames`` compares one by one, as it must know the names when it begins to order them.
    private static let most = 8

    /// A name, and the place of its bytes in the text.
    private struct Name {
        let text: String
        let start: Int
        let count: Int
    }

    private var names: [Name] = []

    /// Returns the name of a member if the bytes at a place, up to the next quote, are those of the member before at that index.
    ///
    /// The members before it must have had repeated or noted names too.
    @inline(__always)
    func name(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (text: String, count: Int)? {
        guard index < names.count else { return nil }
        let (start, count) = (names[index].start, names[index].count)
        guard place + count < bytes.count, bytes[place + count] == UInt8(ascii: "\"") else { return nil }
        for offset in 0..<count where bytes[place + offset] != bytes[start + offset] { return nil }
        return (names[index].text, count)
    }

    /// Notes the name of a member; the names of later members are forgotten.
    mutating func note(_ text: String, _ index: Int, at start: Int, count: Int) {
        guard index < Self.most else { return }
        if index < names.count { names.removeSubrange(index...) }
        names.append(Name(text: text, start: start, count: count))
    }
}
