/// A strict parser of RFC 8259 text, which reads UTF-8 bytes.
///
/// Integers beyond 2^53 are rounded to the nearest double, and `-0` becomes `0`. Numbers out of the range of doubles,
/// unpaired surrogates, ill-formed UTF-8, duplicate members and text after the value are errors.
package struct JSONParser {
    /// The limits on the text.
    package struct Limits: Sendable {
        /// The maximum nesting of arrays and objects.
        package var depth = 512
        /// The maximum number of bytes.
        package var size = 256 << 20

        package init(depth: Int = 512, size: Int = 256 << 20) {
            self.depth = depth
            self.size = size
        }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private let limits: Limits
    var index = 0
    private var depth = 0
    /// For each level, the number of elements of the last array or object there.
    ///
    /// Siblings mostly have the same shape, so that their arrays are allocated once. As each of them reserves no more than
    /// its predecessor holds, the arrays take at most twice the memory that they need.
    private var counts: [Int] = []
    /// For each level, the names of the last objects there.
    private var names: [RepeatedNames] = []
    /// The decoded bytes of a string with escapes; kept for its capacity.
    var decoded: [UInt8] = []

    /// Reads one value from a text.
    ///
    /// - Throws: ``DatasyncError`` `malformedText` with line, column (in bytes, from 1) and the expected text, or `tooLarge`.
    package static func parse(_ text: String, limits: Limits = Limits()) throws(DatasyncError) -> JSON {
        var text = text
        let result = text.withUTF8 { parse($0, limits) }
        return try result.get()
    }

    /// Reads one value from UTF-8 bytes.
    ///
    /// - Throws: As for ``parse(_:limits:)``.
    package static func parse(_ bytes: [UInt8], limits: Limits = Limits()) throws(DatasyncError) -> JSON {
        let result = bytes.withUnsafeBufferPointer { parse($0, limits) }
        return try result.get()
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits) -> Result<JSON, DatasyncError> {
        guard bytes.count <= limits.size else {
            return .failure(
                DatasyncError(
                    .tooLarge, "The JSON text has \(bytes.count) bytes; the limit is \(limits.size). Send it in parts.")
            )
        }
        var parser = JSONParser(bytes: bytes, limits: limits)
        do throws(DatasyncError) {
            return .success(try parser.document())
        } catch {
            return .failure(error)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func document() throws(DatasyncError) -> JSON {
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw failure("expected the end of the text after the value") }
        return value
    }

    private mutating func value() throws(DatasyncError) -> JSON {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return .number(try number())
        default: throw failure("expected a value")
        }
    }

    private mutating func object() throws(DatasyncError) -> JSON {
        try enter()
        var members: [JSON.Member] = []
        var distinct = DistinctNames()
        skipSpace()
        if !take("}") {
            let expected = counts[depth - 1]
            repeat {
                skipSpace()
                guard peek == UInt8(ascii: "\"") else { throw failure("expected a member name in quotes") }
                let name: String
                if let repeated = names[depth - 1].name(members.count, in: bytes, at: index + 1) {
                    (name, index) = (repeated.text, index + repeated.count + 2)
                } else {
                    let start = index
                    name = try string()
                    guard members.isEmpty || distinct.insert(name, after: members) else {
                        throw failure(
                            "the member \(name.quoted(atMost: 40)) occurs twice in one object; keep one", at: start)
                    }
                    names[depth - 1].note(name, members.count, at: start + 1, count: index - start - 2)
                }
                skipSpace()
                guard take(":") else { throw failure("expected \":\" after a member name") }
                let member = JSON.Member(name, try value())
                // A literal takes the least time for the many objects with one member.
                if members.isEmpty, expected < 2 {
                    members = [member]
                } else {
                    if members.isEmpty { members.reserveCapacity(expected) }
                    members.append(member)
                }
                skipSpace()
            } while take(",")
            guard take("}") else { throw failure("expected \",\" or \"}\" in an object") }
        }
        leave(members.count)
        return .object(members)
    }

    private mutating func array() throws(DatasyncError) -> JSON {
        try enter()
        var elements: [JSON] = []
        skipSpace()
        if !take("]") {
            elements.reserveCapacity(counts[depth - 1])
            repeat {
                elements.append(try value())
                skipSpace()
            } while take(",")
            guard take("]") else { throw failure("expected \",\" or \"]\" in an array") }
        }
        leave(elements.count)
        return .array(elements)
    }

    @inline(__always)
    private mutating func enter() throws(DatasyncError) {
        index += 1
        depth += 1
        guard depth <= limits.depth else {
            throw failure("nested deeper than the limit of \(limits.depth) levels; flatten the value")
        }
        if counts.count < depth {
            counts.append(0)
            names.append(RepeatedNames())
        }
    }

    @inline(__always)
    private mutating func leave(_ count: Int) {
        depth -= 1
        counts[depth] = count
    }

    private mutating func literal(_ text: StaticString, _ value: JSON) throws(DatasyncError) -> JSON {
        for offset in 0..<text.utf8CodeUnitCount {
            guard index + offset < bytes.count, bytes[index + offset] == text.utf8Start[offset] else {
                throw failure("expected \(text)")
            }
        }
        index += text.utf8CodeUnitCount
        return value
    }

    // MARK: Bytes

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    @inline(__always)
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    @inline(__always)
    private mutating func skipSpace() {
        // Most texts have none.
        if let next = peek, next <= 32 { skipPresentSpace() }
    }

    private mutating func skipPresentSpace() {
        while let next = peek, next == 32 || next == 10 || next == 13 || next == 9 { index += 1 }
    }

    func failure(_ problem: String, at place: Int? = nil) -> DatasyncError {
        let place = place ?? index
        let before = bytes[..<place]
        let line = 1 + before.count { $0 == 10 }
        let column = place - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
        let found = place < bytes.count ? "" : " (the text ends here)"
        return DatasyncError(
            .malformedText, at: "line \(line), column \(column)",
            "Malformed JSON at line \(line), column \(column): \(problem)\(found).")
    }
}
