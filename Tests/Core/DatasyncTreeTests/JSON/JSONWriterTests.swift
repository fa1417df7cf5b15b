import DatasyncTree
import TestSupport
import Testing

@Suite("JSON as text")
struct JSONWriterTests {
    @Test(
        "a canonical text reads and writes as itself",
        arguments: [
            "null", "true", "false", "0", "-1", "1.5", "\"\"", "\"a\"", "[]", "{}", "[null]", "[1,[2,[3]]]",
            "{\"b\":{\"a\":[]},\"a\":null}", #""\"\\\b\t\n\f\r""#, #""\u0000\u0001\u000b\u001f""#,
            "\"/é😀\u{7F}\u{2028}\"",
        ])
    func identity(text: String) throws {
        #expect(try json(text).text == text)
    }

    @Test("only characters that need it are escaped")
    func escapes() {
        for value in UInt8(0)..<128 {
            let text = JSON.string(String(Unicode.Scalar(value))).text
            let expected =
                switch value {
                case 8: "\\b"
                case 9: "\\t"
                case 10: "\\n"
                case 12: "\\f"
                case 13: "\\r"
                case 34: "\\\""
                case 92: "\\\\"
                case 0..<16: "\\u000" + String(value, radix: 16)
                case 16..<32: "\\u00" + String(value, radix: 16)
                default: String(Unicode.Scalar(value))
                }
            #expect(text == "\"" + expected + "\"")
        }
    }

    @Test("member names are escaped like strings")
    func names() {
        #expect(JSON.object([.init("a\"\n", 1)]).text == #"{"a\"\n":1}"#)
    }

    @Test("literals make the equivalent JSON")
    func literals() {
        let value: JSON = ["a": [1, 2.5, true, nil, "x"], "b": [:]]
        #expect(value.text == #"{"a":[1,2.5,true,null,"x"],"b":{}}"#)
    }

    @Test("random values survive writing, reading and writing")
    func roundTrip() throws {
        var random = SeededGenerator(salt: 1)
        for round in 0..<2000 {
            let text = random.json(levels: 4).text
            #expect(try json(text).text == text, "round \(round), \(Seed.note)")
        }
    }

    @Test("white space between tokens has no effect")
    func spaces() throws {
        var random = SeededGenerator(salt: 2)
        for round in 0..<300 {
            let value = random.json(levels: 3)
            var spaced = ""
            spread(value, into: &spaced, &random)
            #expect(try json(spaced).text == value.text, "round \(round), \(Seed.note)")
        }
    }

    @Test("a member is found by its bytes, and only in objects")
    func subscripts() {
        let value: JSON = .object([.init("e\u{301}", 1), .init("é", 2)])
        #expect(value["é"]?.number == 2)
        #expect(value["e\u{301}"]?.number == 1)
        #expect(value["e"] == nil)
        #expect(JSON.array([1])["0"] == nil)
        #expect(JSON.string("a")["a"] == nil)
    }

    @Test("a number is read as an integer only if it is one")
    func integers() {
        #expect(JSON.number(3).integer == 3)
        #expect(JSON.number(-0.0).integer == 0)
        #expect(JSON.number(3.5).integer == nil)
        #expect(JSON.number(1e300).integer == nil)
        #expect(JSON.string("3").integer == nil)
    }

    private func spread(_ value: JSON, into text: inout String, _ random: inout SeededGenerator) {
        func space() -> String { random.pick(["", " ", "\n", "\t", "\r\n", "  "]) }
        text += space()
        switch value.content {
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                spread(element, into: &text, &random)
            }
            text += space() + "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += space() + JSON.string(member.name).text + space() + ":"
                spread(member.value, into: &text, &random)
            }
            text += space() + "}"
        default: text += value.text
        }
        text += space()
    }
}
