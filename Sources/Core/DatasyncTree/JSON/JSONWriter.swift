/// A writer of compact JSON text that collects short pieces in a buffer on the stack.
///
/// It exists only within a call of ``write(to:_:)`` or ``text(_:)``.
struct JSONWriter {
    /// The room left after ``advance(_:)``: for eight bytes as `\u00XX`, and the marks around them.
    private static let longestPiece = 64

    private let buffer: UnsafeMutableRawBufferPointer
    /// The number of bytes in the buffer, which has room for one more piece.
    private var used = 0
    /// The text before the buffer.
    private var flushed: [UInt8]

    /// Appends the text that a closure writes.
    static func write(to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
            var writer = JSONWriter(buffer: buffer, flushed: bytes)
            bytes = []
            body(&writer)
            writer.flush()
            bytes = writer.flushed
        }
    }

    /// Returns the text that a closure writes.
    static func text(_ body: (inout JSONWriter) -> Void) -> String {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
            var writer = JSONWriter(buffer: buffer, flushed: [])
            body(&writer)
            if writer.flushed.isEmpty {
                return String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<writer.used]), as: UTF8.self)
            }
            writer.flush()
            return String(decoding: writer.flushed, as: UTF8.self)
        }
    }

    // MARK: Values

    mutating func write(_ json: JSON) {
        switch json.form {
        case .made(let content): write(content)
        case .parsed(let tape, let index): tape.read(at: index) { writeValue(at: &$0) }
        }
    }

    private mutating func write(_ content: JSON.Content) {
        switch content {
        case .null: write(letters: "null")
        case .boolean(let flag): write(letters: flag ? "true" : "false")
        case .number(let number): write(number)
        case .string(let text): write(quoted: text)
        case .array(let elements):
            write(byte: UInt8(ascii: "["))
            for index in elements.indices {
                if index > 0 { put(UInt8(ascii: ",")) }
                write(elements[index])
            }
            write(byte: UInt8(ascii: "]"))
        case .object(let members):
            write(byte: UInt8(ascii: "{"))
            for index in members.indices {
                if index > 0 { put(UInt8(ascii: ",")) }
                write(quoted: members[index].name)
                put(UInt8(ascii: ":"))
                write(members[index].value)
            }
            write(byte: UInt8(ascii: "}"))
        }
    }

    /// Writes the value that begins at a cursor, and moves the cursor past it.
    private mutating func writeValue(at cursor: inout JSONCursor) {
        let word = cursor.next()
        switch word.kind {
        case .null: write(letters: "null")
        case .no: write(letters: "false")
        case .yes: write(letters: "true")
        case .number: write(cursor.number())
        case .plainString, .escapedString: write(word, of: cursor)
        case .array:
            write(byte: UInt8(ascii: "["))
            for index in 0..<word.count {
                if index > 0 { put(UInt8(ascii: ",")) }
                writeValue(at: &cursor)
            }
            write(byte: UInt8(ascii: "]"))
        case .object:
            write(byte: UInt8(ascii: "{"))
            for index in 0..<word.count {
                if index > 0 { put(UInt8(ascii: ",")) }
                write(cursor.next(), of: cursor)
                put(UInt8(ascii: ":"))
                writeValue(at: &cursor)
            }
            write(byte: UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ string: JSONTape.Word, of cursor: borrowing JSONCursor) {
        put(UInt8(ascii: "\""))
        write(UnsafeRawBufferPointer(cursor.bytes(of: string)))
        write(byte: UInt8(ascii: "\""))
    }

    /// Writes a string in quotes, with only the necessary escapes.
    ///
    /// A mark, such as a comma, may be put before it without ``advance(_:)``, and another one after it.
    mutating func write(quoted text: String) {
        put(UInt8(ascii: "\""))
        let isContiguous: Void? = text.utf8.withContiguousStorageIfAvailable { write(UnsafeRawBufferPointer($0)) }
        if isContiguous == nil { Array(text.utf8).withUnsafeBytes { write($0) } }
        write(byte: UInt8(ascii: "\""))
    }

    private mutating func write(_ text: UnsafeRawBufferPointer) {
        var index = 0
        while text.count - index >= 8 {
            writeBytes(of: UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self)), 8)
            index += 8
        }
        let count = text.count - index
        if count > 0 { writeBytes(of: Self.lastBytes(of: text, count), count) }
    }

    /// Writes one to eight bytes of a text, the lowest one first, and escapes those that need it.
    @inline(__always)
    mutating func writeBytes(of word: UInt64, _ count: Int) {
        if JSON.marksOfEscapes(in: word) & ~0 >> UInt64(64 - 8 * count) == 0 {
            buffer.storeBytes(of: word.littleEndian, toByteOffset: used, as: UInt64.self)
            return advance(count)
        }
        writeEscapedBytes(of: word, count)
    }

    private mutating func writeEscapedBytes(of word: UInt64, _ count: Int) {
        for index in 0..<count {
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
            if JSON.needsEscape(byte) { writeEscape(of: byte) } else { put(byte) }
        }
        advance(0)
    }

    /// Returns the last bytes of a text, fewer than eight, the first one lowest.
    private static func lastBytes(of text: UnsafeRawBufferPointer, _ count: Int) -> UInt64 {
        if text.count >= 8 {
            let word = text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
            return UInt64(littleEndian: word) >> UInt64(8 * (8 - count))
        }
        if count >= 4 {
            let first = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            let last = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            return UInt64(first) | UInt64(last) << UInt64(8 * (count - 4))
        }
        return (0..<count).reduce(0) { $0 | UInt64(text[$1]) << UInt64(8 * $1) }
    }

    private mutating func writeEscape(of byte: UInt8) {
        put(UInt8(ascii: "\\"))
        switch byte {
        case 8: put(UInt8(ascii: "b"))
        case 9: put(UInt8(ascii: "t"))
        case 10: put(UInt8(ascii: "n"))
        case 12: put(UInt8(ascii: "f"))
        case 13: put(UInt8(ascii: "r"))
        case 0..<32:
            put(UInt8(ascii: "u"))
            put(UInt8(ascii: "0"))
            put(UInt8(ascii: "0"))
            put(UInt8(ascii: "0") + byte >> 4)
            let digit = byte & 15
            put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: put(byte)
        }
    }

    // MARK: Bytes

    /// Writes a text of ASCII characters without escapes, at most a piece.
    mutating func write(letters text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { put(text.utf8Start[index]) }
        advance(0)
    }

    @inline(__always)
    mutating func write(byte: UInt8) {
        buffer[used] = byte
        advance(1)
    }

    /// Writes a byte of a piece, after which ``advance(_:)`` must be called.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        buffer[used] = byte
        used += 1
    }

    /// Stores the decimal digits of a number.
    mutating func putDigits(of integer: UInt64) {
        if integer < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: integer)) }
        let count = Self.digitCount(of: integer)
        var (rest, end) = (integer, used + count)
        // Two digits at a time: a division takes longer than the rest.
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            end -= 2
            putPair(UInt16(truncatingIfNeeded: pair), at: end)
            rest = quotient
        }
        if rest >= 10 {
            putPair(UInt16(truncatingIfNeeded: rest), at: end - 2)
        } else {
            buffer[end - 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
        }
        used += count
    }

    /// Stores the two digits of a number below 100.
    @inline(__always)
    private func putPair(_ pair: UInt16, at offset: Int) {
        let tens = pair / 10
        let digits = 0x3030 + tens + (pair - tens * 10) << 8
        buffer.storeBytes(of: digits.littleEndian, toByteOffset: offset, as: UInt16.self)
    }

    private static func digitCount(of integer: UInt64) -> Int {
        var (count, limit) = (1, UInt64(10))
        while integer >= limit {
            count += 1
            let (next, isOverflown) = limit.multipliedReportingOverflow(by: 10)
            if isOverflown { break }
            limit = next
        }
        return count
    }

    /// Counts bytes that have been stored, and makes room for one more piece.
    @inline(__always)
    mutating func advance(_ count: Int) {
        used += count
        if used > buffer.count - Self.longestPiece { flush() }
    }

    @inline(never)
    private mutating func flush() {
        flushed.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<used]))
        used = 0
    }
}
