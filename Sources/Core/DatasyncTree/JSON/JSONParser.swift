/// A strict parser of RFC 8259 text, read as UTF-8 bytes.
///
/// Integers beyond 2^53 are rounded to the nearest double, and `-0` becomes `0`. Numbers out of the range of doubles,
/// unpaired surrogates, ill-formed UTF-8, duplicate members and text after the value are errors. The parser writes a
/// ``JSONTape``. It allocates no memory for single values, except for numbers with many digits and for the names of large
/// objects that are in no order.
package struct JSONParser {
    /// The limits on the text.
    package struct Limits: Sendable {
        /// The maximum nesting of arrays and objects.
        package var depth = 512
        /// The maximum number of bytes; never more than 1,000,000,000.
        package var size = 256 << 20
        /// The maximum number of elements or members of one array or object.
        package var children = Int.max
        /// The depth of an object whose members are not one node's children, such as merge parts; 0 for none.
        package var mergeDepth = 0
        /// The path of the value, for messages about a place in it; empty for the root.
        package var base = ""
        /// The maximum number of words of the tape: one per value, one more per number and per name.
        package var words = Int.max
        /// Whether strings may contain line breaks and tabs, as the expressions of rules documents do.
        package var allowsLineBreaks = false

        package init(depth: Int = 512, size: Int = 256 << 20) {
            self.depth = depth
            self.size = size
        }

        /// The limits on a text with data: reading stops where the data cannot be a valid write.
        ///
        /// A child takes at least six bytes of the size of a write, and at most three words.
        package static let ofData: Limits = {
            let limits = DatasyncTree.Limits()
            var result = Limits()
            result.children = limits.children
            result.words = limits.write / 6 * 3 + 1_000
            return result
        }()
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let limits: Limits
    var index = 0
    private(set) var words: [UInt64] = []
    /// The strings with escapes, decoded.
    var decoded: [UInt8] = []
    /// The number of open arrays and objects.
    private(set) var depth = 0
    /// The index of the word of the innermost open array or object.
    private(set) var start = 0
    /// Whether the innermost open container is an object.
    private var isObject = false
    /// The number of complete elements or members of the innermost open container.
    private(set) var count = 0
    /// The names of objects, for finding duplicates.
    var names = MemberNames()

    /// Reads one value from a text.
    ///
    /// - Throws: ``DatasyncError`` `malformedText` with line, column (in bytes, from 1) and the expected text, or `tooLarge`.
    package static func parse(_ text: String, limits: Limits = Limits()) throws(DatasyncError) -> JSON {
        // Checked before the text is copied.
        try check(text.utf8.count, limits)
        return try parse(Array(text.utf8), limits: limits)
    }

    /// Reads one value from UTF-8 bytes.
    ///
    /// - Throws: As for ``parse(_:limits:)``.
    package static func parse(_ bytes: [UInt8], limits: Limits = Limits()) throws(DatasyncError) -> JSON {
        try check(bytes.count, limits)
        let result = bytes.withUnsafeBufferPointer { parse($0, limits) }
        let (words, decoded) = try result.get()
        let tape = JSONTape(words, text: bytes, decoded: decoded)
        assert(tape.violatedInvariant == nil, tape.violatedInvariant ?? "")
        return JSON(parsed: tape, at: 0)
    }

    private static func check(_ size: Int, _ limits: Limits) throws(DatasyncError) {
        let limit = min(limits.size, JSONTape.maximumTextSize)
        guard size <= limit else {
            throw DatasyncError(.tooLarge, "The JSON text has \(size) bytes; the limit is \(limit). Send it in parts.")
        }
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits
    ) -> Result<(words: [UInt64], decoded: [UInt8]), DatasyncError> {
        var parser = JSONParser(bytes: bytes, limits: limits)
        do throws(DatasyncError) {
            try parser.document()
            return .success((parser.words, parser.decoded))
        } catch {
            return .failure(error)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        // Most texts have at most one word for four bytes.
        words.reserveCapacity(bytes.count / 4 + 4)
    }

    private mutating func document() throws(DatasyncError) {
        repeat { try beginValue() } while try hasNextValue()
        guard index == bytes.count else { throw failure("expected the end of the text after the value") }
    }

    /// Reads a primitive, an empty array or object, or the beginning of a non-empty one up to its first value.
    private mutating func beginValue() throws(DatasyncError) {
        while true {
            skipSpace()
            switch peek {
            case UInt8(ascii: "{"):
                try open(isObject: true)
                if take("}") { return close() }
                try name()
            case UInt8(ascii: "["):
                try open(isObject: false)
                if take("]") { return close() }
            case UInt8(ascii: "\""): return words.append(try string().bits)
            case UInt8(ascii: "t"): return try literal("true", .yes)
            case UInt8(ascii: "f"): return try literal("false", .no)
            case UInt8(ascii: "n"): return try literal("null", .null)
            case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"):
                let number = try number()
                words.append(JSONTape.Word(.number).bits)
                return words.append(number.bitPattern)
            default: throw failure("expected a value")
            }
        }
    }

    /// Closes the arrays and objects that end after a value, and moves to the next value.
    ///
    /// - Returns: Whether there is one; otherwise the document has ended.
    private mutating func hasNextValue() throws(DatasyncError) -> Bool {
        skipSpace()
        while depth > 0 {
            count += 1
            if count > limits.children, depth != limits.mergeDepth { throw tooManyChildren() }
            if take(",") {
                if isObject { try name() }
                return true
            }
            guard take(isObject ? "}" : "]") else {
                throw failure(isObject ? "expected \",\" or \"}\" in an object" : "expected \",\" or \"]\" in an array")
            }
            close()
            skipSpace()
        }
        return false
    }

    /// Moves past an opening bracket and the space after it.
    @inline(__always)
    private mutating func open(isObject: Bool) throws(DatasyncError) {
        index += 1
        guard depth < limits.depth else {
            throw failure("nested deeper than the limit of \(limits.depth) levels; flatten the value")
        }
        guard words.count <= limits.words else { throw tooManyValues() }
        depth += 1
        if isObject { names.open(depth) }
        // Until an array or object is closed, its word holds the state of the one around it.
        let around = JSONTape.Word(self.isObject ? .object : .array, count: count, offset: start)
        (self.isObject, start, count) = (isObject, words.count, 0)
        words.append(around.bits)
        skipSpace()
    }

    @inline(__always)
    private mutating func close() {
        let around = JSONTape.Word(bits: words[start])
        words[start] = JSONTape.Word(isObject ? .object : .array, count: count, offset: words.count).bits
        (isObject, start, count) = (around.kind == .object, around.offset, around.count)
        depth -= 1
    }

    /// Reads the name of a member and the colon after it.
    private mutating func name() throws(DatasyncError) {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw failure("expected a member name in quotes") }
        words.append(try distinctName().bits)
        skipSpace()
        guard take(":") else { throw failure("expected \":\" after a member name") }
    }

    private mutating func literal(_ text: StaticString, _ kind: JSONTape.Word.Kind) throws(DatasyncError) {
        for offset in 0..<text.utf8CodeUnitCount {
            guard index + offset < bytes.count, bytes[index + offset] == text.utf8Start[offset] else {
                throw failure("expected \(text)")
            }
        }
        index += text.utf8CodeUnitCount
        words.append(JSONTape.Word(kind).bits)
    }

    // MARK: Bytes

    @inline(__always)
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

    private func tooManyChildren() -> DatasyncError {
        DatasyncError(
            .tooLarge, at: place,
            "The JSON text has more than \(limits.children) children at \(place); the limit is \(limits.children). Spread them "
                + "over more nodes.")
    }

    private func tooManyValues() -> DatasyncError {
        DatasyncError(
            .tooLarge, at: place,
            "The JSON text has more values up to \(place) than one write may have. Write it in parts.")
    }

    /// The path of the innermost open array or object in the text.
    private var place: String {
        var names: [String] = []
        var container = start
        for _ in 1..<max(1, depth) {
            let around = JSONTape.Word(bits: words[container])
            names.append(around.kind == .object ? name(JSONTape.Word(bits: words[container - 1])) : "\(around.count)")
            container = around.offset
        }
        if names.isEmpty, !limits.base.isEmpty { return limits.base }
        return limits.base + "/" + names.reversed().joined(separator: "/")
    }

    private func name(_ word: JSONTape.Word) -> String {
        let range = word.offset..<word.offset + word.count
        return word.kind == .plainString
            ? String(decoding: bytes[range], as: UTF8.self) : String(decoding: decoded[range], as: UTF8.self)
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
