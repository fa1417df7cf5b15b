extension UTF8 {
    /// Returns whether bytes are well-formed UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
    static func isWellFormed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let first = bytes[index]
            index += 1
            if first < 0x80 { continue }
            // The number of bytes that follow, and the range of the next one.
            let (count, second): (Int, ClosedRange<UInt8>)
            switch first {
            case 0xC2...0xDF: (count, second) = (1, 0x80...0xBF)
            case 0xE0: (count, second) = (2, 0xA0...0xBF)
            case 0xED: (count, second) = (2, 0x80...0x9F)
            case 0xE1...0xEF: (count, second) = (2, 0x80...0xBF)
            case 0xF0: (count, second) = (3, 0x90...0xBF)
            case 0xF1...0xF3: (count, second) = (3, 0x80...0xBF)
            case 0xF4: (count, second) = (3, 0x80...0x8F)
            default: return false
            }
            guard index + count <= bytes.count, second.contains(bytes[index]) else { return false }
            for next in index + 1..<index + count where bytes[next] & 0xC0 != 0x80 { return false }
            index += count
        }
        return true
    }
}
