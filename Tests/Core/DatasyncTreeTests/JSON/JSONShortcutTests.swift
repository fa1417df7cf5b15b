import DatasyncTree
import TestSupport
import Testing

/// The parser and the printer take shortcuts for common texts; these tests compare them with plain algorithms.
@Suite("Shortcuts of the JSON parser and printer")
struct JSONShortcutTests {
    @Test("a number is the double that Swift reads, with any number of digits and any exponent")
    func numbers() throws {
        var random = SeededGenerator(salt: 30)
        for _ in 0..<20_000 {
            let text = random.numberText()
            let expected = try #require(Double(text), "\(text), \(Seed.note)")
            guard expected.isFinite else {
                #expect(throws: DatasyncError.self, "\(text), \(Seed.note)") { try json(text) }
                continue
            }
            #expect(try json(text).number == expected, "\(text), \(Seed.note)")
        }
    }

    @Test(
        "a number at the limits of exact arithmetic is read as the nearest double",
        arguments: [
            "9007199254740992e22", "9007199254740993e22", "9007199254740993e-22", "9007199254740991e-22",
            "9007199254740991e23", "9007199254740991e-23", "9999999999999999999", "99999999999999999999",
            "18446744073709551615", "18446744073709551616", "0.3e00001", "3e99999999999999999999", "3e-99999",
            "0e99999999999999999999", "1e-18446744073709551616", "0.00000000000000000001",
            "0.10000000000000000000000000000000000001", "123456789012345678.9", "1234567890123456789e-19", "-0.0e-30",
        ])
    func limits(text: String) throws {
        let expected = try #require(Double(text))
        if expected.isFinite {
            #expect(try json(text).number == expected)
        } else {
            #expect(throws: DatasyncError.self) { try json(text) }
        }
    }

    @Test("a string is read and printed with an escape or a wide character at each place", arguments: 0..<40)
    func strings(length: Int) throws {
        for special in ["\"", "\\", "\u{1}", "\u{1F}", "\n", "\u{7F}", "é", "\u{2028}", "😀", "ab"] {
            for place in 0...length {
                let text =
                    String(repeating: "x", count: place) + special + String(repeating: "y", count: length - place)
                let printed = JSON.string(text).text
                #expect(printed == naiveText(of: text))
                #expect(try json(printed).string?.utf8.elementsEqual(text.utf8) == true)
                #expect(try json("[\(printed),1]").array?.first?.string == text)
            }
        }
    }

    @Test("the names of a tree are printed as their texts, escapes and wide characters included")
    func names() {
        for length in 0..<12 {
            for special in ["\"", "\\", "é", "\u{FFFF}", "😀", "7", "-", ""] {
                for place in 0...length {
                    let name =
                        String(repeating: "x", count: place) + special + String(repeating: "y", count: length - place)
                    if name.isEmpty { continue }
                    let node = Node(Children([(Key(unchecked: name), .number(1))]))
                    #expect(node.text == "{\(naiveText(of: name)):1}")
                }
            }
        }
    }

    @Test("a control character or an ill-formed byte is found at each place of a string", arguments: 0..<20)
    func wrongBytes(length: Int) {
        for place in 0...length {
            for byte in [0, 0x1F, 0x80, 0xC3, 0xFF] as [UInt8] {
                let content =
                    [UInt8](repeating: 97, count: place) + [byte] + [UInt8](repeating: 98, count: length - place)
                let column = byte < 32 ? place + 2 : 2
                let error = dataError { _ = try JSONParser.parse([34] + content + [34]) }
                #expect(error?.path == "line 1, column \(column)")
            }
        }
    }

    @Test("a repeated name is found among names in each order", arguments: [2, 15, 16, 17, 18, 40])
    func repeatedNames(count: Int) throws {
        let orders: [(Int) -> String] = [
            { "k\(100 + $0)" }, { "k\($0)" }, { "k\(200 - $0)" }, { "\($0 * 7919 % 101)" },
            { String(repeating: "n", count: $0) },
        ]
        for name in orders {
            let names = (0..<count).map(name)
            #expect(try json(object(names)).members?.map(\.name) == names)
            for repeated in names {
                let error = dataError { _ = try json(object(names + [repeated])) }
                #expect(error?.message.contains("the member \"\(repeated)\" occurs twice") == true)
            }
        }
    }

    @Test("names that differ only in their bytes are different members", arguments: [0, 15, 16, 30])
    func equivalentNames(count: Int) throws {
        let names = (0..<count).map { "k\($0)" } + ["\u{E9}", "e\u{301}"]
        #expect(try json(object(names)).members?.count == count + 2)
        #expect(try json(object(names.reversed())).members?.count == count + 2)
    }

    @Test("a node prints the text of its JSON")
    func nodes() throws {
        var random = SeededGenerator(salt: 31)
        for _ in 0..<2_000 {
            let node = random.node(depth: 4)
            #expect(node.text == node.json(readsArrays: false).text, "\(Seed.note)")
        }
        let large = try Node(.object((0..<1_000).map { JSON.Member("k\($0)", .string(random.text())) }))
        #expect(large.text == large.json(readsArrays: false).text, "\(Seed.note)")
    }

    @Test("JSON becomes the same node next to a server value as alone")
    func plainNodes() throws {
        var random = SeededGenerator(salt: 32)
        for _ in 0..<2_000 {
            let json = random.json(levels: 4)
            // The server value makes the whole object take the general way.
            let mixed: JSON = ["plain": json, "time": [".sv": "timestamp"]]
            let expected = try WriteValue(mixed, at: .root).node[Key("plain")]
            #expect(try Node(json) == expected, "\(json.text), \(Seed.note)")
        }
    }

    private func object(_ names: [String]) -> String { JSON.object(names.map { JSON.Member($0, 1) }).text }

    private func naiveText(of text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case _ where scalar.value < 16: "\\u000\(String(scalar.value, radix: 16))"
            case _ where scalar.value < 32: "\\u00\(String(scalar.value, radix: 16))"
            default: String(scalar)
            }
        }
        return "\"\(scalars.joined())\""
    }
}

extension SeededGenerator {
    /// Returns a number as JSON allows it, with up to 24 digits on each side of the point.
    fileprivate mutating func numberText() -> String {
        func digits(_ count: Int) -> String { String((0..<count).map { _ in pick(Array("0123456789")) }) }
        var text = chance(30) ? "-" : ""
        text += chance(30) ? "0" : String(1 + below(9)) + digits(pick([0, 1, 3, 14, 15, 18, 23]))
        if chance(50) { text += "." + digits(1 + below(pick([3, 16, 24]))) }
        if chance(40) { text += pick(["e", "E", "e+", "e-", "E-"]) + digits(1 + below(3)) }
        return text
    }
}
