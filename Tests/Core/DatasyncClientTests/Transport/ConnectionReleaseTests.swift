import ClientTestSupport
import DatasyncClient
import DatasyncConcurrency
import DatasyncWire
import Testing

/// A connection that retains its receiver, as network connections do.
private final class KeepingTransport: Transport {
    final class Connection: TransportConnection {
        let receive: @Sendable (TransportEvent) -> Void

        init(_ receive: @escaping @Sendable (TransportEvent) -> Void) { self.receive = receive }

        func send(_ frame: String) {}
        func close() {}
    }

    struct Last: Sendable {
        weak var connection: Connection?
    }

    let last = Guarded(Last())

    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        let connection = Connection(receive)
        last.withLock { $0.connection = connection }
        return connection
    }
}

@Suite("Release of connections")
struct ConnectionReleaseTests {
    private let transport = KeepingTransport()

    private var connection: KeepingTransport.Connection? { transport.last.withLock { $0.connection } }

    @Test("a connection is released after a close from either end", arguments: [true, false])
    func closed(atFarEnd: Bool) {
        do {
            let open = TransportLink(transport).open { _ in }
            #expect(connection != nil)
            if atFarEnd { connection?.receive(.closed(reason: "over")) }
            open.close()
        }
        #expect(connection == nil)
    }
}
