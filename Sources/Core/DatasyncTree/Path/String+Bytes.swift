/// Comparison of text by code units, as in the data model; Swift's `==` and `<` use canonical equivalence.
extension String {
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let result = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                Self.isEqual(UnsafeRawBufferPointer(mine), UnsafeRawBufferPointer(theirs))
            }
        }
        return (result ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Compares bytes of the same count, eight at a time.
    private static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index + 8 <= left.count {
            let word = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard word == right.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
            index += 8
        }
        while index < left.count {
            guard left[index] == right[index] else { return false }
            index += 1
        }
        return true
    }

    /// Returns whether the text precedes another in the order of UTF-16 code units, read from the UTF-8 bytes.
    ///
    /// The order of bytes is the order of scalars. UTF-16 differs only in that U+10000 and above (surrogates,
    /// D800–DFFF; lead byte F0 and above) come before U+E000–U+FFFF (lead bytes EE and EF).
    package func precedesInUTF16(_ other: String) -> Bool {
        var mine = utf8.makeIterator()
        var theirs = other.utf8.makeIterator()
        while true {
            guard let right = theirs.next() else { return false }
            guard let left = mine.next() else { return true }
            if left == right { continue }
            if left >= 0xF0, right == 0xEE || right == 0xEF { return true }
            if right >= 0xF0, left == 0xEE || left == 0xEF { return false }
            return left < right
        }
    }

    /// Creates the hexadecimal text of bytes, two digits for each.
    package init(hexadecimal bytes: some Sequence<UInt8>) {
        self = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the text in quotes for a message, truncated if it is long.
    package func quoted(atMost limit: Int) -> String {
        let scalars = unicodeScalars.prefix(limit)
        let isCut = unicodeScalars.count > limit
        return JSON.string(String(String.UnicodeScalarView(scalars)) + (isCut ? "…" : "")).text
    }
}
