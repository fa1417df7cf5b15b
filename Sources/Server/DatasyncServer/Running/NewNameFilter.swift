#if Server
    import DatasyncConcurrency
    import NIOCore
    import NIOHTTP1

    /// Delays a request for a namespace that this server does not know, until it has the names that other servers created.
    ///
    /// The connection reads nothing more meanwhile, so that what waits is bounded. After a second the request goes on with
    /// the names that are known.
    final class NewNameFilter: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart

        private let directory: NamespaceDirectory
        /// The parts of requests that wait; `nil` if none does.
        private var waiting: [NIOAny]?
        private var hasRead = false

        init(_ directory: NamespaceDirectory) { self.directory = directory }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if waiting != nil { waiting?.append(data) } else { receive(data, context) }
        }

        func read(context: ChannelHandlerContext) { if waiting == nil { context.read() } else { hasRead = true } }

        func channelInactive(context: ChannelHandlerContext) {
            waiting = nil
            context.fireChannelInactive()
        }

        private func receive(_ data: NIOAny, _ context: ChannelHandlerContext) {
            guard case .head(let head) = unwrapInboundIn(data), let target = try? RequestTarget(head.uri),
                target.resource.isInNamespace, !directory.knows(target["ns"] ?? NamespaceTable.usual)
            else { return context.fireChannelRead(data) }
            waiting = [data]
            let known = context.eventLoop.makePromise(of: Void.self)
            Task { [directory] in
                await directory.waitUntilLatest()
                known.succeed()
            }
            known.futureResult.assumeIsolated().whenSuccess { self.proceed(context) }
        }

        private func proceed(_ context: ChannelHandlerContext) {
            guard let parts = waiting.take() else { return }
            context.fireChannelRead(parts[0])
            for part in parts.dropFirst() { channelRead(context: context, data: part) }
            context.fireChannelReadComplete()
            guard waiting == nil, hasRead else { return }
            hasRead = false
            context.read()
        }
    }
#endif
