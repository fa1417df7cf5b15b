import DatasyncTree
import DatasyncWire
import Testing

@Suite("Queries as text")
struct QueryTextTests {
    private func window(_ query: String) throws -> Window? {
        let text = #"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/a","q":\#(query)}}}"#
        guard case .request(let request) = try ClientMessage(text: text), case .get(_, let window) = request.action
        else { return nil }
        return window
    }

    private func query(_ window: Window) throws -> String {
        let text = ClientMessage.request(Request(number: 1, action: .get(path: .root, window: window))).text
        return try JSONParser.parse(text)["d"]?["b"]?["q"]?.text ?? "none"
    }

    @Test(
        "a window has its query object, and reads back",
        arguments: [
            (nil, nil, nil, .first, "none"), ("a", nil, nil, .first, #"{"i":".key","sp":"a","sin":true}"#),
            (nil, "b", nil, .first, #"{"i":".key","ep":"b","ein":true}"#),
            ("a", "a", nil, .first, #"{"i":".key","sp":"a","sin":true,"ep":"a","ein":true}"#),
            (nil, nil, 5, .first, #"{"i":".key","l":5,"vf":"l"}"#),
            (nil, nil, 5, .last, #"{"i":".key","l":5,"vf":"r"}"#),
            ("10", "é", 1, .last, #"{"i":".key","sp":"10","sin":true,"ep":"é","ein":true,"l":1,"vf":"r"}"#),
        ] as [(String?, String?, Int?, Window.Side, String)])
    func exact(start: String?, end: String?, limit: Int?, side: Window.Side, text: String) throws {
        let made = try Window(start: start, end: end, limit: limit, side: side)
        #expect(try query(made) == text)
        if text != "none" { #expect(try window(text) == made) }
    }

    @Test("members with default values may be omitted")
    func defaults() throws {
        #expect(try window("{}") == .all)
        #expect(try window("null") == .all)
        #expect(try window(#"{"i":".key"}"#) == .all)
        #expect(try window(#"{"sp":"a"}"#) == Window(start: "a"))
        #expect(try window(#"{"l":2}"#) == Window(limit: 2))
        #expect(try window(#"{"vf":"r"}"#) == .all)
    }

    @Test(
        "a bad query is refused with the problem",
        arguments: [
            (#"{"l":0}"#, "The limit 0 of a constraint is not positive; use 1 or more, or none."),
            (#"{"l":-3}"#, "The limit -3 of a constraint is not positive; use 1 or more, or none."),
            (#"{"l":1.5}"#, "The query limit (l) should be an integer, not 1.5."),
            (#"{"l":"2"}"#, "The query limit (l) should be an integer, not \"2\"."),
            (#"{"l":1e300}"#, "The query limit (l) should be an integer, not 1e+300."),
            (#"{"l":2,"vf":"x"}"#, "The query side (vf) should be \"l\" or \"r\", not \"x\"."),
            (#"{"sp":1}"#, "The query bound (sp) should be a string, not a number."),
            (#"{"ep":null}"#, "The query bound (ep) should be a string, not null."),
            (#"{"sp":"a","sin":false}"#, "The query has an exclusive bound (sin); bounds are inclusive here."),
            (#"{"ep":"a","ein":false}"#, "The query has an exclusive bound (ein); bounds are inclusive here."),
            (#"{"i":".value"}"#, "The query index \".value\" is unknown; only \".key\" is."),
            (#"{"i":1}"#, "The query index 1 is unknown; only \".key\" is."),
            ("[]", "The query (q) should be an object, not an array."),
            ("5", "The query (q) should be an object, not a number."),
            (
                #"{"sp":"a/b"}"#,
                "A bound of a constraint is no key. The key \"a/b\" holds \"/\"; "
                    + "the characters . $ # [ ] / are forbidden in keys, encode them."
            ),
        ])
    func refused(query: String, reason: String) {
        let error = #expect(throws: MalformedRequest.self) { try window(query) }
        #expect(error?.number == 1)
        #expect(error?.status == .invalidData)
        #expect(error?.reason == reason)
    }
}
