package import DatasyncWebSocket
package import DatasyncWire

/// A transport over the system's WebSocket connections, which needs no package.
///
/// The platform `.server(url)` uses it on Apple platforms without the trait `WebSocket`. The connections take the proxies,
/// certificates and virtual networks of the system's settings.
package struct SocketTaskTransport: Transport {
    /// Returns a task for a request; it has not started.
    package typealias MakeTask = @Sendable (SocketRequest) -> any SocketTask

    private let address: ServerAddress
    private let options: SocketTaskOptions
    private let clock: SocketTaskClock
    private let makeTask: MakeTask

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - options: The limits and times of connections.
    ///   - clock: The clock and the timer of connections.
    ///   - makeTask: Makes the task of a connection; by default, one of URLSession.
    package init(
        _ address: ServerAddress, options: SocketTaskOptions = SocketTaskOptions(), clock: SocketTaskClock = .system,
        makeTask: MakeTask? = nil
    ) {
        self.address = address
        self.options = options
        self.clock = clock
        self.makeTask = makeTask ?? { URLSessionSocketTask($0) }
    }

    package func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        open(address, receive)
    }

    private func open(
        _ address: ServerAddress, _ receive: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection {
        let task = makeTask(SocketRequest(address, maximumMessageBytes: options.maximumMessageBytes))
        let connection = SocketTaskConnection(to: address.authority, over: task, options, clock, receive)
        connection.start()
        return connection
    }
}

extension SocketTaskTransport: RedirectableTransport {
    /// Opens a connection after a redirect, with this transport's security, namespace and path.
    package func open(
        redirectedTo host: String?, _ receive: @escaping @Sendable (TransportEvent) -> Void
    ) -> (any TransportConnection)? {
        address.redirected(to: host).map { open($0, receive) }
    }
}

extension SocketTaskTransport: CustomStringConvertible {
    /// The address of the server.
    package var description: String { address.description }
}
