/// The text of a key whose rank does not hold all of it.
@usableFromInline
final class KeyText: Sendable {
    let text: String
    let isASCII: Bool

    init(_ text: String) {
        var text = text
        isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        self.text = text
    }

    /// Returns whether the text precedes another in the order of UTF-16 code units.
    func precedes(_ other: KeyText) -> Bool {
        isASCII && other.isASCII ? text < other.text : text.precedesInUTF16(other.text)
    }

    /// Returns the rank of a text other than an integer: top bit, seven bytes, and the length (at most 8).
    ///
    /// The bytes are mapped so that they sort like UTF-16 code units, in which U+10000 and above (lead bytes F0–F4) come
    /// before U+E000–U+FFFF (lead bytes EE and EF). Keys hold no byte 0, so a text precedes its continuations.
    static func rank(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var text: UInt64 = 0
        if bytes.count >= 8 {
            text = UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self)) >> 8
        } else {
            for byte in bytes { text = text << 8 | UInt64(byte) }
            text <<= UInt64(7 - min(bytes.count, 7)) * 8
        }
        // Only bytes outside of ASCII are mapped.
        if text & 0x80_8080_8080_8080 != 0 {
            let original = text
            text = 0
            for shift in stride(from: UInt64(48), through: 0, by: -8) {
                text = text << 8 | UInt64(ordered(UInt8(truncatingIfNeeded: original >> shift)))
            }
        }
        return 1 << 63 | text << 7 | UInt64(min(bytes.count, 8))
    }

    /// Returns the text of a rank that holds all of it.
    static func text(ofRank rank: UInt64) -> String {
        let count = Int(rank & 0x7F)
        return String(unsafeUninitializedCapacity: count) { bytes in
            for index in 0..<count {
                bytes[index] = original(UInt8(truncatingIfNeeded: rank >> UInt64(55 - 8 * index)))
            }
            return count
        }
    }

    private static func ordered(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0xEE, 0xEF: byte + 5
        case 0xF0...0xF4: byte - 2
        default: byte
        }
    }

    private static func original(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0xF3, 0xF4: byte - 5
        case 0xEE...0xF2: byte + 2
        default: byte
        }
    }
}
