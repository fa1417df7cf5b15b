#if Server
    import NIOCore
    import NIOHTTP1

    /// Notes whether a request of a connection is being answered, in front of the handlers of the program around the server.
    ///
    /// The server's own handler does not see the requests that those answer.
    final class HostRequests: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart

        private(set) var isAnswering = false
        /// Called at the end of each response.
        var ended: (() -> Void)?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head = unwrapInboundIn(data) { isAnswering = true }
            context.fireChannelRead(data)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            // The next request may arrive within the call.
            if case .end = unwrapOutboundIn(data) {
                isAnswering = false
                ended?()
            }
            context.write(data, promise: promise)
        }

        func handlerRemoved(context: ChannelHandlerContext) { ended = nil }
    }
#endif
