#if Server
    import NIOCore
    import NIOPosix

    /// An HTTP server whose responses a test gives byte by byte.
    struct TestIssuer {
        let port: Int
        private let channel: any Channel

        /// Starts the server, which ends with the process.
        ///
        /// `respond`: Called with the port and the path of each request.
        static func start(_ respond: @escaping @Sendable (Int, String) -> String) async throws -> TestIssuer {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Handler(respond))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            return TestIssuer(port: channel.localAddress?.port ?? 0, channel: channel)
        }

        /// Returns a response with the status 200.
        static func response(_ body: String) -> String {
            "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        private final class Handler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias OutboundOut = ByteBuffer
            private let respond: @Sendable (Int, String) -> String
            private var head = ""

            init(_ respond: @escaping @Sendable (Int, String) -> String) { self.respond = respond }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                head += String(buffer: unwrapInboundIn(data))
                guard head.contains("\r\n\r\n") else { return }
                let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                head = ""
                let response = respond(context.channel.localAddress?.port ?? 0, path)
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
            }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }
    }
#endif
