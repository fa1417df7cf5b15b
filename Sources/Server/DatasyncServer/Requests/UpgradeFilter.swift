#if Server
    import NIOCore
    import NIOHTTP1

    /// Removes a long list of protocols from a connection's first request, which may ask for another protocol.
    ///
    /// The handler of these requests calls itself for each protocol in the list, so a list that fills the head of a request
    /// would exhaust the stack. A request without the list is answered like any other.
    final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart

        /// The maximum number of protocols that a client may offer.
        private static let limit = 8

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head(var head) = unwrapInboundIn(data), head.headers[canonicalForm: "upgrade"].count > Self.limit {
                head.headers.remove(name: "upgrade")
                context.fireChannelRead(wrapInboundOut(.head(head)))
            } else {
                context.fireChannelRead(data)
            }
            // Only the first request can change the protocol; later data may have another form.
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }
#endif
