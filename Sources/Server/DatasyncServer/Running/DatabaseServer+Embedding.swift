#if Server
    public import NIOCore

    /// The server inside a program with a server of its own.
    extension DatabaseServer {
        /// Opens the data without listening on a port; the program passes connections on with ``serve(_:beside:)``.
        ///
        /// - Throws: ``ServerError`` if the data cannot be opened, or the server was started before.
        public func open() async throws(ServerError) {
            try await begin()
            if !listener.set(nil) { await stop() }
        }

        /// Serves a connection that the program has accepted, on its event loop.
        ///
        /// ```swift
        /// let bootstrap = ServerBootstrap(group: group).childChannelInitializer { channel in
        ///     channel.eventLoop.makeCompletedFuture { try server.serve(channel, beside: [Greeting()]) }
        /// }
        /// ```
        ///
        /// The channel must carry HTTP/1.1 in clear text; if the program uses TLS, add its handler first.
        /// Each of the program's handlers receives `HTTPServerRequestPart`, answers the requests that are its own, and
        /// passes all parts of the others on with `fireChannelRead`. WebSocket connections are always the server's, and so
        /// are the limits of its configuration. ``stop(within:)`` also ends the connections that were passed on, so let the
        /// program finish its own requests first.
        ///
        /// - Parameters:
        ///   - channel: The accepted connection.
        ///   - handlers: The program's handlers, in order.
        /// - Throws: ``ServerError`` outside the channel's event loop, or before ``open()`` or ``start(on:)``; the error of a
        ///   handler that cannot be added.
        public func serve(_ channel: any Channel, beside handlers: [any RemovableChannelHandler] = []) throws {
            guard channel.eventLoop.inEventLoop else {
                throw ServerError("Pass a connection on in its event loop, as in the child channel's initializer.")
            }
            guard listener.isOpen else { throw ServerError("Call open() or start() before you pass connections on.") }
            try Self.configure(channel, context, beside: handlers)
        }
    }
#endif
