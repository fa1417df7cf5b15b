import DatasyncTree
import Testing

@Suite("JSON texts that are accepted")
struct AcceptedJSONTests {
    @Test(
        "a text that RFC 8259 allows is read as its value",
        arguments: [
            ("null", "null"), ("true", "true"), ("false", "false"), ("\"\"", "\"\""), ("[]", "[]"), ("{}", "{}"),
            (" \t\r\n1 \t\r\n", "1"), ("[ ]", "[]"), ("{ }", "{}"), ("[\n1\t,\r2 ]", "[1,2]"),
            ("[null,true,false]", "[null,true,false]"), ("[[],[[]],{}]", "[[],[[]],{}]"),
            ("{ \"a\" : 1 , \"b\" : [ ] }", "{\"a\":1,\"b\":[]}"), ("{\"\":0}", "{\"\":0}"),
            ("{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}"), ("[\"a\",\"b\"]", "[\"a\",\"b\"]"),
            ("{\"a\":{\"a\":{\"a\":null}}}", "{\"a\":{\"a\":{\"a\":null}}}"), ("{\"a\":null}", "{\"a\":null}"),
            ("\"\\u0041\"", "\"A\""), ("\"\u{7F}\"", "\"\u{7F}\""), ("\"\u{2028}\u{2029}\"", "\"\u{2028}\u{2029}\""),
            ("\"\\/\"", "\"/\""), ("[1,\n2]", "[1,2]"), ("\"asd \"", "\"asd \""), ("[\"\u{A66D}\"]", "[\"\u{A66D}\"]"),
            ("{\"__proto__\":1}", "{\"__proto__\":1}"), ("{\"a.b/c\":1}", "{\"a.b/c\":1}"),
        ])
    func accepts(text: String, canonical: String) throws {
        #expect(try json(text).text == canonical)
    }

    @Test(
        "a number is read as the nearest double",
        arguments: [
            ("0", 0), ("-1", -1), ("123", 123), ("1.5", 1.5), ("-0.5", -0.5), ("1e3", 1000), ("1E+2", 100),
            ("1e-2", 0.01),
            ("0e1", 0), ("0e+1", 0), ("0.0", 0), ("1.0", 1), ("20e1", 200), ("1E22", 1e22), ("1e08", 1e8),
            ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", 9_007_199_254_740_992),
            ("9007199254740993", 9_007_199_254_740_992), ("9007199254740995", 9_007_199_254_740_996),
            ("-9007199254740993", -9_007_199_254_740_992), ("18446744073709551616", 0x1p64),
            ("999999999999999", 999_999_999_999_999), ("1000000000000001", 1_000_000_000_000_001),
            ("123456789012345680000", 1.2345678901234568e20), ("0.1", 0.1), ("3.141592653589793", Double.pi),
            ("5e-324", Double.leastNonzeroMagnitude), ("2.2250738585072014e-308", Double.leastNormalMagnitude),
            ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("1e-400", 0), ("-1e-400", 0),
            ("0.000000000000000000000000000000001", 1e-33), ("1" + String(repeating: "0", count: 308), 1e308),
        ] as [(String, Double)])
    func numbers(text: String, expected: Double) throws {
        #expect(try json(text).number == expected)
    }

    @Test("minus zero is zero, in all its spellings", arguments: ["-0", "-0.0", "-0e5", "-0E-5", "-1e-999"])
    func minusZero(text: String) throws {
        let number = try #require(try json(text).number)
        #expect(number.bitPattern == 0)
    }

    @Test(
        "an escape is read as its character",
        arguments: [
            (#""\"""#, "\""), (#""\\""#, "\\"), (#""\/""#, "/"), (#""\b""#, "\u{8}"), (#""\f""#, "\u{C}"),
            (#""\n""#, "\n"),
            (#""\r""#, "\r"), (#""\t""#, "\t"), (#""\u0000""#, "\u{0}"), (#""\u00e9""#, "é"), (#""\u00E9""#, "é"),
            (#""\uFFFF""#, "\u{FFFF}"), (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00""#, "😀"),
            (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""a\u0062c""#, "abc"),
            (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"), (#""\\u0041""#, "\\u0041"), (#""x\\""#, "x\\"),
        ])
    func escapes(text: String, expected: String) throws {
        let read = try #require(try json(text).string)
        #expect(Array(read.utf8) == Array(expected.utf8))
    }

    @Test("text of every UTF-8 length is read byte by byte")
    func keepsBytes() throws {
        let text = "a\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}e\u{301}é"
        let read = try #require(try json("\"\(text)\"").string)
        #expect(Array(read.utf8) == Array(text.utf8))
    }

    @Test("members that differ only by canonical equivalence are two members")
    func canonicalEquivalence() throws {
        let read = try json("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(read.members?.count == 2)
        #expect(read["\u{E9}"]?.number == 1)
        #expect(read["e\u{301}"]?.number == 2)
    }
}
