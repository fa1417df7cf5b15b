#if Server
    import DatasyncConcurrency
    import DatasyncWire
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOWebSocket

    /// A WebSocket server of this machine that only passes text frames to connections of a transport, and back.
    struct FrameServer: Sendable {
        private let listener: any Channel

        var port: Int { listener.localAddress?.port ?? 0 }

        static func open(to backend: any Transport) async throws -> FrameServer {
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    let upgrader = NIOWebSocketServerUpgrader(
                        maxFrameSize: 1 << 24,
                        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                        upgradePipelineHandler: { channel, _ in
                            channel.eventLoop.makeCompletedFuture {
                                let pipeline = channel.pipeline.syncOperations
                                try pipeline.addHandler(
                                    NIOWebSocketFrameAggregator(
                                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: .max,
                                        maxAccumulatedFrameSize: 1 << 24))
                                try pipeline.addHandler(FrameHandler(backend, channel))
                            }
                        })
                    return channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            return FrameServer(listener: listener)
        }

        func close() { listener.close(mode: .all, promise: nil) }
    }

    /// One connection of a ``FrameServer``.
    private final class FrameHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private let backend: any Transport
        private let channel: any Channel
        private var connection: (any TransportConnection)?

        init(_ backend: any Transport, _ channel: any Channel) {
            self.backend = backend
            self.channel = channel
        }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = channel
            // A write on the event loop would overtake those that other threads have queued.
            connection = backend.open { event in channel.eventLoop.execute { Self.send(event, to: channel) } }
        }

        private static func send(_ event: TransportEvent, to channel: any Channel) {
            switch event {
            case .frame(let text):
                let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
                channel.writeAndFlush(frame, promise: nil)
            case .closed, .refused:
                let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer())
                channel.writeAndFlush(frame).whenComplete { _ in channel.close(promise: nil) }
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            switch frame.opcode {
            case .text: connection?.send(String(buffer: frame.unmaskedData))
            case .ping:
                let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
                context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
            case .connectionClose: context.close(promise: nil)
            default: break
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            connection?.close()
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
#endif
