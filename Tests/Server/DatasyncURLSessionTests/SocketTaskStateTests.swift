import DatasyncWire
import Foundation
import TestSupport
import Testing

@testable import DatasyncURLSession

@Suite("The state of a connection over a WebSocket task")
struct SocketTaskStateTests {
    private let lost = SocketTaskFailure(domain: NSPOSIXErrorDomain, code: 57, text: "Socket is not connected")

    /// Returns the state of an open connection, at time 0.
    private func opened(_ change: (inout SocketTaskOptions) -> Void = { _ in }) -> SocketTaskState {
        var state = started(change)
        _ = state.handle(.opened, now: .zero)
        return state
    }

    private func started(_ change: (inout SocketTaskOptions) -> Void = { _ in }) -> SocketTaskState {
        var options = SocketTaskOptions()
        change(&options)
        var state = SocketTaskState(to: "host:9000", options)
        _ = state.start(now: .zero)
        return state
    }

    // MARK: Opening

    @Test("the task starts at once, and what is sent before it is open follows in order, one after the other")
    func order() {
        var state = SocketTaskState(to: "host", SocketTaskOptions())
        #expect(lines(state.start(now: .zero)) == ["resume", "wake at 30.0 seconds"])
        #expect(state.send("1").isEmpty)
        #expect(state.send("2").isEmpty)
        #expect(lines(state.handle(.opened, now: .seconds(1))) == ["receive", "send 1"])
        #expect(state.send("3").isEmpty)
        #expect(lines(state.sent(nil, now: .seconds(2))) == ["send 2"])
        #expect(lines(state.sent(nil, now: .seconds(2))) == ["send 3"])
        #expect(state.sent(nil, now: .seconds(2)).isEmpty)
        #expect(lines(state.send("4")) == ["send 4"])
    }

