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

    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: Limits
    private var index = 0
    private var depth = 0

    /// Reads one value from a text.
    ///
    /// - Throws: ``DataError`` `malformedText` with line, column (in bytes, from 1) and the expected text, or `tooLarge`.
    package static func parse(_ text: String, limits: Limits = Limits()) throws(DataError) -> JSON {
        try parse(Array(text.utf8), limits: limits)
    }

    /// Reads one value from UTF-8 bytes.
    ///
    /// - Throws: As for ``parse(_:limits:)``.
    package static func parse(_ bytes: [UInt8], limits: Limits = Limits()) throws(DataError) -> JSON {
        guard bytes.count <= limits.size else {
            throw DataError(
                .tooLarge, "The JSON text has \(bytes.count) bytes; the limit is \(limits.size). Send it in parts.")
        }
        let result: Result<JSON, DataError> = bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, limits: limits)
            do throws(DataError) {
                return .success(try parser.document())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func document() throws(DataError) -> JSON {
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw failure("expected the end of the text after the value") }
        return value
    }

    private mutating func value() throws(DataError) -> JSON {
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

    private mutating func object() throws(DataError) -> JSON {
        try enter()
        var members: [JSON.Member] = []
        var names: Set<Key> = []
        skipSpace()
        if !take("}") {
            repeat {
                skipSpace()
                guard peek == UInt8(ascii: "\"") else { throw failure("expected a member name in quotes") }
                let start = index
                let name = try string()
                guard names.insert(Key(unchecked: name)).inserted else {
                    throw failure(
                        "the member \(name.quoted(atMost: 40)) occurs twice in one object; keep one", at: start)
                }
                skipSpace()
                guard take(":") else { throw failure("expected \":\" after a member name") }
                members.append(JSON.Member(name, try value()))
                skipSpace()
            } while take(",")
            guard take("}") else { throw failure("expected \",\" or \"}\" in an object") }
        }
        depth -= 1
        return .object(members)
    }

    private mutating func array() throws(DataError) -> JSON {
        try enter()
        var elements: [JSON] = []
        skipSpace()
        if !take("]") {
            repeat {
                elements.append(try value())
                skipSpace()
            } while take(",")
            guard take("]") else { throw failure("expected \",\" or \"]\" in an array") }
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func enter() throws(DataError) {
        index += 1
        depth += 1
        guard depth <= limits.depth else {
            throw failure("nested deeper than the limit of \(limits.depth) levels; flatten the value")
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JSON) throws(DataError) -> JSON {
        for offset in 0..<text.utf8CodeUnitCount {
            guard index + offset < bytes.count, bytes[index + offset] == text.utf8Start[offset] else {
                throw failure("expected \(text)")
            }
        }
        index += text.utf8CodeUnitCount
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(DataError) -> Double {
        let start = index
        let isNegative = take("-")
        let digitsStart = index
        if !take("0") {
            skipDigits()
            guard index > digitsStart else { throw failure("expected a digit after \"-\"") }
        }
        if let next = peek, next >= 48, next <= 57 { throw failure("a number does not begin with 0; drop the zeros") }
        let isInteger = peek != UInt8(ascii: ".") && peek != UInt8(ascii: "e") && peek != UInt8(ascii: "E")
        if isInteger, index - digitsStart <= 15 {
            let magnitude = bytes[digitsStart..<index].reduce(0) { $0 * 10 + Int($1 - 48) }
            return Double(isNegative ? -magnitude : magnitude)
        }
        if take(".") { try requireDigits("after the decimal point") }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try requireDigits("in the exponent")
        }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)), number.isFinite else {
            throw failure("a number beyond the range of IEEE doubles", at: start)
        }
        return number == 0 ? 0 : number
    }

    private mutating func requireDigits(_ place: String) throws(DataError) {
        let start = index
        skipDigits()
        guard index > start else { throw failure("expected a digit \(place)") }
    }

    private mutating func skipDigits() {
        while let next = peek, next >= 48, next <= 57 { index += 1 }
    }

    // MARK: Strings

    private mutating func string() throws(DataError) -> String {
        index += 1
        let start = index
        while let next = peek, next != UInt8(ascii: "\""), next != UInt8(ascii: "\\"), next >= 32 { index += 1 }
        if peek == UInt8(ascii: "\"") {
            index += 1
            return try text(bytes[start..<index - 1], at: start)
        }
        var decoded = Array(bytes[start..<index])
        while true {
            guard let next = peek else {
                throw failure("a string that does not end; close it with a quote", at: start - 1)
            }
            switch next {
            case UInt8(ascii: "\""):
                index += 1
                return try text(decoded[...], at: start)
            case UInt8(ascii: "\\"): try escape(into: &decoded)
            case 0..<32: throw failure("a control character in a string; write it as \\u00XX")
            default:
                decoded.append(next)
                index += 1
            }
        }
    }

    private func text<Bytes: Collection<UInt8>>(_ slice: Bytes, at start: Int) throws(DataError) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw failure("a string that is not valid UTF-8", at: start)
        }
        return text
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(DataError) {
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

    private mutating func hexadecimal() throws(DataError) -> UInt32 {
        guard index + 4 <= bytes.count else { throw failure("expected four hexadecimal digits after \\u") }
        var value: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure("expected four hexadecimal digits after \\u")
            }
            value = value << 4 + UInt32(digit)
        }
        index += 4
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let next = peek, next == 32 || next == 10 || next == 13 || next == 9 { index += 1 }
    }

    private func failure(_ problem: String, at place: Int? = nil) -> DataError {
        let place = place ?? index
        let before = bytes[..<place]
        let line = 1 + before.count { $0 == 10 }
        let column = place - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
        let found = place < bytes.count ? "" : " (the text ends here)"
        return DataError(
            .malformedText, at: "line \(line), column \(column)",
            "Malformed JSON at line \(line), column \(column): \(problem)\(found).")
    }
}
