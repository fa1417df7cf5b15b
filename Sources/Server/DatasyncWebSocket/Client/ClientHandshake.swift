#if WebSocket
    import DatasyncTree
    import DatasyncWire
    import NIOCore
    import NIOExtras
    import NIOHTTP1
    import NIOPosix
    import NIOSSL
    import NIOWebSocket

    /// The opening of a connection, within one time limit.
    ///
    /// It covers TCP, the tunnel of a proxy if there is one, TLS, and the WebSocket handshake.
    struct ClientHandshake: Sendable {
        let address: ServerAddress
        let options: WebSocketOptions
        let connection: ClientConnection
        private static let handlerName = "handshake"

        func start(on eventLoop: any EventLoop) {
            let timeout = TimeAmount(options.handshakeTimeout)
            let secure: NIOSSLContext?
            let proxy: HTTPProxy?
            do {
                secure = address.isSecure ? try options.makeSSLContext() : nil
                proxy = try options.proxy(for: address)
            } catch let error as DatasyncError {
                return fail(error.message)
            } catch {
                return fail("The certificates to trust cannot be used: \("\(error)".withoutSourcePaths).")
            }
            // The event loop delivers the timeout's failure, so that events arrive one at a time.
            let deadline = eventLoop.scheduleTask(in: timeout) {
                fail("The handshake took longer than \(options.handshakeTimeout).")
            }
            let opened: @Sendable () -> Void = { deadline.cancel() }
            ClientBootstrap(group: eventLoop)
                .connectTimeout(timeout)
                .channelOption(.socketOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    connection.attach(channel)
                    return channel.eventLoop.makeCompletedFuture {
                        guard let proxy else { return try configure(channel, secure, opened: opened) }
                        try addTunnel(through: proxy, to: channel, until: .now() + timeout) {
                            try configure(channel, secure, opened: opened)
                        }
                    }
                }
                .connect(host: proxy?.host ?? address.host, port: proxy?.port ?? address.port)
                .whenFailure { error in
                    deadline.cancel()
                    fail(ConnectionFailure.text(of: error), through: proxy)
                }
        }

        /// Asks a proxy for a tunnel to the server, and calls a closure once it is open.
        private func addTunnel(
            through proxy: HTTPProxy, to channel: any Channel, until deadline: NIODeadline,
            _ opened: @escaping @Sendable () throws -> Void
        ) throws {
            var headers: HTTPHeaders = ["Host": "\(address.host):\(address.port)"]
            if let authorization = proxy.authorization {
                headers.add(name: "Proxy-Authorization", value: authorization)
            }
            let tunnel = channel.eventLoop.makePromise(of: Void.self)
            let names = ["tunnel requests", "tunnel responses"]
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTPRequestEncoder(), name: names[0])
            try pipeline.addHandler(
                ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes)), name: names[1])
            try pipeline.addHandler(
                NIOHTTP1ProxyConnectHandler(
                    targetHost: address.host.contains(":") ? "[\(address.host)]" : address.host,
                    targetPort: address.port, headers: headers, deadline: deadline, promise: tunnel))
            tunnel.futureResult.flatMap {
                // The encoder would mistake the tunnel's bytes for requests.
                EventLoopFuture.andAllSucceed(
                    names.map { channel.pipeline.removeHandler(name: $0) }, on: channel.eventLoop)
            }
            .flatMapThrowing { try opened() }
            .whenFailure { fail(ConnectionFailure.text(of: $0), through: proxy) }
        }

        private func fail(_ reason: String, isRefusal: Bool = false, through proxy: HTTPProxy? = nil) {
            let way = proxy.map { " through the proxy \($0)" } ?? ""
            connection.failed(
                "The connection to \(address.authority)\(way) could not be opened. \(reason)", isRefusal: isRefusal)
        }

        private func configure(
            _ channel: any Channel, _ secure: NIOSSLContext?, opened: @escaping @Sendable () -> Void
        ) throws {
            let pipeline = channel.pipeline.syncOperations
            if let secure {
                // An IP address is not sent as the server's name.
                let isAddress = (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
                try pipeline.addHandler(
                    NIOSSLClientHandler(context: secure, serverHostname: isAddress ? nil : address.host))
            }
            let (options, connection) = (options, connection)
            let upgrader = NIOWebSocketClientUpgrader(
                maxFrameSize: min(max(options.maximumMessageBytes, 1), Int(UInt32.max)), automaticErrorHandling: false
            ) { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    if let name = head.headers.first(name: "Sec-WebSocket-Extensions") {
                        throw ConnectionFailure.extensions(name)
                    }
                    opened()
                    try channel.pipeline.syncOperations.addHandler(ClientSocketHandler(connection, options))
                }
            }
            try pipeline.addHTTPClientHandlers(
                // The first frames may arrive together with the response.
                leftOverBytesStrategy: .forwardBytes,
                withClientUpgrade: (
                    upgraders: [upgrader],
                    completionHandler: { context in
                        context.pipeline.syncOperations.removeHandler(name: Self.handlerName, promise: nil)
                    }
                ))
            try pipeline.addHandler(HandshakeHandler(self), name: Self.handlerName)
        }

        /// The request for a WebSocket connection.
        fileprivate var request: HTTPRequestHead {
            HTTPRequestHead(version: .http1_1, method: .GET, uri: address.target, headers: ["Host": address.authority])
        }

        /// Sends the request, and reports any response that opens no WebSocket connection.
        final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
            typealias InboundIn = HTTPClientResponsePart
            typealias OutboundOut = HTTPClientRequestPart

            /// The maximum size of the excerpt from a response.
            private static let excerpt = 400
            private let handshake: ClientHandshake
            private var status: HTTPResponseStatus?
            private var body = ByteBuffer()

            init(_ handshake: ClientHandshake) { self.handshake = handshake }

            func handlerAdded(context: ChannelHandlerContext) {
                // With a proxy, the tunnel is already open.
                if context.channel.isActive { sendRequest(context) }
            }

            func channelActive(context: ChannelHandlerContext) {
                sendRequest(context)
                context.fireChannelActive()
            }

            private func sendRequest(_ context: ChannelHandlerContext) {
                context.write(wrapOutboundOut(.head(handshake.request)), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                switch unwrapInboundIn(data) {
                case .head(let head): status = head.status
                case .body(var part):
                    body.writeBuffer(&part)
                    if body.readableBytes >= Self.excerpt { refused() }
                case .end: refused()
                }
            }

            func channelInactive(context: ChannelHandlerContext) {
                status == nil ? handshake.fail("The server closed the connection during the handshake.") : refused()
                context.fireChannelInactive()
            }

            func errorCaught(context: ChannelHandlerContext, error: any Error) {
                handshake.fail(ConnectionFailure.text(of: error))
            }

            private func refused() {
                guard let status else { return }
                if status == .switchingProtocols {
                    return handshake.fail("The server's answer to the WebSocket handshake is not valid.")
                }
                let text = String(decoding: body.readableBytesView.prefix(Self.excerpt), as: UTF8.self)
                // The namespace is missing, or the address or the origin is not allowed.
                let isRefusal = [.badRequest, .forbidden, .notFound].contains(status)
                handshake.fail(
                    "The server answered \(status)\(text.isEmpty ? "." : ": \(text.asSentence)")", isRefusal: isRefusal)
            }
        }
    }

    extension WebSocketOptions {
        fileprivate func makeSSLContext() throws -> NIOSSLContext {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = .fullVerification
            switch trustRoots {
            case .system: configuration.trustRoots = .default
            case .certificates(let pem):
                configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
            }
            return try NIOSSLContext(configuration: configuration)
        }
    }
#endif
