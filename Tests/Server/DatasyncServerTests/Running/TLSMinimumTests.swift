#if Server
    import NIOCore
    import NIOPosix
    import NIOSSL
    import Testing

    @testable import DatasyncServer

    @Suite("The lowest version of TLS", .timeLimit(.minutes(30)))
    struct TLSMinimumTests {
        /// Waits for the response to a request; an empty text if the connection ends before.
        private final class Reader: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            private let response: EventLoopPromise<String>
            private var text = ""

            init(_ response: EventLoopPromise<String>) { self.response = response }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                text += String(buffer: unwrapInboundIn(data))
                if text.hasSuffix("ok\n") { context.close(promise: nil) }
            }

            func channelInactive(context: ChannelHandlerContext) { response.succeed(text) }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }

        /// Returns whether a client with one version of TLS receives a response.
        private func isServed(_ server: TestServer, _ version: NIOSSL.TLSVersion) async throws -> Bool {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = .none
            (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (version, version)
            let secure = try NIOSSLContext(configuration: configuration)
            let response = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: String.self)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(try NIOSSLClientHandler(context: secure, serverHostname: "localhost"))
                        try pipeline.addHandler(Reader(response))
                    }
                }
                .connect(host: "127.0.0.1", port: server.port).get()
            let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            channel.writeAndFlush(ByteBuffer(string: request), promise: nil)
            return try await response.futureResult.get().hasSuffix("ok\n")
        }

        @Test("is 1.2 unless the configuration says 1.3", arguments: [TLSMinimum.version12, .version13])
        func minimum(minimum: TLSMinimum) async throws {
            try await TestServer.run({
                $0.tls = TestCertificate.identity
                $0.tlsMinimum = minimum
            }) { server in
                let versions: [NIOSSL.TLSVersion] = [.tlsv1, .tlsv11, .tlsv12, .tlsv13]
                var served: [Bool] = []
                for version in versions { served.append(try await isServed(server, version)) }
                #expect(served == [false, false, minimum == .version12, true])
            }
        }
    }
#endif
