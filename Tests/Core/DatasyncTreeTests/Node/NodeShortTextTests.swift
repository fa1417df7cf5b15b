import TestSupport
import Testing

@testable import DatasyncTree

@Suite("Short texts of nodes")
struct NodeShortTextTests {
    @Test(
        "a text within the limit is the canonical text",
        arguments: ["null", "1", #""x""#, #"{"9":1,"10":{"a":"b"},"x":[]}"#])
    func fitting(text: String) throws {
        let node = try Node(JSONParser.parse(text))
        #expect(node.text(atMost: 200) == node.text)
    }

    @Test("a longer text is cut at any limit")
    func cut() throws {
        let node = try Node(JSONParser.parse(#"{"a":{"é":"😀😀","x":"zz"},"b":{"c":1,"d":2}}"#))
        let scalars = Array(node.text.unicodeScalars)
        for limit in 0..<scalars.count {
            let expected = String(String.UnicodeScalarView(scalars[..<limit])) + "…"
            #expect(node.text(atMost: limit) == expected, "limit \(limit)")
        }
    }

    @Test("random nodes print the beginning of their text")
    func random() throws {
        var random = SeededGenerator(salt: 47)
        for _ in 0..<300 {
            let node = try Node(random.json(levels: 3))
            #expect(node.text(atMost: 20) == node.text.abbreviated(atMost: 20), "\(node.text), \(Seed.note)")
        }
    }

    @Test("texts are cut by scalars, on one line")
    func abbreviation() {
        #expect("abc".abbreviated(atMost: 3) == "abc")
        #expect("abcd".abbreviated(atMost: 3) == "abc…")
        #expect("a\nb\r\nc".abbreviated() == "a b  c")
        #expect("".abbreviated() == "")
    }
}
