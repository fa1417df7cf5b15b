import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@Suite("Requests as text")
struct RequestTextTests {
    private static func path(_ text: String) throws -> Path { try Path(text) }

    private static let table: [(Request.Action, String)] = {
        do {
            let place = try Path("/a/b")
            let window = try Window(start: "k", limit: 3, side: .last)
            let query = #"{"i":".key","sp":"k","sin":true,"l":3,"vf":"r"}"#
            let writeValue = try WriteValue(JSONParser.parse(#"{"x":1,"t":{".sv":"timestamp"}}"#), at: place)
            let value = #"{"x":1,"t":{".sv":"timestamp"}}"#
            let parts = try MergePart.parts(JSONParser.parse(#"{"c/d":[1],"b":null}"#), at: place)
            return [
                (.listen(path: place, window: .all, tag: nil, hash: ""), #""a":"q","b":{"p":"/a/b","h":""}"#),
                (.listen(path: .root, window: .all, tag: nil, hash: "H="), #""a":"q","b":{"p":"/","h":"H="}"#),
                (
                    .listen(path: place, window: window, tag: 7, hash: ""),
                    #""a":"q","b":{"p":"/a/b","q":\#(query),"t":7,"h":""}"#
                ),
                (.unlisten(path: place, window: .all, tag: nil), #""a":"n","b":{"p":"/a/b"}"#),
                (.unlisten(path: place, window: window, tag: 7), #""a":"n","b":{"p":"/a/b","q":\#(query),"t":7}"#),
                (.get(path: place, window: window), #""a":"g","b":{"p":"/a/b","q":\#(query)}"#),
                (.get(path: place, window: .all), #""a":"g","b":{"p":"/a/b"}"#),
                (
                    .put(path: place, value: writeValue, expectedHash: nil),
                    #""a":"p","b":{"p":"/a/b","d":\#(value)}"#
                ),
                (
                    .put(
                        path: place, value: WriteValue(.null), expectedHash: "",
                        writeNumber: WriteNumber(client: 0xAB, number: 7, lowestUnanswered: 5)),
                    #""a":"p","b":{"p":"/a/b","d":null,"h":"","w":["ab",7,5]}"#
                ),
                (
                    .merge(
                        path: place, parts: parts,
                        writeNumber: WriteNumber(client: .max, number: 1, lowestUnanswered: 1)),
                    #""a":"m","b":{"p":"/a/b","d":{"b":null,"c/d":{"0":1}},"w":["\#(String(repeating: "f", count: 32))",1,1]}"#
                ),
                (.setOnDisconnect(path: place, value: writeValue), #""a":"o","b":{"p":"/a/b","d":\#(value)}"#),
                (
                    .mergeOnDisconnect(path: place, parts: parts),
                    #""a":"om","b":{"p":"/a/b","d":{"b":null,"c/d":{"0":1}}}"#
                ),
                (.cancelOnDisconnect(path: place), #""a":"oc","b":{"p":"/a/b","d":null}"#),
                (.authenticate(credential: "tok\"en"), #""a":"auth","b":{"cred":"tok\"en"}"#),
                (
                    .authenticate(credential: "t", override: ["uid": "u"]),
                    #""a":"auth","b":{"cred":"t","authvar":{"uid":"u"}}"#
                ),
                (.authenticate(credential: "t", override: .null), #""a":"auth","b":{"cred":"t","noauth":true}"#),
                (.unauthenticate, #""a":"unauth","b":{}"#), (.statistics, #""a":"s","b":{"c":{}}"#),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test("every request has its text of the protocol, and reads back", arguments: table)
    func exact(action: Request.Action, text: String) throws {
        let expected = #"{"t":"d","d":{"r":12,\#(text)}}"#
        #expect(ClientMessage.request(Request(number: 12, action: action)).text == expected)
        guard case .request(let read) = try ClientMessage(text: expected) else {
            Issue.record("not a request")
            return
        }
        #expect(read.number == 12)
        #expect(ClientMessage.request(read).text == expected)
    }

    @Test("keep-alive, ping and pong have their texts, and read back")
    func control() throws {
        for (message, text) in [
            (ClientMessage.keepAlive, "0"), (.ping, #"{"t":"c","d":{"t":"p","d":{}}}"#),
            (.pong, #"{"t":"c","d":{"t":"o","d":{}}}"#),
        ] {
            #expect(message.text == text)
            #expect(try ClientMessage(text: text).text == text)
        }
    }

    @Test("random client messages survive writing and reading")
    func random() throws {
        var random = SeededGenerator(salt: 100)
        for round in 0..<3000 {
            let text = try random.clientMessage().text
            let read = try ClientMessage(text: text).text
            #expect(Array(read.utf8) == Array(text.utf8), "round \(round), \(Seed.note)")
        }
    }

    @Test(
        "older and other spellings of a request are read as the current one",
        arguments: [
            (#""a":"l","b":{"p":"/a/b"}"#, #""a":"q","b":{"p":"/a/b"}"#),
            (#""a":"u","b":{"p":"/a/b"}"#, #""a":"n","b":{"p":"/a/b"}"#),
            (#""a":"l","b":{"p":"a"}"#, #""a":"q","b":{"p":"/a"}"#),
            (#""a":"q","b":{"p":"a/b","h":""}"#, #""a":"q","b":{"p":"/a/b","h":""}"#),
            (#""a":"q","b":{"p":"","h":""}"#, #""a":"q","b":{"p":"/","h":""}"#),
            (#""a":"p","b":{"p":"a","d":1}"#, #""a":"p","b":{"p":"/a","d":1}"#),
            (#""a":"p","b":{"p":"a","d":null}"#, #""a":"p","b":{"p":"/a","d":null}"#),
            (#""a":"m","b":{"p":"a/","d":{"/b/c/":1}}"#, #""a":"m","b":{"p":"/a","d":{"b/c":1}}"#),
            (#""a":"g","b":{"p":"a","q":{}}"#, #""a":"g","b":{"p":"/a"}"#),
            (#""a":"g","b":{"p":"a","q":null}"#, #""a":"g","b":{"p":"/a"}"#),
            (#""a":"q","b":{"p":"a","q":{"i":".key"},"t":3}"#, #""a":"q","b":{"p":"/a"}"#),
            (#""a":"s","b":{"c":{"x":1}}"#, #""a":"s","b":{"c":{}}"#), (#""a":"s""#, #""a":"s","b":{"c":{}}"#),
            (#""a":"unauth""#, #""a":"unauth","b":{}"#),
            (#""a":"oc","b":{"p":"a"}"#, #""a":"oc","b":{"p":"/a","d":null}"#),
            (#""a":"p","b":{"p":"/a","d":1,"unknown":[1]},"z":2"#, #""a":"p","b":{"p":"/a","d":1}"#),
        ])
    func spellings(text: String, canonical: String) throws {
        let read = try ClientMessage(text: #"{"t":"d","d":{"r":1,\#(text)}}"#)
        #expect(read.text == #"{"t":"d","d":{"r":1,\#(canonical)}}"#)
    }

    @Test("a put without data is refused, so that it removes nothing", arguments: ["p", "o"])
    func missingData(name: String) throws {
        let error = #expect(throws: MalformedRequest.self) {
            try ClientMessage(text: #"{"t":"d","d":{"r":7,"a":"\#(name)","b":{"p":"/a"}}}"#)
        }
        #expect(error?.number == 7)
        #expect(error?.status == .invalidData)
        #expect(error?.reason == "The action \(name) at /a has no data (d); send null to remove the node.")
    }

    @Test("of a write that cannot be allowed, only the path and the number are read", arguments: ["p", "m", "o", "om"])
    func forbidden(name: String) throws {
        let text = #"{"t":"d","d":{"r":7,"a":"\#(name)","b":{"p":"/a","d":{"b":{"x":1}},"w":["1",3,2]}}}"#
        guard case .request(let request) = try ClientMessage(text: text, mayWrite: { $0.first?.text != "a" }) else {
            return #expect(Bool(false), "no request")
        }
        #expect(request.refusal?.status == .permissionDenied)
        #expect(request.refusal?.reason.hasPrefix("The rules do not allow writing /a") == true)
        guard case .request(let allowed) = try ClientMessage(text: text) else { return #expect(Bool(false)) }
        #expect(allowed.refusal == nil)
    }

    @Test("members may come in any order, with spaces")
    func anyOrder() throws {
        let read = try ClientMessage(
            text: "{ \"d\" : { \"b\" : { \"d\" : 1, \"p\" : \"/a\" } ,\n \"a\":\"p\", \"r\":3 }, \"t\":\"d\" }")
        #expect(read.text == #"{"t":"d","d":{"r":3,"a":"p","b":{"p":"/a","d":1}}}"#)
    }
}
