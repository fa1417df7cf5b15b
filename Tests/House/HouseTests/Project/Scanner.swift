/// A scanner that separates code, comments and string literals.
///
/// Supports nested comments, raw and multi-line strings and interpolation; a bare regex literal counts as code.
struct Scanner {
    private let source: [UInt8]
    private var position = 0
    /// The source with blanks for comments and for the content of string literals.
    private var codeBytes: [UInt8]
    /// The source with blanks for comments.
    private var uncommentedBytes: [UInt8]

    init(_ text: String) {
        source = Array(text.utf8)
        codeBytes = source
        uncommentedBytes = source
    }

    var code: String { String(decoding: codeBytes, as: UTF8.self) }
    var uncommented: String { String(decoding: uncommentedBytes, as: UTF8.self) }

    mutating func scan() {
        while position < source.count { step() }
    }

    /// Consumes the next part of code: a comment, a string, or one byte.
    private mutating func step() {
        switch source[position] {
        case UInt8(ascii: "/") where at("//"): lineComment()
        case UInt8(ascii: "/") where at("/*"): blockComment()
        case UInt8(ascii: "\""): string(hashes: 0)
        case UInt8(ascii: "#"):
            let hashes = source[position...].prefix { $0 == UInt8(ascii: "#") }.count
            position += hashes
            if at("\"") { string(hashes: hashes) }
        default: position += 1
        }
    }

    private func at(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= source.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(source[position..<position + $0.count]) }
    }

    private mutating func lineComment() {
        while position < source.count, source[position] != UInt8(ascii: "\n") { blank(comment: true) }
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            if at("/*") {
                depth += 1
                blank(comment: true)
            } else if at("*/") {
                depth -= 1
                blank(comment: true)
            }
            if position < source.count { blank(comment: true) }
        } while depth > 0 && position < source.count
    }

    /// Consumes a string literal from its opening quote on; a single-line literal ends at the end of its line at the latest.
    private mutating func string(hashes: Int) {
        let quotes = at("\"\"\"") ? 3 : 1
        position += quotes
        while position < source.count {
            if source[position] == UInt8(ascii: "\n"), quotes == 1 { return }
            if ends(quotes: quotes, hashes: hashes) {
                position += quotes + hashes
                return
            }
            guard source[position] == UInt8(ascii: "\\"), hasHashes(hashes, from: position + 1) else {
                blank()
                continue
            }
            for _ in 0...hashes { blank() }
            guard position < source.count else { return }
            if at("(") { interpolation() } else { blank() }
        }
    }

    private func ends(quotes: Int, hashes: Int) -> Bool {
        (quotes == 3 ? at("\"\"\"") : at("\"")) && hasHashes(hashes, from: position + quotes)
    }

    private func hasHashes(_ count: Int, from start: Int) -> Bool {
        start + count <= source.count && source[start..<start + count].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    /// Consumes an interpolation from its opening to its closing parenthesis; its content is code.
    private mutating func interpolation() {
        var depth = 0
        repeat {
            if at("(") { depth += 1 } else if at(")") { depth -= 1 }
            step()
        } while depth > 0 && position < source.count
    }

    /// Blanks the byte and advances.
    private mutating func blank(comment: Bool = false) {
        if source[position] != UInt8(ascii: "\n") {
            codeBytes[position] = UInt8(ascii: " ")
            if comment { uncommentedBytes[position] = UInt8(ascii: " ") }
        }
        position += 1
    }
}
