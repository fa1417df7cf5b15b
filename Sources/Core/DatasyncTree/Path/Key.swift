/// The name of a child: valid text in the order of the data model.
///
/// Keys are equal if their UTF-8 bytes are. Keys that read as 32-bit integers (`-?`, leading zeros allowed, at most ten
/// significant digits) come first, by value, then by length, then by text; all others follow by UTF-16 code units.
///
/// A key takes 16 bytes. Its rank decides most comparisons and holds short texts completely; other texts are in a box.
@usableFromInline
package struct Key: Sendable {
    /// The order of the key; keys with different ranks are ordered by them.
    ///
    /// - Integers: the value plus 2³¹, shifted left by 8; below it the length of the text, at most 255.
    /// - Other texts: the top bit, the first seven bytes as ``KeyText`` orders them, and the length, at most 8.
    @usableFromInline let rank: UInt64
    /// The text; `nil` if the rank holds all of it: a canonical integer, or at most seven bytes.
    @usableFromInline let box: KeyText?

    /// Creates a key from text that is known to be valid, without checking it.
    package init(unchecked text: String) {
        var text = text
        let (rank, isComplete) = text.withUTF8(Self.rank)
        self.rank = rank
        box = isComplete ? nil : KeyText(text)
    }

    /// Creates a key from well-formed UTF-8; `nil` unless its bytes alone show that it is valid.
    init?(plain bytes: UnsafeBufferPointer<UInt8>) {
        guard Self.isPlain(bytes) else { return nil }
        let (rank, isComplete) = Self.rank(of: bytes)
        self.rank = rank
        box = isComplete ? nil : KeyText(String(decoding: bytes, as: UTF8.self))
    }

    /// Creates a key from text, after checking it.
    ///
    /// - Throws: ``DatasyncError`` `invalidKey`, whose message names the forbidden character or the excessive length.
    package init(_ text: String) throws(DatasyncError) {
        if let problem = Self.problem(in: text) {
            throw DatasyncError(.invalidKey, "The key \(text.quoted(atMost: 40)) \(problem).")
        }
        self.init(unchecked: text)
    }

    private init(rank: UInt64) {
        self.rank = rank
        box = nil
    }

    /// The last key of a path that addresses a node's priority; no child has it.
    package static let priority = Key(unchecked: ".priority")

    /// Whether the key is ``priority``.
    @inlinable package var isPriority: Bool { rank == 0x012E_7072_696F_7269 << 7 | 8 }

    /// The first key of a path to the client's own connection, which is not part of the data.
    package static let info = Key(unchecked: ".info")

    /// Whether the key is ``info``.
    @inlinable package var isInfo: Bool { rank == 1 << 63 | 0x002E_696E_666F_0000 << 7 | 5 }

    /// The least and the greatest key; no child has them.
    static let lowest = Key(rank: 0)
    static let highest = Key(rank: .max)

    /// Creates the key of an array index.
    package init(index: Int) {
        if let index = Int32(exactly: index) {
            self.init(rank: Self.rank(of: index, length: String(index).utf8.count))
        } else {
            self.init(unchecked: String(index))
        }
    }

    package var text: String {
        if let box { return box.text }
        return isInteger ? String(integer) : KeyText.text(ofRank: rank)
    }

    /// The bytes of an ASCII text, the first one lowest; `nil` for integers and texts that the rank cannot hold.
    var shortText: (word: UInt64, count: Int)? {
        guard box == nil, !isInteger, rank << 1 & 0x8080_8080_8080_8000 == 0 else { return nil }
        return ((rank << 1 & ~0xFF).byteSwapped, Int(rank & 0x7F))
    }

    /// The length of the text in UTF-8 bytes.
    var byteCount: Int {
        if let box { return box.text.utf8.count }
        return Int(isInteger ? rank & 0xFF : rank & 0x7F)
    }

    /// Whether all characters are ASCII, so that bytes and canonical equivalence agree within ASCII text.
    package var isASCII: Bool {
        if isInteger { return true }
        return box?.isASCII ?? (shortText != nil)
    }

    /// Returns what is wrong with a key, as the end of a sentence; `nil` if the key is valid.
    package static func problem(in text: String) -> String? {
        var text = text
        if text.withUTF8(isPlain) { return nil }
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

    /// Returns whether the bytes alone show that a text is valid: short, without any character that may be forbidden.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !bytes.isEmpty, bytes.count <= 256 else { return false }
        for byte in bytes {
            switch byte {
            case 0..<32, 127, UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: "/"):
                return false
            default: break
            }
        }
        return true
    }

    /// Returns whether the key precedes another in plain text order, without regard to numbers.
    package func isTextuallyBefore(_ other: Key) -> Bool {
        if isInteger || other.isInteger { return text.precedesInUTF16(other.text) }
        return self < other
    }

    /// The rank of the text as ``KeyText`` orders texts, also for an integer.
    var textRank: UInt64 {
        guard isInteger else { return rank }
        var text = text
        return text.withUTF8(KeyText.rank)
    }

    /// The array index if the key is its canonical decimal form, or `nil`.
    package var arrayIndex: Int? { isInteger && box == nil && integer >= 0 ? integer : nil }

    // MARK: Integers

    private var isInteger: Bool { rank >> 63 == 0 }

    /// The value of an integer key.
    private var integer: Int { Int(Int64(rank >> 8) - 1 << 31) }

    private static func rank(of integer: Int32, length: Int) -> UInt64 {
        UInt64(Int64(integer) + 1 << 31) << 8 | UInt64(min(length, 255))
    }

    /// Returns the rank of a text, and whether it holds all of the text.
    private static func rank(of bytes: UnsafeBufferPointer<UInt8>) -> (rank: UInt64, isComplete: Bool) {
        integerRank(of: bytes) ?? (KeyText.rank(of: bytes), bytes.count < 8)
    }

    /// Returns the rank of a text of the form `-?0*[0-9]{1,10}`, and whether its digits are canonical.
    ///
    /// `nil` if the text has another form, or if its value does not fit into 32 bits.
    private static func integerRank(of bytes: UnsafeBufferPointer<UInt8>) -> (rank: UInt64, isComplete: Bool)? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes[(isNegative ? 1 : 0)...]
        guard !digits.isEmpty else { return nil }
        for digit in digits where digit < 48 || digit > 57 { return nil }
        let significant = digits.drop { $0 == 48 }
        guard significant.count <= 10 else { return nil }
        let magnitude = significant.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
        guard let value = Int32(exactly: isNegative ? -magnitude : magnitude) else { return nil }
        let isCanonical = significant.count == digits.count || (magnitude == 0 && digits.count == 1 && !isNegative)
        return (rank(of: value, length: bytes.count), isCanonical)
    }
}

extension Key: Hashable {
    @inlinable
    package static func == (left: Key, right: Key) -> Bool {
        left.rank == right.rank && (left.box === right.box || left.hasSameText(as: right))
    }

    /// Returns whether two keys of the same rank are equal.
    @usableFromInline
    func hasSameText(as other: Key) -> Bool {
        guard let box, let theirs = other.box else { return true }
        return box.text.hasSameBytes(as: theirs.text)
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard let box else { return }
        for byte in box.text.utf8.dropFirst(7) { hasher.combine(byte) }
    }
}

extension Key: Comparable {
    @inlinable
    package static func < (left: Key, right: Key) -> Bool {
        left.rank == right.rank ? left.textPrecedes(right) : left.rank < right.rank
    }

    /// Returns whether a key precedes another one of the same rank.
    @usableFromInline
    func textPrecedes(_ other: Key) -> Bool {
        // Either both texts are in boxes or neither is.
        guard let box, let theirs = other.box, box !== theirs else { return false }
        if isInteger, box.text.utf8.count != theirs.text.utf8.count {
            return box.text.utf8.count < theirs.text.utf8.count
        }
        return box.precedes(theirs)
    }
}

extension Key: CustomStringConvertible {
    @usableFromInline
    package var description: String { text }
}
