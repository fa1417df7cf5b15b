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
        #expect(try window(#"{"vf":"r"}"#) == .all)
        #expect(try window(#"{"i":".key","l":2}"#) == Window(limit: 2))
        #expect(try window(#"{"i":".key","sp":"a"}"#) == Window(start: "a"))
        // Without an index the order is that of the priorities.
        #expect(try window(#"{"sp":"a"}"#) == Window(order: .priority, start: BoundValue(.string("a"))))
        #expect(try window(#"{"l":2}"#) == Window(order: .priority, limit: 2))
        #expect(try window(#"{"i":".key"}"#)?.isAll == true)
    }

    @Test(
        "the bounds of every order have their members, and read back",
        arguments: [
            (".value", 2, nil, true, #"{"i":".value","sp":2,"sin":true,"ep":2,"ein":true}"#),
            (
                ".value", 2, nil, false,
                #"{"i":".value","sp":2,"sn":"[MAX_NAME]","sin":false,"ep":2,"en":"[MIN_NAME]","ein":false}"#
            ),
            ("a/b", nil, "k", true, #"{"i":"a/b","sp":null,"sn":"k","sin":true,"ep":null,"en":"k","ein":true}"#),
            (".priority", 1, "k", false, #"{"sp":1,"sn":"k","sin":false,"ep":1,"en":"k","ein":false}"#),
        ] as [(String, Double?, String?, Bool, String)])
    func bounds(order: String, value: Double?, key: String?, isInclusive: Bool, text: String) throws {
        let bound = BoundValue(value.map(Primitive.number), key: key, isInclusive: isInclusive)
        let made = try Window(order: Order(order), start: bound, end: bound)
        #expect(try query(made) == text)
        #expect(try window(text) == made)
    }

    @Test("a bound by key may be exclusive")
    func exclusiveKeys() throws {
        let made = try Window(
            order: .key, start: BoundValue(.string("a"), isInclusive: false),
            end: BoundValue(.string("c"), isInclusive: false))
        let text = #"{"i":".key","sp":"a","sin":false,"ep":"c","ein":false}"#
        #expect(try query(made) == text)
        #expect(try window(text) == made)
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
            (#"{"i":".key","sp":1}"#, "A bound of the order by key is \"1\" instead of a key; give a string."),
            (#"{"i":".key","ep":null}"#, "A bound of the order by key is null instead of a key; give a string."),
            (#"{"sp":{}}"#, "The query bound (sp) should be a primitive, not an object."),
            (#"{"ep":1,"ein":1}"#, "The query member ein should be a boolean, not a number."),
            (#"{"ep":1,"en":1}"#, "The query member en should be a string, not a number."),
            (#"{"i":1}"#, "The query index (i) should be a string, not a number."),
            (
                #"{"i":".other"}"#,
                "The order by child \".other\" is not possible. The path \".other\" is ill-formed: its segment \".other\" "
                    + "holds \".\"; the characters . $ # [ ] / are forbidden in keys, encode them. "
                    + "Order by .value, .key or .priority for the value, key or priority of the children themselves."
            ),
            ("[]", "The query (q) should be an object, not an array."),
            ("5", "The query (q) should be an object, not a number."),
            (
                #"{"i":".key","sp":"a/b"}"#,
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
