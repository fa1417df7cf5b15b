package import DatasyncTree

extension SeededGenerator {
    /// Plain scalars, and scalars at the limits of the encoded lengths in UTF-8 and UTF-16.
    private static let scalars: [Unicode.Scalar] = [
        "a", "b", "Z", "0", "9", "-", " ", "_", "é", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFD}",
        "\u{FFFF}",
        "\u{10000}", "\u{1F600}", "\u{10FFFF}", "e", "\u{301}",
    ]

    /// Returns a text of up to `length` scalars that a key may contain.
    package mutating func keyText(upTo length: Int = 4) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0...below(length) { text.append(pick(Self.scalars)) }
        return String(text)
    }

    /// Returns a text in which some scalars need escapes.
    package mutating func text() -> String {
        below(3) == 0
            ? keyText() + pick(["\"", "\\", "\n", "\u{0}", "\u{1F}", "/", "\t", "\u{7F}", ""]) + keyText() : keyText()
    }

    /// Returns a finite double of any magnitude.
    package mutating func double() -> Double {
        switch below(4) {
        case 0: return Double(below(2000) - 1000)
        case 1: return Double(below(1_000_000)) / Double(pick([8, 10, 1000, 3]))
        case 2: return Double(Int64(bitPattern: next()))
        default:
            while true {
                let number = Double(bitPattern: next())
                if number.isFinite { return number == 0 ? 0 : number }
            }
        }
    }

    /// Returns a JSON value with a limited number of levels, without repeated members.
    package mutating func json(levels: Int, keys: [String]? = nil) -> JSON {
        switch below(levels == 0 ? 5 : 8) {
        case 0: return .null
        case 1: return .boolean(below(2) == 0)
        case 2: return .number(double())
        case 3, 4: return .string(text())
        case 5: return .array((0..<below(4)).map { _ in json(levels: levels - 1, keys: keys) })
        default:
            var members: [JSON.Member] = []
            for _ in 0..<below(5) {
                let name = keys.map { pick($0) } ?? keyText()
                if members.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) { continue }
                members.append(JSON.Member(name, json(levels: levels - 1, keys: keys)))
            }
            return .object(members)
        }
    }
}
