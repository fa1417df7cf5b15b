/// The name of a child: valid text in the order of the data model.
///
/// Keys are equal if their UTF-8 bytes are. Keys that read as 32-bit integers (`-?`, leading zeros allowed, at most ten
/// significant digits) come first, by value, then by length, then by text; all others follow by UTF-16 code units.
/// Integer value and character set are determined once, on creation.
package struct Key: Sendable {
    package let text: String
    private let integer: Int32?
    /// Whether all characters are ASCII, so that bytes and canonical equivalence agree within ASCII text.
    package let isASCII: Bool

    /// Creates a key from text that is known to be valid, without checking it.
    package init(unchecked text: String) {
        self.text = text
        var text = text
        let (integer, isASCII) = text.withUTF8 { (Self.integer(in: $0), $0.allSatisfy { $0 < 0x80 }) }
        self.integer = integer
        self.isASCII = isASCII
    }

    /// Creates a key from text, after checking it.
    ///
    /// - Throws: ``DataError`` `invalidKey`, whose message names the forbidden character or the excessive length.
    package init(_ text: String) throws(DataError) {
        if let problem = Self.problem(in: text) {
            throw DataError(.invalidKey, "The key \(text.quoted(atMost: 40)) \(problem).")
        }
        self.init(unchecked: text)
    }

    /// Returns the problem of an invalid key, as the end of a sentence, or `nil` for a valid key.
    package static func problem(in text: String) -> String? {
        if text.isEmpty { return "is empty; a key has at least one character" }
        for scalar in text.unicodeScalars {
            if scalar.value < 32 || scalar.value == 127 {
                return "holds the control character U+\(String(scalar.value, radix: 16)); remove or encode it"
            }
            if ".$#[]/".unicodeScalars.contains(scalar) {
                return "holds \"\(scalar)\"; the characters . $ # [ ] / are forbidden in keys, encode them"
            }
        }
        let bytes = text.utf8.count
        if bytes > 768 { return "is \(bytes) bytes long in UTF-8; the limit is 768" }
        let scalars = text.unicodeScalars.count
        if scalars > 256 { return "is \(scalars) characters long; the limit is 256" }
        return nil
    }

    /// Returns whether the key precedes another in plain text order, without regard to numbers.
    package func isTextuallyBefore(_ other: Key) -> Bool {
        isASCII && other.isASCII ? text < other.text : text.precedesInUTF16(other.text)
    }

    /// The array index whose canonical decimal form the key is, or `nil`.
    package var arrayIndex: Int? {
        guard let integer, integer >= 0, text.utf8.first != UInt8(ascii: "-") else { return nil }
        return text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0") ? Int(integer) : nil
    }

    /// Returns the integer that a text of the form `-?0*[0-9]{1,10}` denotes, or `nil` if 32 bits do not hold it.
    private static func integer(in bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        let significant = digits.drop { $0 == 48 }
        guard significant.count <= 10 else { return nil }
        let magnitude = significant.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
        return Int32(exactly: isNegative ? -magnitude : magnitude)
    }
}

extension Key: Hashable {
    package static func == (left: Key, right: Key) -> Bool {
        guard left.isASCII == right.isASCII else { return false }
        return left.isASCII ? left.text == right.text : left.text.hasSameBytes(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        if isASCII {
            hasher.combine(text)
        } else {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}

extension Key: Comparable {
    package static func < (left: Key, right: Key) -> Bool {
        switch (left.integer, right.integer) {
        case (let mine?, let theirs?):
            if mine != theirs { return mine < theirs }
            let lengths = (left.text.utf8.count, right.text.utf8.count)
            return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : left.isTextuallyBefore(right)
        case (.some, nil): return true
        case (nil, .some): return false
        case (nil, nil): return left.isTextuallyBefore(right)
        }
    }
}

extension Key: CustomStringConvertible {
    package var description: String { text }
}
