#if WebSocket
    public import DatasyncWire
    import NIOCore
    import NIOPosix

    /// A transport over a WebSocket connection to a server.
    ///
    /// The platform `.server(url)` creates one with the default options. To set options, create one yourself and pass
    /// it to the platform `.transport(…)`. TLS certificates are always verified. The transport sends a ping on a silent
    /// connection, and closes it with a reason if nothing answers; the client reconnects by itself.
    ///
    /// ```swift
    /// let transport = try WebSocketTransport(
    ///     url: "wss://data.example.com", namespace: "shop", options: WebSocketOptions(handshakeTimeout: .seconds(5)))
    /// let configuration = WebcomConfiguration(identifier: "shop", platform: .transport(transport))
    /// ```
    public struct WebSocketTransport: Transport {
        let address: ServerAddress
        let options: WebSocketOptions

        package init(_ address: ServerAddress, options: WebSocketOptions = WebSocketOptions()) {
            self.address = address
            self.options = options
        }

        /// Opens a connection to the server.
        ///
        /// - Parameter receive: The closure to call with each event, on a network thread; in this call if the options cannot
        ///   be used.
        /// - Returns: The connection, which buffers frames until it is open.
        public func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
            open(address, receive)
        }

        private func open(
            _ address: ServerAddress, _ receive: @escaping @Sendable (TransportEvent) -> Void
        ) -> any TransportConnection {
            let connection = ClientConnection(receive)
            ClientHandshake(address: address, options: options, connection: connection)
                .start(on: MultiThreadedEventLoopGroup.singleton.next())
            return connection
        }
    }

    extension WebSocketTransport: RedirectableTransport {
        /// Opens a connection after a redirect, with this transport's security, namespace and path.
        package func open(
            redirectedTo host: String?, _ receive: @escaping @Sendable (TransportEvent) -> Void
        ) -> (any TransportConnection)? {
            address.redirected(to: host).map { open($0, receive) }
        }
    }

    extension WebSocketTransport: CustomStringConvertible {
        /// The address of the server.
        public var description: String { address.description }
    }
#endif
