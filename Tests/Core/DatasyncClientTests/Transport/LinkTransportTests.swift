import ClientTestSupport
import DatasyncBackend
import DatasyncTesting
import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@Suite("The back end's end of a text channel")
struct LinkTransportTests {
    private let link = ScriptedLink()
    private let events = Record<String>()
    private let request = #"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/a"}}}"#

    private func open() -> any TransportConnection { LinkTransport(link).open { [events] in events.note($0.line) } }

    @Test("frames reach the back end as messages, with pieces joined and keep-alives included")
    func receives() {
        let connection = open()
        for frame in [
            request, "0", "2", String(request.prefix(9)), String(request.dropFirst(9)), #"{"t":"c","d":{"t":"p"}}"#,
        ] {
            connection.send(frame)
        }
        #expect(link.log.entries == [request, "0", request, #"{"t":"c","d":{"t":"p","d":{}}}"#])
        #expect(events.entries == [])
        connection.close()
        #expect(link.log.entries.last == "close")
    }

    @Test("messages of the back end are sent as frames within the limit")
    func sends() throws {
        _ = open()
        let long = BackendMessage.push(.securityDebug(String(repeating: "é😀", count: 10_000)))
        link.say(.message(.control(.ping)))
        link.say(.message(long))
        link.say(.available)
        link.say(.closed(reason: "bye"))
        #expect(events.entries == [BackendMessage.control(.ping).text] + Frames.cut(long.text) + ["closed: bye"])
        #expect(events.entries.dropLast().allSatisfy { $0.utf16.count <= 16_384 })
    }

    @Test("an unreadable numbered request is refused, and the connection continues")
    func answered() {
        let connection = open()
        connection.send(#"{"t":"d","d":{"r":7,"a":"q","b":{"p":"/a.b"}}}"#)
        connection.send(#"{"t":"d","d":{"r":8,"a":"zz","b":{"p":"/"}}}"#)
        connection.send(request)
        let reason =
            #"The path \"/a.b\" is ill-formed: its segment \"a.b\" holds \".\"; the characters . $ # [ ] / are forbidden in keys, encode them."#
        let known =
            #"The action \"zz\" is unknown; known are q, n, g, p, m, o, om, oc, auth, unauth, s, wa, wl, wc and wr."#
        #expect(
            events.entries == [
                #"{"t":"d","d":{"r":7,"b":{"s":"invalid_path","d":"\#(reason)"}}}"#,
                #"{"t":"d","d":{"r":8,"b":{"s":"invalid_data","d":"\#(known)"}}}"#,
            ])
        #expect(link.log.entries == [request])
    }

    @Test(
        "an unreadable request without a number shuts the connection down with the reason",
        arguments: [
            ("rubbish", "Malformed JSON at line 1, column 1: expected a value."),
            ("", "An empty frame; a message is a JSON object."),
            ("20000", #"A message in "20000" pieces; between 1 and 16384 are possible."#),
            (#"{"t":"d","d":{}}"#, "A request needs an integer number (r); this has none."),
        ])
    func refused(frame: String, reason: String) {
        let connection = open()
        connection.send(frame)
        #expect(events.entries == [BackendMessage.control(.shutdown(reason: reason)).text, "closed: " + reason])
        #expect(link.log.entries == ["close"])
    }

    @Test("after a refusal no message is sent and none reaches the back end")
    func afterRefusal() {
        let connection = open()
        for frame in ["rubbish", request, "more rubbish", #"{"t":"d","d":{"r":1,"a":"zz"}}"#] { connection.send(frame) }
        #expect(events.entries.last?.hasPrefix("closed: ") == true)
        #expect(events.entries.count == 2)
        #expect(link.log.entries == ["close"])
    }

    @Test("two joined ends carry every message unchanged in both directions")
    func joined() throws {
        var random = SeededGenerator(salt: 130)
        let connection = TextLoopback(to: link).open { [events] in events.note($0.line) }
        var (said, heard) = ([String](), [String]())
        for _ in 0..<500 {
            let (request, message) = (try random.clientMessage(), try random.backendMessage())
            connection.send(request)
            link.say(.message(message))
            said.append(request.text)
            heard.append(message.text)
        }
        #expect(link.log.entries == said, "\(Seed.note)")
        #expect(events.entries == heard, "\(Seed.note)")
        connection.close()
        link.say(.closed(reason: "done"))
        #expect(link.log.entries.last == "close")
        #expect(events.entries.last == "closed: done")
    }
}
