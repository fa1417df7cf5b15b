extension JSONParser {
    /// Reads a string from its opening quote on.
    mutating func string() throws(DatasyncError) -> JSONTape.Word {
        index += 1
        let start = index
        let isASCII = skipPlainBytes()
        if peek == UInt8(ascii: "\"") {
            let end = index
            index += 1
            guard isASCII || UTF8.isWellFormed(UnsafeBufferPointer(rebasing: bytes[start..<end])) else {
                throw failure("a string that is not valid UTF-8", at: start)
            }
            return JSONTape.Word(.plainString, count: end - start, offset: start)
        }
        let decodedStart = decoded.count
        var run = start
        while true {
            decoded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<index]))
            guard let next = peek else {
                throw failure("a string that does not end; close it with a quote", at: start - 1)
            }
            switch next {
            case UInt8(ascii: "\""):
                index += 1
                let text = decoded[decodedStart...]
                guard text.withUnsafeBufferPointer(UTF8.isWellFormed) else {
                    throw failure("a string that is not valid UTF-8", at: start)
                }
                return JSONTape.Word(.escapedString, count: text.count, offset: decodedStart)
            case UInt8(ascii: "\\"): try escape()
            case 9 where limits.allowsLineBreaks, 10 where limits.allowsLineBreaks, 13 where limits.allowsLineBreaks:
                decoded.append(next)
                index += 1
            default: throw failure("a control character in a string; write it as \\u00XX")
            }
            run = index
            skipPlainBytes()
        }
    }

    /// Moves to the next quote, backslash or control character, or to the end of the text.
    ///
    /// - Returns: Whether all skipped bytes are ASCII.
    @discardableResult
    private mutating func skipPlainBytes() -> Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        let memory = UnsafeRawBufferPointer(bytes)
        var seen: UInt64 = 0
        while index + 8 <= memory.count {
            let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let stops = JSON.marksOfEscapes(in: word)
            guard stops == 0 else {
                let shift = UInt64(stops.trailingZeroBitCount) & ~7
                index += Int(shift / 8)
                return (seen | word & ((1 << shift) - 1)) & high == 0
            }
            seen |= word
            index += 8
        }
        while index < memory.count, !JSON.needsEscape(memory[index]) {
            seen |= UInt64(memory[index])
            index += 1
        }
        return seen & high == 0
    }

    /// Decodes an escape from its backslash on.
    private mutating func escape() throws(DatasyncError) {
        let start = index
        index += 1
        guard let letter = peek else { throw failure("a string that ends in an escape", at: start) }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
        case UInt8(ascii: "b"): decoded.append(8)
        case UInt8(ascii: "f"): decoded.append(12)
        case UInt8(ascii: "n"): decoded.append(10)
        case UInt8(ascii: "r"): decoded.append(13)
        case UInt8(ascii: "t"): decoded.append(9)
        case UInt8(ascii: "u"):
            var value = try hexadecimal()
            if value & 0xFC00 == 0xD800, peek == UInt8(ascii: "\\"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "u")
            {
                index += 2
                let low = try hexadecimal()
                guard low & 0xFC00 == 0xDC00 else { throw failure("an unpaired surrogate", at: start) }
                value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
            }
            guard let scalar = Unicode.Scalar(value) else { throw failure("an unpaired surrogate", at: start) }
            decoded.append(contentsOf: UTF8.encode(scalar)!)
        // Each X of the message is a placeholder for a hexadecimal digit.
        default: throw failure("an unknown escape; use one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX", at: start)
        }
    }

    private mutating func hexadecimal() throws(DatasyncError) -> UInt32 {
        guard index + 4 <= bytes.count else { throw failure("expected four hexadecimal digits after \\u") }
        var value: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 55
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
            default: throw failure("expected four hexadecimal digits after \\u")
            }
            value = value << 4 + UInt32(digit)
        }
        index += 4
        return value
    }
}
