import DatasyncTree
import Testing

@Suite("Valid keys")
struct KeyRuleTests {
    @Test(
        "a key with a forbidden character is refused with an error that names the character [events 2.6]",
        arguments: [".", "$", "#", "[", "]", "/"])
    func forbidden(character: String) {
        for text in [character, "a" + character, character + "a", "a" + character + "b"] {
            let error = dataError { _ = try Key(text) }
            #expect(error?.code == .invalidKey)
            #expect(
                error?.message
                    == "The key \"\(text)\" holds \"\(character)\"; the characters . $ # [ ] / are forbidden in keys, encode them."
            )
        }
    }

    @Test("a control character is refused with an error that names its code", arguments: Array(0..<32) + [127])
    func controls(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let error = dataError { _ = try Key("a\(Character(scalar))b") }
        #expect(error?.code == .invalidKey)
        #expect(
            error?.message.contains("holds the control character U+\(String(value, radix: 16)); remove or encode it")
                == true)
    }

    @Test("the empty key is refused")
    func empty() {
        let error = dataError { _ = try Key("") }
        #expect(error?.code == .invalidKey)
        #expect(error?.message == "The key \"\" is empty; a key has at least one character.")
    }

    @Test(
        "any other text is a key",
        arguments: [
            "a", " ", "  ", "é", "😀", "\u{80}", "\u{9F}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}",
            "-", "_",
            "\"", "\\", "'", "%2F", "(", ")", "{", "}", "<", ">", "*", "!", "~", "^", "@", ":", ";", ",", "+", "=", "?",
            "&", "|",
            "null", "true", "0", "-0", "\u{301}", "．", "／",
        ])
    func allowed(text: String) throws {
        let key = try Key(text)
        #expect(Array(key.text.utf8) == Array(text.utf8))
        #expect(Key.problem(in: text) == nil)
        #expect(key.description == text)
    }

    @Test(
        "a key may have 256 characters and 768 bytes, not more",
        arguments: [
            ("a", 256, true), ("a", 257, false), ("é", 256, true), ("é", 257, false), ("€", 256, true),
            ("€", 257, false),
            ("😀", 192, true), ("😀", 193, false), ("e\u{301}", 128, true), ("e\u{301}", 129, false),
            ("\u{1F1EB}\u{1F1F7}", 96, true),
            ("\u{1F1EB}\u{1F1F7}", 97, false),
        ])
    func lengths(character: String, count: Int, isAllowed: Bool) {
        let text = String(repeating: character, count: count)
        if isAllowed {
            #expect(throws: Never.self) { try Key(text) }
        } else {
            #expect(dataError { _ = try Key(text) }?.code == .invalidKey)
        }
    }

    @Test("the limit of bytes is exact for any characters")
    func byteLimit() {
        let text = String(repeating: "😀", count: 191)
        #expect(Key.problem(in: text + "éé") == nil)
        #expect(Key.problem(in: text + "é€") == "is 769 bytes long in UTF-8; the limit is 768")
    }

    @Test("a key that is too long is refused with its length and the limit, and cut in the message")
    func lengthMessages() {
        let characters = dataError { _ = try Key(String(repeating: "a", count: 300)) }
        #expect(
            characters?.message
                == "The key \"\(String(repeating: "a", count: 40))…\" is 300 characters long; the limit is 256.")
        let bytes = dataError { _ = try Key(String(repeating: "😀", count: 200)) }
        #expect(
            bytes?.message
                == "The key \"\(String(repeating: "😀", count: 40))…\" is 800 bytes long in UTF-8; the limit is 768.")
    }

    @Test(
        "canonically equivalent texts are different keys [events 2.2]",
        arguments: [
            ("é", "e\u{301}"), ("Å", "\u{212B}"), ("Å", "A\u{30A}"), ("Ω", "\u{2126}"), ("\u{212A}", "K"),
            ("가", "\u{1100}\u{1161}"),
            ("\u{1E69}", "s\u{323}\u{307}"), ("s\u{323}\u{307}", "s\u{307}\u{323}"), ("\u{F900}", "\u{8C48}"),
            ("\u{37E}", ";"),
        ])
    func equivalence(left: String, right: String) throws {
        try #require(left == right, "Swift holds them equal")
        let (one, two) = (try Key(left), try Key(right))
        #expect(one != two)
        #expect((one < two) != (two < one))
        #expect(Set([one, two, one]).count == 2)
        var node = Node.null
        node.set(.number(1), at: Path([one]))
        node.set(.number(2), at: Path([two]))
        #expect(node.children.count == 2)
        #expect(node[one] == .number(1))
        #expect(node[two] == .number(2))
        #expect(Node.string(left) != Node.string(right))
    }

    @Test("equal keys are equal for any storage of their texts")
    func storage() throws {
        let native = "clé\u{1F600}"
        let pieces = ["cl", "é", "\u{1F600}"].joined()
        let slice = String("xcl\u{E9}\u{1F600}".dropFirst())
        #expect(try Set([native, pieces, slice].map { try Key($0) }).count == 1)
    }

    @Test(
        "an array index is a canonical non-negative integer of 32 bits",
        arguments: [
            ("0", 0), ("1", 1), ("10", 10), ("2147483647", 2_147_483_647), ("2147483648", nil), ("-1", nil),
            ("-0", nil), ("00", nil),
            ("01", nil), ("a", nil), ("1a", nil), ("+1", nil), (" 1", nil), ("1 ", nil), ("１", nil), ("-", nil),
        ] as [(String, Int?)])
    func arrayIndex(text: String, index: Int?) throws {
        #expect(try Key(text).arrayIndex == index)
    }
}
