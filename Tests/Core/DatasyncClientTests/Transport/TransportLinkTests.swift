import ClientTestSupport
import DatasyncClient
import DatasyncTree
import DatasyncWebSocket
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

    private static let hello = #"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"h","s":"s"}}}"#

    private static func reset(to host: String?) -> TransportEvent {
        .frame(#"{"t":"c","d":{"t":"r","d":\#(host.map { "\"\($0)\"" } ?? "null")}}"#)
    }

    @Test("[placement 7] a new connection goes to the host that the back end names, until one is not greeted there")
    func redirected() {
        let transport = RedirectedTransport()
        let link = TransportLink(transport)
        func attempt(_ events: TransportEvent...) {
            let connection = link.open { _ in }
            for event in events { transport.deliver(event) }
            connection.close()
        }
        let hello = TransportEvent.frame(Self.hello)
        attempt(hello, Self.reset(to: "b:1"), .closed(reason: ""))
        attempt(hello, .closed(reason: "cut"))
        attempt(hello, Self.reset(to: nil), .closed(reason: ""))
        attempt(.closed(reason: "refused"), hello, .closed(reason: ""))
        attempt()
        #expect(transport.hosts.entries == ["own", "b:1", "b:1", "b:1", "own, redirected", "own"])
    }

    @Test("[placement 6] a redirect before the greeting is followed at once, and the client does not notice it")
    func redirectedAtFirst() {
        let transport = RedirectedTransport()
        let connection = TransportLink(transport).open { [events] in events.note($0.line) }
        transport.deliver(Self.reset(to: "b:1"))
        #expect(transport.log.entries == ["close"])
        transport.deliver(.frame(Self.hello))
        connection.send(.keepAlive)
        #expect(transport.hosts.entries == ["own", "b:1"])
        #expect(events.entries == [Self.hello])
        #expect(transport.log.entries == ["close", "0"])
        transport.deliver(.closed(reason: "cut"))
        #expect(events.entries == [Self.hello, "closed: cut"])
        #expect(transport.hosts.entries.count == 2)
    }

    @Test("[placement 6] a host that does not answer is tried once, then the own host, as redirected")
    func absent() {
        let transport = RedirectedTransport()
        let link = TransportLink(transport)
        _ = link.open { [events] in events.note($0.line) }
        transport.deliver(Self.reset(to: "b:1"))
        transport.deliver(.refused(reason: "The server drains."))
        transport.deliver(.frame(Self.hello))
        #expect(transport.hosts.entries == ["own", "b:1", "own, redirected"])
        #expect(events.entries == [Self.hello])
        transport.deliver(.closed(reason: "cut"))
        _ = link.open { _ in }
        #expect(transport.hosts.entries.last == "own")
    }

    @Test("[placement 6] the second redirect before the greeting ends the attempt")
    func circle() {
        let transport = RedirectedTransport()
        _ = TransportLink(transport).open { [events] in events.note($0.line) }
        transport.deliver(Self.reset(to: "b:1"))
        transport.deliver(Self.reset(to: "a:1"))
        #expect(transport.hosts.entries == ["own", "b:1"])
        #expect(events.entries.count == 1)
        transport.deliver(.closed(reason: ""))
        #expect(transport.hosts.entries == ["own", "b:1", "own, redirected"])
    }

    @Test(
        "[placement 8] a text that is not a host leads to the own host, which serves the client",
        arguments: ["not a host", "wss://evil.example", "me:secret@evil.example", "evil.example/path"])
    func hostile(host: String) throws {
        let address = try ServerAddress(url: "wss://data.example", namespace: "shop")
        #expect(address.redirected(to: host) == nil)
        let transport = RedirectedTransport()
        _ = TransportLink(transport).open { [events] in events.note($0.line) }
        transport.deliver(Self.reset(to: host))
        #expect(transport.hosts.entries == ["own", "own, redirected"])
        transport.deliver(.closed(reason: "refused"))
        #expect(events.entries == ["closed: refused"])
        #expect(transport.hosts.entries.count == 2)
    }

    @Test("a client that disconnects during a redirect opens no more connections")
    func closedMeanwhile() {
        let transport = RedirectedTransport()
        let connection = TransportLink(transport).open { [events] in events.note($0.line) }
        transport.deliver(Self.reset(to: "b:1"))
        connection.close()
        transport.deliver(.closed(reason: "over"))
        #expect(transport.hosts.entries == ["own", "b:1"])
        #expect(events.entries == ["closed: over"])
    }

    @Test("a transport that cannot change its host opens its connection again")
    func unable() {
        _ = open()
        transport.deliver(Self.reset(to: "b:1"))
        #expect(transport.log.entries == ["close"])
        transport.deliver(Self.hello)
        #expect(events.entries == [Self.hello])
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

    /// The frames that were sent, and `close`.
    var log: Record<String> { transport.log }

    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        hosts.note("own")
        return transport.open(receive)
    }

    func open(
        redirectedTo host: String?, _ receive: @escaping @Sendable (TransportEvent) -> Void
    ) -> (any TransportConnection)? {
        if let host {
            let address = try? ServerAddress(url: "ws://own", namespace: "shop")
            guard address?.redirected(to: host) != nil else { return nil }
        }
        hosts.note(host ?? "own, redirected")
        return transport.open(receive)
    }

    func deliver(_ event: TransportEvent) { transport.deliver(event) }
}
