import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@Suite("Messages of the back end as text")
struct BackendTextTests {
    private static let table: [(BackendMessage, String)] = {
        do {
            let place = try Path("/a/b")
            let value = try Node(JSONParser.parse(#"{"9":1,"10":[true]}"#))
            let text = #"{"9":1,"10":{"0":true}}"#
            let window = try Window(limit: 2)
            let query = #"{"i":".key","l":2,"vf":"l"}"#
            return [
                (
                    .control(.hello(time: 1_700_000_000_000, version: "5", host: "h.example", session: "s1")),
                    #"{"t":"c","d":{"t":"h","d":{"ts":1700000000000,"v":"5","h":"h.example","s":"s1"}}}"#
                ),
                (
                    .response(Response(number: 3, status: .ok, data: value)),
                    #"{"t":"d","d":{"r":3,"b":{"s":"ok","d":\#(text)}}}"#
                ),
                (
                    .response(Response(number: 4, status: .permissionDenied, reason: "no \"way\"")),
                    #"{"t":"d","d":{"r":4,"b":{"s":"permission_denied","d":"no \"way\""}}}"#
                ),
                (
                    .response(Response(number: 5, status: Status(rawValue: "odd_word"), reason: "why")),
                    #"{"t":"d","d":{"r":5,"b":{"s":"odd_word","d":"why"}}}"#
                ),
                (
                    .push(.set(path: place, node: value, tag: nil)),
                    #"{"t":"d","d":{"a":"d","b":{"p":"a/b","d":\#(text)}}}"#
                ),
                (
                    .push(.set(path: .root, node: .null, tag: 2)),
                    #"{"t":"d","d":{"a":"d","b":{"p":"","d":null,"t":2}}}"#
                ),
                (
                    .push(
                        .merge(path: place, children: [(try Path("c/d"), .number(1)), (try Path("e"), .null)], tag: 3)),
                    #"{"t":"d","d":{"a":"m","b":{"p":"a/b","d":{"c/d":1,"e":null},"t":3}}}"#
                ),
                (
                    .push(.revoked(path: place, window: .all, status: .permissionDenied, reason: nil)),
                    #"{"t":"d","d":{"a":"c","b":{"p":"a/b","s":"permission_denied"}}}"#
                ),
                (
                    .push(.revoked(path: place, window: window, status: .permissionDenied, reason: "r")),
                    #"{"t":"d","d":{"a":"c","b":{"p":"a/b","s":"permission_denied","q":\#(query),"d":"r"}}}"#
                ),
                (
                    .push(.authenticationRevoked(status: .expiredToken, reason: "old")),
                    #"{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"old"}}}"#
                ),
                (.push(.securityDebug("x")), #"{"t":"d","d":{"a":"sd","b":{"msg":"x"}}}"#),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test("every message has its text of the protocol, and reads back", arguments: table)
    func exact(message: BackendMessage, text: String) throws {
        #expect(message.text == text)
        #expect(try BackendMessage(text: text).text == text)
    }

    @Test(
        "control messages read back",
        arguments: [
            .reset(host: "other"), .reset(host: nil), .shutdown(reason: "bye"), .shutdown(reason: ""), .ping, .pong,
        ] as [Control])
    func control(control: Control) throws {
        let text = BackendMessage.control(control).text
        #expect(try BackendMessage(text: text).text == text)
        #expect(text.hasPrefix(#"{"t":"c","d":{"t":""#))
    }

    @Test("random messages survive writing and reading")
    func random() throws {
        var random = SeededGenerator(salt: 101)
        for round in 0..<3000 {
            let text = try random.backendMessage().text
            let read = try BackendMessage(text: text).text
            #expect(Array(read.utf8) == Array(text.utf8), "round \(round), \(text), \(Seed.note)")
        }
    }

    @Test(
        "paths in pushes are read with and without a leading slash",
        arguments: [("a/b", "a/b"), ("/a/b", "a/b"), ("", ""), ("/", ""), ("/a/", "a")])
    func slashes(text: String, expected: String) throws {
        for body in [
            #""a":"d","b":{"p":"P","d":1}"#, #""a":"m","b":{"p":"P","d":{"x":1}}"#, #""a":"c","b":{"p":"P","s":"x"}"#,
        ] {
            func message(_ path: String) -> String { #"{"t":"d","d":{\#(body)}}"#.replacing("P", with: path) }
            #expect(try BackendMessage(text: message(text)).text == message(expected))
        }
    }

    @Test("a response without data is ok, with no data or null")
    func noData() throws {
        for text in [
            BackendMessage.response(Response(number: 1, status: .ok)).text, #"{"t":"d","d":{"r":1,"b":{"s":"ok"}}}"#,
        ] {
            guard case .response(let response) = try BackendMessage(text: text) else {
                Issue.record("no answer: \(text)")
                continue
            }
            #expect(response.number == 1)
            #expect(response.status == .ok)
            #expect(response.reason == nil)
            #expect(response.data?.isNull ?? true)
        }
    }

    @Test("a response has arrays as children, and a reason only when it is not ok")
    func answers() throws {
        guard case .response(let fine) = try BackendMessage(text: #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":[1,2]}}}"#),
            case .response(let refused) = try BackendMessage(
                text: #"{"t":"d","d":{"r":2,"b":{"s":"datastale","d":"why"}}}"#)
        else {
            Issue.record("no answers")
            return
        }
        #expect(fine.data?.text == #"{"0":1,"1":2}"#)
        #expect(refused.status == .dataStale)
        #expect(refused.reason == "why")
        #expect(refused.data == nil)
    }
}
