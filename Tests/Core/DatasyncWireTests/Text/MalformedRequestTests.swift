import DatasyncTree
import DatasyncWire
import Testing

@Suite("Malformed messages of a client")
struct MalformedRequestTests {
    private func error(_ text: String) -> MalformedRequest? {
        #expect(throws: MalformedRequest.self, "\(text)") { try ClientMessage(text: text) }
    }

    @Test(
        "a message without a number is refused without one, with a reason",
        arguments: [
            ("", "Malformed JSON at line 1, column 1: expected a value (the text ends here)."),
            ("hello", "Malformed JSON at line 1, column 1: expected a value."),
            ("1", "A message is an object with a type (t) and an object (d); this is a number."),
            ("[]", "A message is an object with a type (t) and an object (d); this is an array."),
            ("null", "A message is an object with a type (t) and an object (d); this is null."),
            ("{}", "A message is an object with a type (t) and an object (d); this is an object."),
            (#"{"t":"d"}"#, "A message is an object with a type (t) and an object (d); this is an object."),
            (#"{"t":"d","d":[]}"#, "A message is an object with a type (t) and an object (d); this is an object."),
            (#"{"d":{}}"#, "The type of a message (t) should be \"c\" or \"d\"."),
            (#"{"t":"x","d":{}}"#, "The type of a message (t) should be \"c\" or \"d\"."),
            (#"{"t":1,"d":{}}"#, "The type of a message (t) should be \"c\" or \"d\"."),
            (#"{"t":"c","d":{}}"#, "A control message needs a type (d.t); this has none."),
            (#"{"t":"c","d":{"t":5}}"#, "A control message needs a type (d.t); this has none."),
            (#"{"t":"c","d":{"t":"zz"}}"#, "The control message \"zz\" is unknown."),
            (#"{"t":"d","d":{}}"#, "A request needs an integer number (r); this has none."),
            (#"{"t":"d","d":{"r":"1","a":"s"}}"#, "A request needs an integer number (r); this has none."),
            (#"{"t":"d","d":{"r":1.5,"a":"s"}}"#, "A request needs an integer number (r); this has none."),
            (#"{"t":"d","d":{"r":1e300,"a":"s"}}"#, "A request needs an integer number (r); this has none."),
        ])
    func withoutNumber(text: String, reason: String) {
        let error = error(text)
        #expect(error?.number == nil)
        #expect(error?.status == .invalidData)
        #expect(error?.reason == reason)
    }

    @Test(
        "an unreadable numbered request is refused with its number, a status and a reason",
        arguments: [
            (#""b":{}"#, .invalidData, "A request needs the name of an action (a); this has none."),
            (#""a":7,"b":{}"#, .invalidData, "A request needs the name of an action (a); this has none."),
            (
                #""a":"zz","b":{"p":"/"}"#, .invalidData,
                "The action \"zz\" is unknown; known are q, n, g, p, m, o, om, oc, auth, unauth, s, wa, wl, wc and wr."
            ),
            (#""a":"auth","b":{}"#, .invalidData, "The action auth needs a credential text (cred)."),
            (
                #""a":"gauth","b":{"cred":"x","authvar":"u"}"#, .invalidData,
                "The action gauth should have an object as authvar or a boolean as noauth, and not both."
            ),
            (
                #""a":"auth","b":{"cred":"x","authvar":{"uid":"u"},"noauth":true}"#, .invalidData,
                "The action auth should have an object as authvar or a boolean as noauth, and not both."
            ),
            (#""a":"auth","b":{"cred":1}"#, .invalidData, "The action auth needs a credential text (cred)."),
            (#""a":"q""#, .invalidData, "The action q needs a path text (p)."),
            (#""a":"p","b":{"p":1,"d":1}"#, .invalidData, "The action p needs a path text (p)."),
            (#""a":"g","b":[]"#, .invalidData, "The action g needs a path text (p)."),
            (
                #""a":"q","b":{"p":"/a","q":{"l":1}}"#, .invalidData,
                "A query that filters needs an integer tag (t)."
            ),
            (
                #""a":"n","b":{"p":"/a","q":{"l":1},"t":"1"}"#, .invalidData,
                "A query that filters needs an integer tag (t)."
            ),
            (
                #""a":"q","b":{"p":"/a.b"}"#, .invalidPath,
                "The path \"/a.b\" is ill-formed: its segment \"a.b\" holds \".\"; "
                    + "the characters . $ # [ ] / are forbidden in keys, encode them."
            ),
            (
                #""a":"m","b":{"p":"/a","d":1}"#, .invalidData,
                "The value merged at /a is a number; a merge takes an object of children. Use set to replace the value."
            ),
            (
                #""a":"om","b":{"p":"/a"}"#, .invalidData,
                "The value merged at /a is null; a merge takes an object of children. Use set to replace the value."
            ),
            (
                #""a":"o","b":{"p":"/a","d":{".sv":"x"}}"#, .invalidData,
                #"The server value at /a is unknown; use {".sv":"timestamp"} or {".sv":{"increment":1,"from":0}}."#
            ),
        ] as [(String, Status, String)])
    func withNumber(text: String, status: Status, reason: String) {
        let error = error(#"{"t":"d","d":{"r":9,\#(text)}}"#)
        #expect(error?.number == 9)
        #expect(error?.status == status)
        #expect(error?.reason == reason)
    }

    @Test(
        "a path deeper than 32 levels is refused in every action with a path",
        arguments: ["q", "n", "g", "p", "m", "o", "om", "oc"])
    func depth(action: String) throws {
        func text(_ levels: Int) -> String {
            let path = String(repeating: "/k", count: levels)
            return #"{"t":"d","d":{"r":1,"a":"\#(action)","b":{"p":"\#(path)","d":{}}}}"#
        }
        #expect(throws: Never.self) { try ClientMessage(text: text(32)) }
        #expect(error(text(33))?.status == .invalidPath)
    }

    @Test("data deeper than 32 levels, forbidden keys and overlapping merges are refused as invalid data")
    func data() {
        let deep = String(repeating: #"{"k":"#, count: 33) + "1" + String(repeating: "}", count: 33)
        for (action, data) in [("p", deep), ("o", #"{"a.b":1}"#), ("m", #"{"a":1,"a/b":2}"#), ("m", #"{"a":{"$":1}}"#)]
        {
            let error = error(#"{"t":"d","d":{"r":1,"a":"\#(action)","b":{"p":"/","d":\#(data)}}}"#)
            #expect(error?.number == 1)
            #expect(error?.status == .invalidData)
        }
    }

    @Test("a long unknown name is cut in the reason")
    func long() {
        let name = String(repeating: "x", count: 10_000)
        for text in [#"{"t":"d","d":{"r":1,"a":"\#(name)","b":{"p":"/"}}}"#, #"{"t":"c","d":{"t":"\#(name)"}}"#] {
            #expect((error(text)?.reason.utf8.count ?? .max) < 300)
        }
        #expect((error(#"{"t":"d","d":{"r":1,"a":"\#(name)","b":{}}}"#)?.reason.utf8.count ?? .max) < 300)
    }
}
