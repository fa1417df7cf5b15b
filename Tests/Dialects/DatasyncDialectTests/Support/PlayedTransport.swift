import DatasyncWire

/// A transport whose remote end the test controls.
final class PlayedTransport: Transport {
    typealias Receiver = @Sendable (TransportEvent) -> Void

    private struct Connection: TransportConnection {
        func send(_ frame: String) {}
        func close() {}
    }

    /// The connections that were opened, each as the closure that receives its events.
    let attempts: AsyncStream<Receiver>
    private let continuation: AsyncStream<Receiver>.Continuation

    init() { (attempts, continuation) = AsyncStream.makeStream(of: Receiver.self) }

    func open(_ receive: @escaping Receiver) -> any TransportConnection {
        continuation.yield(receive)
        return Connection()
    }

    /// Ends the sequence of connections.
    func finish() { continuation.finish() }

    /// The greeting frame of a back end.
    static let hello = TransportEvent.frame(
        BackendMessage.control(.hello(time: 0, version: "5", host: "host", session: "session")).text)
}
