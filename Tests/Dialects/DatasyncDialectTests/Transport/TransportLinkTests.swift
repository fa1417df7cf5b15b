import DatasyncClient
import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@Suite("The client's end of a text channel")
struct TransportLinkTests {
    private let transport = ScriptedTransport()
    private let events = Record<String>()

    private func open() -> any LinkConnection { TransportLink(transport).open { [events] in events.note($0.line) } }

    @Test("messages are sent as frames, in order")
    func sends() throws {
        let connection = open()
        let path = try Path("/a")
        let long = String(repeating: "x", count: 20_000)
        let messages: [ClientMessage] = [
            .keepAlive, .ping,
            .request(
                .init(
                    number: 1,
                    action: .put(path: path, value: WriteValue(.string(long)), expectedHash: nil))),
            .pong,
        ]
        for message in messages { connection.send(message) }
        let frames = transport.log.entries
        #expect(frames == messages.flatMap { Frames.cut($0.text) })
        #expect(frames[2] == "2")
        connection.close()
        #expect(transport.log.entries.last == "close")
    }

    @Test("frames are received as messages, with pieces joined")
    func receives() {
        _ = open()
        let hello = #"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"h","s":"s"}}}"#
        let push = #"{"t":"d","d":{"a":"d","b":{"p":"a","d":"😀"}}}"#
        transport.deliver(hello, "3", String(push.prefix(10)), "", String(push.dropFirst(10)), hello)
        #expect(events.entries == [hello, push, hello])
    }

    @Test("the close is delivered once, and no event after it")
    func ends() {
        _ = open()
        transport.deliver(.closed(reason: "gone"))
        transport.deliver(.closed(reason: "gone again"))
        transport.deliver(#"{"t":"c","d":{"t":"p","d":{}}}"#, "rubbish")
        #expect(events.entries == ["closed: gone"])
    }

    @Test(
        "an unreadable message closes the connection with the reason",
        arguments: [
            ("", "An empty frame; a message is a JSON object."),
            ("0", "A message in \"0\" pieces; between 1 and 16384 are possible."),
            ("x", "Malformed JSON at line 1, column 1: expected a value."),
            (#"{"t":"d","d":{"a":"zz"}}"#, "The push \"zz\" is unknown; known are d, m, c, ac, sd."),
        ])
    func malformed(frame: String, reason: String) {
        _ = open()
        let ping = #"{"t":"c","d":{"t":"p","d":{}}}"#
        transport.deliver(ping, frame, ping, frame)
        transport.deliver(.closed(reason: "later"))
        #expect(events.entries == [ping, "closed: The back end sent a malformed message. " + reason])
        #expect(transport.log.entries.first == "close")
    }

    @Test("a new connection goes to the host that the back end names, until one is not greeted there")
    func redirected() {
        let hello = #"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"h","s":"s"}}}"#
        let transport = RedirectedTransport()
        let link = TransportLink(transport)
        func attempt(_ events: TransportEvent...) {
            let connection = link.open { _ in }
            for event in events { transport.deliver(event) }
            connection.close()
        }
        attempt(.frame(hello), .frame(#"{"t":"c","d":{"t":"r","d":"b:1"}}"#), .closed(reason: ""))
        attempt(.frame(hello), .closed(reason: "cut"))
        attempt(.frame(hello), .frame(#"{"t":"c","d":{"t":"r","d":null}}"#), .closed(reason: ""))
        attempt(.closed(reason: "refused"))
        attempt(.frame(#"{"t":"c","d":{"t":"r","d":"c"}}"#), .closed(reason: ""))
        attempt(.frame(#"{"t":"c","d":{"t":"r","d":"not a host"}}"#))
        attempt(.closed(reason: "refused"))
        attempt()
        let own = "own"
        #expect(transport.hosts.entries == [own, "b:1", "b:1", "b:1", own, "c", own, own])
    }

    @Test("events before open returns are delivered too")
    func early() {
        let ping = #"{"t":"c","d":{"t":"p","d":{}}}"#
        let transport = ScriptedTransport(early: [.frame(ping), .frame("rubbish"), .frame(ping)])
        let events = Record<String>()
        _ = TransportLink(transport).open { events.note($0.line) }
        #expect(events.entries.count == 2)
        #expect(events.entries.first == ping)
        #expect(transport.log.entries == ["close"])
    }

    @Test("each connection reads its frames separately")
    func independent() {
        let other = ScriptedTransport()
        _ = open()
        _ = TransportLink(other).open { _ in }
        transport.deliver("2", "{")
        other.deliver("{")
        transport.deliver("}")
        #expect(events.entries.count == 1)
    }
}

/// A network that records the hosts of its connections.
private final class RedirectedTransport: RedirectableTransport {
    let hosts = Record<String>()
    private let transport = ScriptedTransport()

    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        hosts.note("own")
        return transport.open(receive)
    }

    func open(
        at host: String, _ receive: @escaping @Sendable (TransportEvent) -> Void
    ) -> (any TransportConnection)? {
        guard !host.contains(" ") else { return nil }
        hosts.note(host)
        return transport.open(receive)
    }

    func deliver(_ event: TransportEvent) { transport.deliver(event) }
}
