#if Server
    import DatasyncConcurrency
    import NIOCore
    import NIOPosix
    import TestSupport

    /// A proxy that tunnels each connection to the host of its CONNECT request, or refuses it.
    struct TestProxy {
        let port: Int
        /// The heads of the requests.
        let requests: Record<String>

        /// Starts the proxy, which ends with the process.
        ///
        /// `refusal`: The response instead of a tunnel.
        static func start(refusal: String? = nil) async throws -> TestProxy {
            let requests = Record<String>()
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(RequestHandler(requests, refusal))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            return TestProxy(port: channel.localAddress?.port ?? 0, requests: requests)
        }

        /// Reads the request, and connects to its target.
        private final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
            typealias InboundIn = ByteBuffer
            typealias OutboundOut = ByteBuffer
            private let requests: Record<String>
            private let refusal: String?
            private var head = ""

            init(_ requests: Record<String>, _ refusal: String?) {
                self.requests = requests
                self.refusal = refusal
            }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                head += String(buffer: unwrapInboundIn(data))
                guard head.hasSuffix("\r\n\r\n") else { return }
                requests.note(head)
                if let refusal {
                    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: refusal)), promise: nil)
                    return
                }
                let port = head.split(separator: " ")[1].split(separator: ":").last.flatMap { Int($0) } ?? 0
                let channel = context.channel
                ClientBootstrap(group: context.eventLoop)
                    .channelInitializer { target in
                        target.eventLoop.makeCompletedFuture {
                            try target.pipeline.syncOperations.addHandler(Relay(channel))
                        }
                    }
                    .connect(host: "127.0.0.1", port: port)
                    .assumeIsolated()
                    .whenSuccess { target in
                        try? channel.pipeline.syncOperations.addHandler(Relay(target))
                        channel.pipeline.syncOperations.removeHandler(self, promise: nil)
                        channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n"), promise: nil)
                    }
            }
        }

        /// Passes bytes and the end of a connection to another one.
        private final class Relay: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            private let other: any Channel

            init(_ other: any Channel) { self.other = other }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                other.writeAndFlush(unwrapInboundIn(data), promise: nil)
            }

            func channelInactive(context: ChannelHandlerContext) { other.close(mode: .all, promise: nil) }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }
    }
#endif
