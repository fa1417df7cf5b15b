/// Base64 encoding (RFC 4648, with padding) of digests, and decoding of the URL-safe form.
package enum Base64 {
    /// Computed, because each use of a global checks its initialization.
    private static var alphabet: StaticString { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" }

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits: UInt32 = 0
            for index in 0..<3 { bits = bits << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            append(bits, characters: count + 1, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the 28 bytes of the encoded text of a digest.
    static func append(_ digest: SHA1.Digest, to text: inout [UInt8]) {
        let words = digest.words
        append(words.0 >> 8, to: &text)
        append(words.0 << 16 | words.1 >> 16, to: &text)
        append(words.1 << 8 | words.2 >> 24, to: &text)
        append(words.2, to: &text)
        append(words.3 >> 8, to: &text)
        append(words.3 << 16 | words.4 >> 16, to: &text)
        append(words.4 << 8, characters: 3, to: &text)
    }

    /// Appends the four characters of 24 bits; `=` replaces those that represent no byte.
    private static func append(_ bits: UInt32, characters: Int = 4, to text: inout [UInt8]) {
        var four: UInt32 = 0
        for index in 0..<4 {
            let digit = Int(bits >> UInt32(18 - 6 * index) & 63)
            let character = index < characters ? alphabet.utf8Start[digit] : UInt8(ascii: "=")
            four |= UInt32(character) << UInt32(8 * index)
        }
        withUnsafeBytes(of: four.littleEndian) { text.append(contentsOf: $0) }
    }

    /// Returns the bytes of a text in the URL-safe form (`-` and `_`), without padding.
    ///
    /// - Returns: The bytes, or `nil` if the text has another character or an impossible length.
    package static func decodeURL(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in text.utf8 {
            guard let digit = digit(byte) else { return nil }
            bits = bits << 6 | digit
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
