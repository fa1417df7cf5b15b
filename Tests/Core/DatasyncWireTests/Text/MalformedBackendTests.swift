import DatasyncTree
import DatasyncWire
import Testing

@Suite("Malformed messages of a back end")
struct MalformedBackendTests {
    @Test(
        "an unreadable message is an error with a reason",
        arguments: [
            ("", "Malformed JSON at line 1, column 1: expected a value (the text ends here)."),
            ("3", "A message is an object with a type (t) and an object (d); this is a number."),
            (#"{"t":"q","d":{}}"#, "The type of a message (t) should be \"c\" or \"d\"."),
            (#"{"t":"c","d":{"t":"h","d":{"v":"5"}}}"#, "A hello needs a time (ts) and a version (v)."),
            (#"{"t":"c","d":{"t":"h","d":{"ts":1}}}"#, "A hello needs a time (ts) and a version (v)."),
            (#"{"t":"c","d":{"t":"h","d":{"ts":"1","v":"5"}}}"#, "A hello needs a time (ts) and a version (v)."),
            (#"{"t":"c","d":{"t":"h"}}"#, "A hello needs a time (ts) and a version (v)."),
            (#"{"t":"c","d":{"t":"zz","d":{}}}"#, "The control message \"zz\" is unknown."),
            (#"{"t":"d","d":{}}"#, "An answer needs a number (r) and a status (b.s)."),
            (#"{"t":"d","d":{"r":1}}"#, "An answer needs a number (r) and a status (b.s)."),
            (#"{"t":"d","d":{"r":1,"b":{"s":1}}}"#, "An answer needs a number (r) and a status (b.s)."),
            (#"{"t":"d","d":{"r":0.5,"b":{"s":"ok"}}}"#, "An answer needs a number (r) and a status (b.s)."),
            (#"{"t":"d","d":{"a":"zz","b":{}}}"#, "The push \"zz\" is unknown; known are d, m, c, ac, sd."),
            (#"{"t":"d","d":{"a":"d","b":{"d":1}}}"#, "A push needs a path (p)."),
            (#"{"t":"d","d":{"a":"c"}}"#, "A push needs a path (p)."),
            (#"{"t":"d","d":{"a":"m","b":{"p":"a","d":1}}}"#, "A merge push needs an object (d)."),
            (#"{"t":"d","d":{"a":"m","b":{"p":"a"}}}"#, "A merge push needs an object (d)."),
            (
                #"{"t":"d","d":{"a":"d","b":{"p":"a","d":{"x":{".sv":"timestamp"}}}}}"#,
                "The value at /a holds a server value (\".sv\"), which only writes may."
            ),
            (
                #"{"t":"d","d":{"a":"d","b":{"p":"a","d":{"x":{"$":1}}}}}"#,
                "In the value at /a/x: The key \"$\" holds \"$\"; the characters . $ # [ ] / are forbidden in keys, encode them."
            ),
        ])
    func table(text: String, reason: String) {
        #expect(dataError { _ = try BackendMessage(text: text) }?.message == reason)
    }

    @Test(
        "other invalid contents are errors too",
        arguments: [
            #"{"t":"d","d":{"a":"d","b":{"p":"a#","d":1}}}"#, #"{"t":"d","d":{"a":"m","b":{"p":"","d":{"a.b":1}}}}"#,
            #"{"t":"d","d":{"a":"c","b":{"p":"a","q":{"l":0}}}}"#,
            #"{"t":"c","d":{"t":"h","d":{"ts":1e300,"v":"5"}}}"#,
            #"{"t":"d","d":{"a":"d","b":[]}}"#, #"{"t":"c","d":"r"}"#, #"{"t":"c"}"#, "{", "\u{0}",
            #"{"t":"d","d":{"a":"d","b":{"p":"a","p":"b"}}}"#,
        ])
    func others(text: String) {
        #expect(throws: DatasyncError.self) { try BackendMessage(text: text) }
    }
}
