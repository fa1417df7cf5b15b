import DatasyncTree
import Testing

@Suite("Positions of JSON errors")
struct JSONPlaceTests {
    @Test(
        "the error has the line and the column in bytes, both from 1",
        arguments: [
            ("", 1, 1), ("x", 1, 1), ("  x", 1, 3), ("\n\nx", 3, 1), ("[1,\n 2,\n  x]", 3, 3), ("[1,]", 1, 4),
            ("[1 2]", 1, 4),
            ("{\"a\" 1}", 1, 6), ("{\"a\":1,}", 1, 8), ("{\"a\":1", 1, 7), ("1 2", 1, 3), ("01", 1, 2), ("1.", 1, 3),
            ("-x", 1, 2),
            ("[\"é\",x]", 1, 7), ("{\"a\":1,\n\"a\":2}", 2, 1), ("[1e400]", 1, 2), ("\"\\q\"", 1, 2),
            ("[\n\"a\\ud800\"]", 2, 3),
            ("\"a\u{1}\"", 1, 3), ("\"abc", 1, 1), ("[1,\r\n2 3]", 2, 3), ("tru", 1, 1), ("nulL", 1, 1),
            ("[1]\n]", 2, 1),
        ])
    func place(text: String, line: Int, column: Int) {
        let error = dataError { _ = try json(text) }
        #expect(error?.path == "line \(line), column \(column)")
        #expect(error?.message.contains("at line \(line), column \(column):") == true)
    }

    @Test(
        "the message has the problem or the expected token",
        arguments: [
            ("x", "Malformed JSON at line 1, column 1: expected a value."),
            ("", "Malformed JSON at line 1, column 1: expected a value (the text ends here)."),
            ("[1 2]", "Malformed JSON at line 1, column 4: expected \",\" or \"]\" in an array."),
            ("{\"a\":1 2}", "Malformed JSON at line 1, column 8: expected \",\" or \"}\" in an object."),
            ("{a:1}", "Malformed JSON at line 1, column 2: expected a member name in quotes."),
            ("{\"a\"}", "Malformed JSON at line 1, column 5: expected \":\" after a member name."),
            ("1 2", "Malformed JSON at line 1, column 3: expected the end of the text after the value."),
            ("truth", "Malformed JSON at line 1, column 1: expected true."),
            ("007", "Malformed JSON at line 1, column 2: a number does not begin with 0; drop the zeros."),
            ("1.x", "Malformed JSON at line 1, column 3: expected a digit after the decimal point."),
            ("1ex", "Malformed JSON at line 1, column 3: expected a digit in the exponent."),
            ("1e999", "Malformed JSON at line 1, column 1: a number beyond the range of IEEE doubles."),
            ("\"\\ud800\"", "Malformed JSON at line 1, column 2: an unpaired surrogate."),
            ("\"a", "Malformed JSON at line 1, column 1: a string that does not end; close it with a quote."),
            (
                "{\"a\":1,\"a\":2}",
                "Malformed JSON at line 1, column 8: the member \"a\" occurs twice in one object; keep one."
            ),
            ("\"\t\"", "Malformed JSON at line 1, column 2: a control character in a string; write it as \\u00XX."),
        ])
    func message(text: String, message: String) {
        #expect(dataError { _ = try json(text) }?.message == message)
    }

    @Test("a long member name is cut in the message")
    func longName() {
        let name = String(repeating: "n", count: 5000)
        let error = dataError { _ = try json("{\"\(name)\":1,\"\(name)\":2}") }
        #expect((error?.message.utf8.count ?? .max) < 200)
    }
}