    @Test("a handshake that takes too long ends the connection")
    func slowHandshake() {
        var state = started()
        #expect(lines(state.woke(now: .seconds(29))) == ["wake at 30.0 seconds"])
        #expect(
            lines(state.woke(now: .seconds(30))) == [
                "closed: The connection to host:9000 could not be opened. The handshake took longer than 30.0 seconds.",
                "cancel",
            ])
        #expect(state.handle(.opened, now: .seconds(31)).isEmpty)
        #expect(state.send("late").isEmpty)
    }

    @Test(
        "a failed handshake ends the connection with its cause; some answers of the server are refusals",
        arguments: [
            (NSURLErrorDomain, -1004, nil, "closed", "Failed (NSURLErrorDomain -1004)."),
            (NSURLErrorDomain, -1011, 101, "closed", "Failed (NSURLErrorDomain -1011)."),
            (NSURLErrorDomain, -1011, 404, "refused", "The server answered 404."),
            (NSURLErrorDomain, -1011, 403, "refused", "The server answered 403."),
            (NSURLErrorDomain, -1011, 400, "refused", "The server answered 400."),
            (NSURLErrorDomain, -1011, 302, "closed", "The server answered 302."),
            (NSURLErrorDomain, -1011, 503, "closed", "The server answered 503."),
            (
                NSURLErrorDomain, -1202, nil, "closed",
                "TLS failed: the server's certificate is not trusted; install its root on the device, "
                    + "or enable the trait WebSocket and pass the root as trustRoots of WebSocketOptions."
            ),
            (
                NSURLErrorDomain, -1022, nil, "closed",
                "The system allows only connections with TLS; use wss://, "
                    + "or name the host in NSAppTransportSecurity in the property list of the application."
            ),
        ] as [(String, Int, Int?, String, String)])
    func failedHandshake(domain: String, code: Int, status: Int?, kind: String, reason: String) {
        var state = started()
        let failure = SocketTaskFailure(domain: domain, code: code, text: "Failed.", status: status)
        #expect(
            lines(state.handle(.completed(failure), now: .seconds(1))) == [
                "\(kind): The connection to host:9000 could not be opened. \(reason)", "cancel",
            ])
    }

    @Test("a connection that the application closes while it opens is cancelled, without an event")
    func closedWhileOpening() {
        var state = started()
        _ = state.send("1")
        #expect(lines(state.close(now: .zero)) == ["cancel"])
        #expect(state.handle(.opened, now: .zero).isEmpty)
        #expect(state.handle(.completed(lost), now: .zero).isEmpty)
        #expect(state.close(now: .zero).isEmpty)
    }

    // MARK: Receiving

    @Test("the next message is asked for after the delivery of the one before")
    func backPressure() {
        var state = opened()
        #expect(lines(state.received(.success(.text("1")), now: .zero)) == ["frame: 1", "receive"])
        #expect(lines(state.received(.success(.text("2")), now: .zero)) == ["frame: 2", "receive"])
    }

    @Test("a message above the limit, or one that is not text, closes the connection with a code and a reason")
    func violations() {
        var state = opened { $0.maximumMessageBytes = 4 }
        #expect(lines(state.received(.success(.text("éé")), now: .zero)) == ["frame: éé", "receive"])
        #expect(
            lines(state.received(.success(.text("ééa")), now: .zero)) == [
                "closed: The server breaks the WebSocket protocol. A message has more than 4 bytes; send it in parts.",
                "close 1009 A message has more than 4 bytes; send it in parts.", "wake at 10.0 seconds",
            ])
        #expect(lines(state.woke(now: .seconds(10))) == ["cancel"])
        var other = opened()
        _ = other.send("1")
        #expect(
            lines(other.received(.success(.binary), now: .zero)) == [
                "closed: The server breaks the WebSocket protocol. "
                    + "A binary frame; the protocol of the database uses text.",
                "close 1003 A binary frame; the protocol of the database uses text.", "wake at 10.0 seconds",
            ])
        #expect(other.sent(nil, now: .zero).isEmpty)
        #expect(lines(other.handle(.completed(nil), now: .zero)) == ["cancel"])
    }

    // MARK: Sending

    @Test("a connection on which too many bytes wait ends; sent bytes no longer count")
    func tooSlow() {
        var state = opened { $0.maximumWaitingBytes = 10 }
        #expect(lines(state.send("12345678")) == ["send 12345678"])
        #expect(state.send("é").isEmpty)
        #expect(lines(state.sent(nil, now: .zero)) == ["send é"])
        #expect(state.send("12345678").isEmpty)
        #expect(
            lines(state.send("1")) == [
                "closed: More than 10 bytes wait to be sent; the server is too slow.", "cancel",
            ])
    }

    // MARK: Silence

    @Test("a silent connection is pinged, and ends if nothing answers; a pong or a message starts the time again")
    func silence() {
        var state = opened()
        #expect(lines(state.woke(now: .seconds(30))) == ["wake at 45.0 seconds"])
        #expect(lines(state.woke(now: .seconds(45))) == ["ping", "wake at 75.0 seconds"])
        #expect(state.answered(nil, now: .seconds(46)).isEmpty)
        #expect(lines(state.woke(now: .seconds(75))) == ["wake at 91.0 seconds"])
        _ = state.received(.success(.text("1")), now: .seconds(80))
        #expect(lines(state.woke(now: .seconds(91))) == ["wake at 125.0 seconds"])
        #expect(lines(state.woke(now: .seconds(125))) == ["ping", "wake at 155.0 seconds"])
        #expect(state.answered(lost, now: .seconds(126)).isEmpty)
        #expect(
            lines(state.woke(now: .seconds(155))) == [
                "closed: Nothing arrived from the server, and a ping was not answered.", "cancel",
            ])
    }

    // MARK: Ending

    @Test(
        "a close frame ends the connection with its code and reason, after the messages before",
        arguments: [
            (4000, "Too many", "The server closed the connection with code 4000: Too many."),
            (1001, "Bye.", "The server closed the connection with code 1001: Bye."),
            (1000, "", "The server closed the connection with code 1000."),
            (nil, "", "The server closed the connection."),
        ] as [(Int?, String, String)])
    func closedByServer(code: Int?, reason: String, text: String) {
        var state = opened()
        #expect(lines(state.handle(.closed(code: code, reason: reason), now: .zero)) == ["wake at 2.0 seconds"])
        #expect(lines(state.received(.success(.text("last")), now: .zero)) == ["frame: last", "receive"])
        #expect(lines(state.received(.failure(lost), now: .zero)) == ["closed: \(text)", "cancel"])
        #expect(state.handle(.completed(nil), now: .zero).isEmpty)
    }

    @Test("the reason of an end is the close frame, then the last error, then the first, whichever comes first")
    func reasons() {
        let cause = SocketTaskFailure(domain: NSURLErrorDomain, code: -1005, text: "The network changed")
        var state = opened()
        #expect(lines(state.received(.failure(lost), now: .zero)) == ["wake at 2.0 seconds"])
        #expect(
            lines(state.handle(.closed(code: 1012, reason: "Restart"), now: .zero)) == [
                "closed: The server closed the connection with code 1012: Restart.", "cancel",
            ])
        state = opened()
        _ = state.send("1")
        _ = state.sent(lost, now: .zero)
        _ = state.received(.failure(lost), now: .zero)
        #expect(
            lines(state.handle(.completed(cause), now: .zero)) == [
                "closed: The connection was lost. The network changed (NSURLErrorDomain -1005).", "cancel",
            ])
        state = opened()
        _ = state.received(.failure(lost), now: .zero)
        #expect(
            lines(state.woke(now: .seconds(2))) == [
                "closed: The connection was lost. Socket is not connected (NSPOSIXErrorDomain 57).", "cancel",
            ])
        state = opened()
        _ = state.handle(.completed(nil), now: .zero)
        #expect(
            lines(state.received(.failure(lost), now: .zero)) == [
                "closed: The connection was lost. Socket is not connected (NSPOSIXErrorDomain 57).", "cancel",
            ])
    }

    @Test("closing by the application sends what waits, then a close frame, and cancels if that takes too long")
    func closing() {
        var state = opened()
        _ = state.send("1")
        _ = state.send("2")
        #expect(lines(state.close(now: .zero)) == ["wake at 10.0 seconds"])
        #expect(state.send("3").isEmpty)
        #expect(state.received(.success(.text("late")), now: .zero).isEmpty)
        #expect(lines(state.sent(nil, now: .zero)) == ["send 2"])
        var slow = state
        #expect(lines(slow.woke(now: .seconds(10))) == ["cancel"])
        #expect(lines(state.sent(nil, now: .zero)) == ["close 1000 "])
        #expect(lines(state.handle(.completed(nil), now: .zero)) == ["cancel"])
        var idle = opened()
        #expect(lines(idle.close(now: .zero)) == ["close 1000 ", "wake at 10.0 seconds"])
        #expect(idle.close(now: .zero).isEmpty)
    }

    // MARK: Challenges

    @Test("the system judges certificates; no sign-in is sent to a server, and none twice")
    func challenges() {
        let answers = SocketChallenge.allCases.map { challenge in
            "\(challenge): \(challenge.answer(afterFailures: 0)), \(challenge.answer(afterFailures: 1))"
        }
        #expect(
            answers == [
                "serverCertificate: system, system", "clientCertificate: system, refuse",
                "proxySignIn: system, refuse", "serverSignIn: refuse, refuse",
            ])
    }

    private func lines(_ effects: [SocketTaskState.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .resume: "resume"
            case .send(let text): "send \(text)"
            case .receive: "receive"
            case .ping: "ping"
            case .close(let code, let reason): "close \(code) \(reason)"
            case .cancel: "cancel"
            case .deliver(.frame(let text)): "frame: \(text)"
            case .deliver(.closed(let reason)): "closed: \(reason)"
            case .deliver(.refused(let reason)): "refused: \(reason)"
            case .wake(let time): "wake at \(time)"
            }
        }
    }
}
