package import DatasyncWire

/// A transport whose remote end the test controls.
package final class PlayedTransport: Transport {
    package typealias Receiver = @Sendable (TransportEvent) -> Void

    private struct Connection: TransportConnection {
        func send(_ frame: String) {}
        func close() {}
    }

    /// The connections that were opened, each as the closure that receives its events.
    package let attempts: AsyncStream<Receiver>
    private let continuation: AsyncStream<Receiver>.Continuation

    package init() { (attempts, continuation) = AsyncStream.makeStream(of: Receiver.self) }

    package func open(_ receive: @escaping Receiver) -> any TransportConnection {
        continuation.yield(receive)
        return Connection()
    }

    /// Ends the sequence of connections.
    package func finish() { continuation.finish() }

    /// The greeting frame of a back end.
    package static let hello = TransportEvent.frame(
        BackendMessage.control(.hello(time: 0, version: "5", host: "host", session: "session")).text)
}
