#if Server
    import NIOCore
    import NIOEmbedded

    @testable import DatasyncServer

    /// A listening socket in memory, whose connections fail or are accepted as a test says.
    struct EmbeddedServer {
        private let channel = EmbeddedChannel()

        init(_ connections: ConnectionRegistry, _ log: ServerLog) {
            try? channel.pipeline.syncOperations.addHandler(AcceptFailureHandler(connections, log))
        }

        /// Fails to accept a connection with an error of the system.
        func fail(_ code: CInt) {
            channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
        }

        /// Accepts a connection.
        func accept() { _ = try? channel.writeInbound(channel as any Channel) }
    }
#endif
