#if Server
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    /// A connection to the receiver of a webhook, for one request at a time.
    final class WebhookConnection: Sendable {
        enum Outcome: Sendable {
            /// The response, and whether the connection can be used for another request.
            case answered(status: UInt, isReusable: Bool)
            /// The connection ended before a response began; the request may have arrived.
            case ended(String)
            case failed(String)
        }

        let channel: any Channel
        /// The time at which the address was checked.
        let opened: NIODeadline
        private let handler: NIOLoopBound<WebhookResponseHandler>

        private init(_ channel: any Channel, _ handler: NIOLoopBound<WebhookResponseHandler>) {
            self.channel = channel
            self.handler = handler
            opened = .now()
        }

        /// Connects to an IP address.
        ///
        /// - Parameters:
        ///   - resolved: The IP address, which was checked.
        ///   - port: The port.
        ///   - secure: The settings of TLS; `nil` for a connection without it.
        ///   - name: The name that the certificate is checked with; `nil` to check it with the IP address.
        ///   - timeout: The time for the connection.
        /// - Returns: The connection.
        /// - Throws: The error of the system, or of TLS.
        static func open(
            to resolved: String, port: Int, secure: NIOSSLContext?, name: String?, timeout: TimeAmount
        ) async throws -> WebhookConnection {
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let handler = try await loop.submit { NIOLoopBound(WebhookResponseHandler(), eventLoop: loop) }.get()
            let bootstrap = ClientBootstrap(group: loop).connectTimeout(timeout).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let secure {
                        try pipeline.addHandler(NIOSSLClientHandler(context: secure, serverHostname: name))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(handler.value)
                }
            }
            let channel = try await bootstrap.connect(to: SocketAddress(ipAddress: resolved, port: port)).get()
            return WebhookConnection(channel, handler)
        }

        /// Sends a request, and waits for its response.
        func send(_ head: HTTPRequestHead, _ body: [UInt8], timeout: TimeAmount) async -> Outcome {
            let promise = channel.eventLoop.makePromise(of: Outcome.self)
            let (channel, handler) = (channel, handler)
            channel.eventLoop.execute {
                guard channel.isActive else { return promise.succeed(.ended("the receiver closed the connection")) }
                handler.value.expect(promise, in: timeout, on: channel)
                channel.write(HTTPClientRequestPart.head(head), promise: nil)
                channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
                channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
            }
            // The promise never fails.
            return (try? await promise.futureResult.get()) ?? .failed("the connection failed")
        }

        func close() { channel.close(promise: nil) }
    }

    /// Reads responses, and a limited part of their content; what the receiver sends without a request ends the connection.
    private final class WebhookResponseHandler: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private var promise: EventLoopPromise<WebhookConnection.Outcome>?
        private var deadline: Scheduled<Void>?
        private var head: HTTPResponseHead?
        private var bytes = 0

        /// Expects the response to a request.
        func expect(
            _ promise: EventLoopPromise<WebhookConnection.Outcome>, in timeout: TimeAmount, on channel: any Channel
        ) {
            self.promise = promise
            (head, bytes) = (nil, 0)
            let seconds = Double(timeout.nanoseconds) / 1e9
            deadline = channel.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
                self.finish(.failed("no complete response in \(seconds) s"))
                channel.close(promise: nil)
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard promise != nil else { return context.close(promise: nil) }
            switch unwrapInboundIn(data) {
            // Status 100 announces another one.
            case .head(let head): if head.status.code >= 200 { self.head = head }
            case .body(let part):
                bytes += part.readableBytes
                guard bytes > WebhookSender.responseLimit, let head else { return }
                finish(.answered(status: head.status.code, isReusable: false))
                context.close(promise: nil)
            case .end:
                guard let head else { return }
                finish(.answered(status: head.status.code, isReusable: head.isKeepAlive))
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            let reason = "the receiver closed the connection before its response was complete"
            finish(head == nil ? .ended(reason) : .failed(reason))
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            let reason = "the connection failed: \(error)"
            finish(head == nil ? .ended(reason) : .failed(reason))
            context.close(promise: nil)
        }

        private func finish(_ outcome: WebhookConnection.Outcome) {
            deadline?.cancel()
            promise.take()?.succeed(outcome)
        }
    }
#endif
