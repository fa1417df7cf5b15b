extension JSON {
    /// The compact JSON text: no spaces, numbers in the shortest ECMAScript form.
    package var text: String { JSONWriter.text { $0.write(self) } }

    /// Appends the compact text as UTF-8 bytes.
    package func write(to bytes: inout [UInt8]) { JSONWriter.write(to: &bytes) { $0.write(self) } }

    /// Appends a string in quotes, with only the necessary escapes.
    package static func write(_ text: String, to bytes: inout [UInt8]) {
        JSONWriter.write(to: &bytes) { $0.write(quoted: text) }
    }
}

extension JSON {
    /// Whether a JSON string must escape a byte: quote, backslash and the control characters below 32.
    static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Returns a word whose lowest set bit is in the first of eight bytes that needs an escape, or 0.
    ///
    /// - Parameter word: The bytes, the first one lowest.
    /// - Returns: The word; 0 if no byte needs an escape.
    static func marksOfEscapes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* 0x22
        let slashes = word ^ ones &* 0x5C
        // A borrow may mark a byte wrongly, but never one before the first byte that is marked correctly.
        let below = (word &- ones &* 32) & ~word
        return (below | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes) & (ones &* 0x80)
    }
}

extension Double {
    /// The ECMAScript form of the number: the fewest digits that read back as the same double.
    ///
    /// Numbers from 1e-6 up to 1e21 are plain decimals, others have an exponent. The number must be finite, as all
    /// numbers of the data model are.
    package var shortestText: String { JSONWriter.text { $0.write(self) } }
}
