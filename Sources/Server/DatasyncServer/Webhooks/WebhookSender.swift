#if Server
    import Dispatch
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    /// Sends the requests of webhooks: each on a connection of its own, without redirects and without a proxy.
    ///
    /// The name of a host is resolved once, and the connection goes to an address that was checked; so a name that stands for
    /// another address a moment later leads nowhere.
    struct WebhookSender: Sendable {
        /// Returns the IP addresses that a name stands for.
        typealias Resolver = @Sendable (String) async -> [String]

        /// The time for a response, in seconds.
        static let timeout = 10
        /// The number of bytes of a response that are read.
        static let responseLimit = 64 << 10

        private let resolve: Resolver
        private let secure: NIOSSLContext
        private let timeout: TimeAmount

        /// Creates a sender.
        ///
        /// - Parameters:
        ///   - resolver: Resolves names; by default with the system.
        ///   - trustRoots: The certificates that receivers' certificates lead to.
        ///   - timeout: The time for a response.
        /// - Throws: ``ServerError`` if TLS cannot be set up.
        init(
            resolver: @escaping Resolver = Self.addresses, trustRoots: NIOSSLTrustRoots = .default,
            timeout: TimeAmount = .seconds(Int64(Self.timeout))
        ) throws(ServerError) {
            resolve = resolver
            self.timeout = timeout
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = trustRoots
            configuration.minimumTLSVersion = .tlsv12
            do {
                secure = try NIOSSLContext(configuration: configuration)
            } catch {
                throw ServerError("TLS for the receivers of webhooks cannot be set up: \(error).")
            }
        }

        /// Sends a request with JSON.
        ///
        /// - Returns: Why the receiver has not accepted it; `nil` if it has.
        func post(_ body: [UInt8], to address: WebhookAddress, _ headers: [(String, String)]) async -> String? {
            let resolved = await resolve(address.host)
            guard !resolved.isEmpty else { return "the host \(address.host) has no address" }
            for text in resolved {
                if let problem = address.problem(with: text) { return problem }
            }
            var failure = ""
            for text in resolved.prefix(3) {
                switch await attempt(body, to: address, at: text, headers) {
                case .answered(let status) where (200..<300).contains(status): return nil
                case .answered(let status): return "the receiver answered with status \(status)"
                case .sent(let reason): return reason
                case .notConnected(let reason): failure = reason
                }
            }
            return failure
        }

        private enum Outcome: Sendable {
            case answered(UInt)
            /// The request may have arrived.
            case sent(String)
            case notConnected(String)
        }

        private func attempt(
            _ body: [UInt8], to address: WebhookAddress, at resolved: String, _ headers: [(String, String)]
        ) async -> Outcome {
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let promise = loop.makePromise(of: UInt.self)
            let secure = address.isSecure ? secure : nil
            // A certificate for an IP address is checked without a name.
            let name = IPAddress(address.host) == nil ? address.host : nil
            let bootstrap = ClientBootstrap(group: loop).connectTimeout(timeout).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let secure {
                        try pipeline.addHandler(NIOSSLClientHandler(context: secure, serverHostname: name))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(WebhookResponseHandler(promise))
                }
            }
            let channel: any Channel
            do {
                channel = try await bootstrap.connect(to: SocketAddress(ipAddress: resolved, port: address.port)).get()
            } catch {
                promise.fail(error)
                return .notConnected("\(address.host) at \(resolved) cannot be reached: \(error)")
            }
            let (limit, seconds) = (timeout, Double(timeout.nanoseconds) / 1e9)
            let deadline = loop.scheduleTask(in: limit) {
                promise.fail(ServerError("no complete response in \(seconds) s"))
            }
            var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: address.target)
            head.headers.add(name: "Host", value: address.hostHeader)
            head.headers.add(name: "Content-Length", value: "\(body.count)")
            head.headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
            head.headers.add(name: "Connection", value: "close")
            for (name, value) in headers { head.headers.add(name: name, value: value) }
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
            defer {
                deadline.cancel()
                channel.close(promise: nil)
            }
            do {
                return .answered(try await promise.futureResult.get())
            } catch {
                return .sent((error as? ServerError)?.message ?? "the connection failed: \(error)")
            }
        }

        /// Returns the addresses that the system has for a name.
        static func addresses(of host: String) async -> [String] {
            await withCheckedContinuation { continuation in
                // The call blocks its thread.
                DispatchQueue.global(qos: .utility).async { continuation.resume(returning: look(up: host)) }
            }
        }

        private static func look(up host: String) -> [String] {
            var found: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, nil, nil, &found) == 0 else { return [] }
            defer { freeaddrinfo(found) }
            var addresses: [String] = []
            var next = found
            while let entry = next?.pointee {
                var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                let result = getnameinfo(
                    entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                // Each address comes once for each kind of socket.
                if result == 0, !addresses.contains(address) { addresses.append(address) }
                next = entry.ai_next
            }
            return addresses
        }
    }

    /// Reads the status of one response, and a limited part of its content.
    private final class WebhookResponseHandler: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private let promise: EventLoopPromise<UInt>
        private var status: UInt?
        private var bytes = 0

        init(_ promise: EventLoopPromise<UInt>) { self.promise = promise }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            // Status 100 announces another one.
            case .head(let head): if head.status.code >= 200 { status = head.status.code }
            case .body(let part):
                bytes += part.readableBytes
                if bytes > WebhookSender.responseLimit { finish(context) }
            case .end: if status != nil { finish(context) }
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            promise.fail(ServerError("the receiver closed the connection before its response was complete"))
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            promise.fail(error)
            context.close(promise: nil)
        }

        private func finish(_ context: ChannelHandlerContext) {
            if let status { promise.succeed(status) }
            context.close(promise: nil)
        }
    }
#endif
