import DatasyncTree
import Testing

@Suite("JSON texts that are refused")
struct RefusedJSONTests {
    /// Expects an error for malformed text whose place is a line and a column.
    private func expectMalformed(_ bytes: [UInt8], _ comment: Comment) {
        let error = dataError { _ = try JSONParser.parse(bytes) }
        #expect(error?.code == .malformedText, comment)
        #expect(error?.path?.hasPrefix("line ") == true, comment)
        #expect(error?.message.hasPrefix("Malformed JSON at line ") == true, comment)
    }

    @Test(
        "a text that RFC 8259 does not allow is malformed",
        arguments: [
            "", " ", "\n", "nul", "nulL", "NULL", "True", "tru", "fals", "nullx", "truefalse", "undefined", "a", "'a'",
            "[", "]", "{", "}", "[1", "[1,", "[,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1:2]", "[1}", "{]", "[[]",
            "[]]",
            "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,\"a\":1}", "{\"a\" 1}", "{\"a\",1}", "{a:1}",
            "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}", "{\"a\":}", "{\"a\":1,,\"b\":2}",
            "{\"a\"::1}", "1 2", "1,", "{}{}", "[] []", "\"a\" \"b\"", "//a\n1", "1//a", "/*a*/1", "#1", ":", ",", ";",
            "\u{FEFF}1", "\u{A0}1", "\u{C}1", "\u{B}1", "1\u{0}", "\u{2028}1", "<1>", "(1)", "[1]x", "`a`", "…",
        ])
    func grammar(text: String) {
        expectMalformed(Array(text.utf8), "\(text)")
    }

    @Test(
        "a number that RFC 8259 does not allow, or no double can hold, is malformed",
        arguments: [
            "-", "+1", "+", "-a", "--1", "01", "-01", "00", "-00", "1.", "-1.", ".5", "-.5", "1.e1", "1e", "1e+", "1E-",
            "1e1.5", "1.2.3", "1ee1", "1e1e1", "0x10", "1_000", "1,5", "NaN", "nan", "-NaN", "Infinity", "-Infinity",
            "inf",
            "1e400", "-1e400", "1e309", "1.7976931348623159e308", "123456789e999999999", "१", "1a", "1f", "0b1", "1 .5",
            "- 1",
            "2.e3", "012", "1e 1",
        ])
    func numbers(text: String) {
        expectMalformed(Array(text.utf8), "\(text)")
    }

    @Test(
        "a string with a wrong escape or a raw control character is malformed",
        arguments: [
            "\"", "\"a", "\"\\", "\"\\\"", "\"\\a\"", "\"\\'\"", "\"\\0\"", "\"\\x41\"", "\"\\U0041\"", "\"\\u\"",
            "\"\\u1\"", "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\u+123\"", "\"\\u 123\"", "\"\\u-123\"",
            "\"\\u12",
            "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1F}\"", "\"\\\n\"", "\"\\é\"", "\"\\u００４１\"",
        ])
    func strings(text: String) {
        expectMalformed(Array(text.utf8), "\(text)")
    }

    @Test("every raw control character is refused in a string and in a name", arguments: UInt8(0)..<32)
    func controls(byte: UInt8) {
        expectMalformed([34, 97, byte, 34], "in a string")
        expectMalformed(Array("{\"a".utf8) + [byte] + Array("\":1}".utf8), "in a name")
        expectMalformed(Array("\"\\n".utf8) + [byte, 34], "after an escape")
    }

    @Test(
        "an unpaired surrogate is refused",
        arguments: [
            #""\ud800""#, #""\udbff""#, #""\udc00""#, #""\udfff""#, #""\ud83d\ud83d""#, #""\ude00\ud83d""#,
            #""\ud83dx""#,
            #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ud83d\"""#, #""\ud83d"#, #""\ud83d\u""#, #""\ud83d\ude0""#,
            #"{"\ud83d":1}"#, #""a\ud83d b""#, #""\ud83d\ue000""#,
        ])
    func surrogates(text: String) {
        expectMalformed(Array(text.utf8), "\(text)")
    }

    @Test(
        "ill-formed UTF-8 is refused, in strings, in names and outside",
        arguments: [
            [0x80], [0xBF], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE9],
        ] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        expectMalformed([34] + bytes + [34], "in a string")
        expectMalformed(Array("\"\\n".utf8) + bytes + [34], "in a string with an escape")
        expectMalformed(Array("{\"".utf8) + bytes + Array("\":1}".utf8), "in a name")
        expectMalformed(bytes, "outside")
        expectMalformed(Array("1 ".utf8) + bytes, "at the end")
    }

    @Test(
        "a member that occurs twice is refused, however it is spelt",
        arguments: [
            "{\"a\":1,\"a\":1}", "{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":1,\"\\u0061\":2}", "{\"\":1,\"\":2}",
            "{\"é\":1,\"\\u00e9\":2}",
            "[{\"x\":{\"a\":null,\"a\":null}}]",
        ])
    func duplicates(text: String) {
        expectMalformed(Array(text.utf8), "\(text)")
    }

    @Test("every proper prefix of a text is refused")
    func prefixes() {
        let whole = Array(#"{"a":[1.5e3,"é\n\ud83d\ude00",true,null,{"b":false}]}"#.utf8)
        for length in whole.indices { expectMalformed(Array(whole[..<length]), "\(length) bytes") }
    }
}
