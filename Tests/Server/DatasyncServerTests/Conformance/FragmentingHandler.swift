#if Server
    import NIOCore
    import TestSupport

    /// Splits the bytes of a connection at random places, in both directions, and delays each piece, as a bad network does.
    final class FragmentingHandler: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private struct Piece {
            let bytes: ByteBuffer
            var promise: EventLoopPromise<Void>?
        }

        private var generator: SeededGenerator
        private var received: [ByteBuffer] = []
        private var sent: [Piece] = []
        private var isReceiving = false
        private var isSending = false
        /// A close that waits for the pieces before it.
        private var closing: (mode: CloseMode, promise: EventLoopPromise<Void>?)?

        init(_ generator: SeededGenerator) { self.generator = generator }

        private func pieces(of bytes: ByteBuffer) -> [ByteBuffer] {
            var (bytes, pieces) = (bytes, [ByteBuffer]())
            // Large messages in large pieces, so that a run takes seconds.
            let largest = max(8, bytes.readableBytes / 8)
            while let piece = bytes.readSlice(length: min(bytes.readableBytes, 1 + generator.below(largest))),
                piece.readableBytes > 0
            {
                pieces.append(piece)
            }
            return pieces
        }

        /// Runs a closure after a random time; most of the times are very short.
        private func later(_ context: ChannelHandlerContext, _ body: @escaping () -> Void) {
            let delay = generator.below(10) == 0 ? generator.below(500) : 0
            context.eventLoop.assumeIsolated().scheduleTask(in: .microseconds(Int64(delay)), body)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += pieces(of: unwrapInboundIn(data))
            if !isReceiving { receiveNext(context) }
        }

        private func receiveNext(_ context: ChannelHandlerContext) {
            isReceiving = !received.isEmpty
            guard isReceiving else { return }
            later(context) { [self] in
                if received.isEmpty {
                    isReceiving = false
                    return
                }
                context.fireChannelRead(wrapInboundOut(received.removeFirst()))
                context.fireChannelReadComplete()
                receiveNext(context)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            for piece in received { context.fireChannelRead(wrapInboundOut(piece)) }
            received = []
            context.fireChannelInactive()
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            sent += pieces(of: unwrapOutboundIn(data)).map { Piece(bytes: $0) }
            if sent.isEmpty { promise?.succeed() } else { sent[sent.count - 1].promise = promise }
            if !isSending { sendNext(context) }
        }

        func flush(context: ChannelHandlerContext) {
            // Each piece is flushed when it is sent.
        }

        private func sendNext(_ context: ChannelHandlerContext) {
            isSending = !sent.isEmpty
            guard isSending else {
                if let closing { context.close(mode: closing.mode, promise: closing.promise) }
                closing = nil
                return
            }
            later(context) { [self] in
                let piece = sent.removeFirst()
                context.writeAndFlush(wrapOutboundOut(piece.bytes), promise: piece.promise)
                sendNext(context)
            }
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if isSending { closing = (mode, promise) } else { context.close(mode: mode, promise: promise) }
        }
    }
#endif
