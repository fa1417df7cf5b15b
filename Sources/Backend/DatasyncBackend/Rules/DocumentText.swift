import DatasyncTree

/// The text of a JSON document, for finding the positions of members and strings.
///
/// The text is known to be valid JSON, so the walk only distinguishes strings and brackets.
package struct DocumentText {
    private let bytes: [UInt8]
    private var index = 0
    /// The index of the name of the last entered member.
    private var nameStart = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the position of a byte in the string at the end of a path of member names; `nil` without such a string.
    static func position(in text: String, of names: [String], offset: Int) -> TextPosition? {
        var walk = DocumentText(text)
        for name in names { guard walk.enter(name) else { return nil } }
        guard walk.peek == UInt8(ascii: "\"") else { return nil }
        return TextPosition(of: walk.offset(of: offset), in: walk.bytes)
    }

    /// Returns the position of the last name in a path of member names; `nil` if a member is missing.
    ///
    /// The text must be valid JSON.
    package static func position(in text: String, ofMember names: [String]) -> TextPosition? {
        var walk = DocumentText(text)
        for name in names { guard walk.enter(name) else { return nil } }
        return TextPosition(of: walk.nameStart, in: walk.bytes)
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Moves from an object to the value of a member.
    private mutating func enter(_ name: String) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: "{") else { return false }
        index += 1
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { return false }
            let start = index
            skipValue()
            let found = try? JSONParser.parse(Array(bytes[start..<index])).string
            skipSpace()
            index += 1
            skipSpace()
            nameStart = start
            if found?.hasSameBytes(as: name) == true { return true }
            skipValue()
            skipSpace()
            index += 1
        }
    }

    private mutating func skipSpace() {
        while let next = peek, next == 32 || next == 10 || next == 13 || next == 9 { index += 1 }
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            switch peek {
            case nil: return
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): index += 1
            default:
                while let next = peek, !",:{}[] \t\r\n".utf8.contains(next) { index += 1 }
            }
            skipSpace()
        } while depth > 0
    }

    private mutating func skipString() {
        index += 1
        while let next = peek, next != UInt8(ascii: "\"") { index += next == UInt8(ascii: "\\") ? 2 : 1 }
        index += 1
    }

    /// Returns the offset in the text of a byte of the decoded string that begins here.
    private func offset(of byte: Int) -> Int {
        var place = index + 1
        var decoded = 0
        while decoded < byte, place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            guard bytes[place] == UInt8(ascii: "\\") else {
                place += 1
                decoded += 1
                continue
            }
            let isUnit = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "u")
            let unit = isUnit ? unit(at: place + 2) : 0
            place += isUnit ? 6 : 2
            // The first half of a surrogate pair counts the bytes of both.
            decoded += unit < 0x80 ? 1 : unit < 0x800 ? 2 : (0xD800...0xDBFF).contains(unit) ? 4 : 3
            if (0xD800...0xDBFF).contains(unit) { place += 6 }
        }
        return place
    }

    private func unit(at place: Int) -> UInt32 {
        bytes[min(place, bytes.count)...].prefix(4).reduce(0) { $0 << 4 | (Unicode.Scalar($1).hexadecimalValue ?? 0) }
    }
}
