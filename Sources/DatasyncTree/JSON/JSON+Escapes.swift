/// The bytes that a JSON string must escape: quote, backslash and the control characters below 32.
extension JSON {
    static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Returns a word whose lowest set bit is in the first of eight bytes that needs an escape, or 0.
    ///
    /// `word`: The bytes, the first one lowest.
    static func marksOfEscapes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* 0x22
        let slashes = word ^ ones &* 0x5C
        // A byte below a borrow may be marked wrongly, but never one before the first that is marked rightly.
        let below = (word &- ones &* 32) & ~word
        return (below | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes) & (ones &* 0x80)
    }
}
