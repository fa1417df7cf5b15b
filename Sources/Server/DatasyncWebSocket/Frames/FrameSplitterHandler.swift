#if WebSocket
    package import NIOCore

    /// The handler that divides a connection's large frames before the decoder.
    package final class FrameSplitterHandler: ChannelInboundHandler {
        package typealias InboundIn = ByteBuffer
        package typealias InboundOut = ByteBuffer

        private var splitter: FrameSplitter

        /// Creates a handler.
        ///
        /// - Parameter limit: The size of the largest frame that the decoder accepts.
        package init(limit: Int) { splitter = FrameSplitter(limit: limit) }

        package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = splitter.accept(unwrapInboundIn(data))
            if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
        }
    }
#endif
