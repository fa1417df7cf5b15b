import DatasyncConcurrency
import DatasyncWire

/// A link whose remote end the test controls.
final class PlayedLink: Link {
    typealias Receiver = @Sendable (LinkEvent) -> Void

    private struct State {
        var receiver: Receiver?
        var openCount = 0
    }

    private struct Connection: LinkConnection {
        func send(_ message: ClientMessage) {}
        func close() {}
    }

    private let state = Guarded(State())

    /// The number of connections that were opened.
    var openCount: Int { state.withLock(\.openCount) }

    func open(_ receive: @escaping Receiver) -> any LinkConnection {
        state.withLock { state in
            state.receiver = receive
            state.openCount += 1
        }
        return Connection()
    }

    func say(_ event: LinkEvent) { state.withLock(\.receiver)?(event) }

    /// Sends the greeting of a back end with a clock time.
    func greet(at time: Double = 0) {
        say(.message(.control(.hello(time: time, version: "5", host: "host", session: "session"))))
    }
}
