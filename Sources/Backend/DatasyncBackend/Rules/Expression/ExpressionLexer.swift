import DatasyncTree

/// The lexer of expressions, which reads UTF-8 bytes on demand.
struct ExpressionLexer {
    private let bytes: [UInt8]
    private var index = 0
    /// The position of the current token.
    private(set) var offset = 0
    /// The position after the previous token.
    private(set) var end = 0
    private(set) var token = Token.end

    /// The operators and brackets; longer ones come before their prefixes.
    private static let symbols: [[UInt8]] = [
        "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", "(", ")",
        "[", "]", ",", ".",
    ].map { Array($0.utf8) }

    init(_ text: String) throws(ExpressionProblem) {
        bytes = Array(text.utf8)
        guard bytes.count <= RuleLimits.expression else {
            throw ExpressionProblem(
                offset: 0,
                text: "the expression has \(bytes.count) bytes; the limit is \(RuleLimits.expression), "
                    + "move parts of it to .validate rules of the levels below")
        }
        try advance()
    }

    /// Reads the next token.
    mutating func advance() throws(ExpressionProblem) {
        end = index
        try skipSpace()
        offset = index
        guard let next = peek else {
            token = .end
            return
        }
        switch next {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): token = .string(try string(closedBy: next))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): token = .number(try number())
        case UInt8(ascii: "$"):
            index += 1
            skipName()
            token = .key(text(from: offset))
        case _ where Self.isNameByte(next):
            skipName()
            token = .name(text(from: offset))
        default: token = .symbol(try symbol())
        }
    }

    /// Moves to the next token, past spaces, line breaks and comments.
    private mutating func skipSpace() throws(ExpressionProblem) {
        while let next = peek {
            switch (next, byte(after: 1)) {
            case (9, _), (10, _), (13, _), (32, _): index += 1
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                while let next = peek, next != 10, next != 13 { index += 1 }
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                let start = index
                index += 2
                while peek != UInt8(ascii: "*") || byte(after: 1) != UInt8(ascii: "/") {
                    guard peek != nil else { throw problem("a comment that does not end; close it with */", at: start) }
                    index += 1
                }
                index += 2
            default: return
            }
        }
    }

    /// Returns the text between two positions without spaces, for comparing parts of an expression.
    func compactText(_ range: Range<Int>) -> String {
        let quotes = (single: UInt8(ascii: "'"), double: UInt8(ascii: "\""))
        let compact = bytes[range].filter { $0 > 32 }.map { $0 == quotes.double ? quotes.single : $0 }
        return String(decoding: compact, as: UTF8.self)
    }

    /// Reads the pattern that begins with the current token, a slash, and its flags.
    mutating func pattern() throws(ExpressionProblem) -> (text: String, ignoresCase: Bool, start: Int) {
        index = offset + 1
        let start = index
        var isInClass = false
        while let next = peek, next != UInt8(ascii: "/") || isInClass {
            switch next {
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "\\"): index += 1
            default: break
            }
            index += 1
        }
        guard index < bytes.count else { throw problem("a pattern that does not end; close it with \"/\"", at: offset) }
        let pattern = text(from: start)
        index += 1
        let flagStart = index
        skipName()
        let flags = text(from: flagStart)
        guard flags.isEmpty || flags.hasSameBytes(as: "i") else {
            throw problem("the flags \(flags.quoted(atMost: 20)) of a pattern; the only flag is i", at: flagStart)
        }
        try advance()
        return (pattern, !flags.isEmpty, start)
    }

    /// Returns whether a name in `$` form can be referenced by expressions.
    static func isKeyName(_ name: String) -> Bool {
        let bytes = name.utf8.dropFirst()
        return name.utf8.first == UInt8(ascii: "$") && !bytes.isEmpty && bytes.allSatisfy(isNameByte)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private mutating func symbol() throws(ExpressionProblem) -> String {
        for symbol in Self.symbols where bytes[index...].starts(with: symbol) {
            index += symbol.count
            return text(from: offset)
        }
        switch bytes[index] {
        case UInt8(ascii: "="): throw problem("\"=\" assigns nothing in a rule; compare with ==", at: index)
        case UInt8(ascii: "&"): throw problem("the operator \"&\" is unknown; use &&", at: index)
        case UInt8(ascii: "|"): throw problem("the operator \"|\" is unknown; use ||", at: index)
        case UInt8(ascii: ";"):
            throw problem("a rule is one expression; remove \";\" and join parts with &&", at: index)
        default:
            let rest = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.prefix(1)
            throw problem("the character \(String(rest).quoted(atMost: 1)) is not part of the language", at: index)
        }
    }

    // MARK: Numbers

    private mutating func number() throws(ExpressionProblem) -> Double {
        skipDigits()
        if peek == UInt8(ascii: "."), let next = byte(after: 1), (48...57).contains(next) {
            index += 1
            skipDigits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            let sign = byte(after: 1)
            let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
            if let digit = byte(after: hasSign ? 2 : 1), (48...57).contains(digit) {
                index += hasSign ? 2 : 1
                skipDigits()
            }
        }
        if let next = peek, Self.isNameByte(next) {
            throw problem("letters right after a number; separate them", at: index)
        }
        guard let number = Double(text(from: offset)), number.isFinite else {
            throw problem("a number beyond the range of IEEE doubles", at: offset)
        }
        return number
    }

    private mutating func skipDigits() {
        while let next = peek, (48...57).contains(next) { index += 1 }
    }

    // MARK: Strings

    private mutating func string(closedBy quote: UInt8) throws(ExpressionProblem) -> String {
        index += 1
        var decoded: [UInt8] = []
        while let next = peek, next != quote {
            guard next >= 32 else { throw problem("a control character in a string; write it as \\u00HH", at: index) }
            if next == UInt8(ascii: "\\") {
                try escape(into: &decoded)
            } else {
                decoded.append(next)
                index += 1
            }
        }
        guard peek == quote else { throw problem("a string that does not end; close it with its quote", at: offset) }
        index += 1
        return String(decoding: decoded, as: UTF8.self)
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(ExpressionProblem) {
        let start = index
        guard let letter = byte(after: 1) else { throw problem("a string that ends in an escape", at: start) }
        index += 2
        switch letter {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
        case UInt8(ascii: "b"): decoded.append(8)
        case UInt8(ascii: "f"): decoded.append(12)
        case UInt8(ascii: "n"): decoded.append(10)
        case UInt8(ascii: "r"): decoded.append(13)
        case UInt8(ascii: "t"): decoded.append(9)
        case UInt8(ascii: "u"):
            var value = try unit(after: start)
            if value & 0xFC00 == 0xD800, peek == UInt8(ascii: "\\"), byte(after: 1) == UInt8(ascii: "u") {
                index += 2
                let low = try unit(after: start)
                guard low & 0xFC00 == 0xDC00 else { throw problem("an unpaired surrogate", at: start) }
                value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
            }
            guard let scalar = Unicode.Scalar(value) else { throw problem("an unpaired surrogate", at: start) }
            decoded += String(scalar).utf8
        default: throw problem("an unknown escape; use one of \\' \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uHHHH", at: start)
        }
    }

    private mutating func unit(after start: Int) throws(ExpressionProblem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap({ Unicode.Scalar($0).hexadecimalValue }) else {
                throw problem("expected four hexadecimal digits after \\u", at: start)
            }
            value = value << 4 | digit
            index += 1
        }
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func byte(after count: Int) -> UInt8? { index + count < bytes.count ? bytes[index + count] : nil }

    private mutating func skipName() {
        while let next = peek, Self.isNameByte(next) { index += 1 }
    }

    private func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

    private func problem(_ text: String, at place: Int) -> ExpressionProblem {
        ExpressionProblem(offset: place, text: text)
    }
}
