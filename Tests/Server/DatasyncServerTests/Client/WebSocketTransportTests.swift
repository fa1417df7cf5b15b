#if Server
    import DatasyncAsync
    import DatasyncConcurrency
    import DatasyncServer
    import DatasyncWebSocket
    import DatasyncWire
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOWebSocket
    import Testing

    /// The events of a transport, in order.
    private struct Events {
        let stream: AsyncStream<TransportEvent>
        let connection: any TransportConnection

        init(_ url: String, options: WebSocketOptions = WebSocketOptions()) throws {
            let (stream, continuation) = AsyncStream.makeStream(of: TransportEvent.self)
            self.stream = stream
            connection = try WebSocketTransport(url: url, namespace: "default", options: options).open { event in
                continuation.yield(event)
                if event.isEnd { continuation.finish() }
            }
        }

        /// The reason of the end, past all frames.
        func reason() async -> String? {
            for await event in stream {
                if case .closed(let reason) = event { return reason }
                if case .refused(let reason) = event { return "refused: \(reason)" }
            }
            return nil
        }
    }

    extension TransportEvent {
        fileprivate var isEnd: Bool { if case .frame = self { false } else { true } }
    }

    @Suite("The transport of a client", .timeLimit(.minutes(30)))
    struct WebSocketTransportTests {
        @Test("frames sent before the connection is open arrive in order")
        func buffered() async throws {
            try await TestServer.run { server in
                let events = try Events("ws://127.0.0.1:\(server.port)")
                for number in 1...20 {
                    events.connection.send(#"{"t":"d","d":{"r":\#(number),"a":"s","b":{}}}"#)
                }
                var frames = events.stream.makeAsyncIterator()
                guard case .frame(let hello)? = await frames.next() else {
                    Issue.record("There is no greeting.")
                    return
                }
                #expect(hello.contains("\"h\":\"127.0.0.1:\(server.port)\""))
                for number in 1...20 {
                    guard case .frame(let text)? = await frames.next() else { break }
                    #expect(text.contains("\"r\":\(number),"))
                }
                events.connection.close()
                while try await !server.send("GET", "/metrics").body.contains("datasync_sockets 0\n") {}
            }
        }

        @Test(
            "a namespace that does not exist is a refusal that names it and the remedy; reads fail with it [operations 22]"
        )
        func missingNamespace() async throws {
            try await TestServer.run { server in
                let url = "ws://127.0.0.1:\(server.port)"
                let transport = try WebSocketTransport(url: url, namespace: "nowhere")
                let application = WebcomApplication(
                    configuration: WebcomConfiguration(identifier: "nowhere", platform: .transport(transport)))
                application.diagnostics = { _ in }
                let manager = application.datasyncService.createManager()
                defer { withExtendedLifetime(manager) {} }
                let node = try #require(manager.node(for: "n"))
                let error = await #expect(throws: WebcomError.self) { try await node.value() }
                #expect(error?.code == .unavailable)
                let remedy = "does not exist; create it with `datasync namespace create`"
                #expect(error?.message.contains("nowhere") == true)
                #expect(error?.message.contains(remedy) == true, "\(error?.message ?? "")")
                #expect(application.datasyncService.state.disconnectionReason?.contains(remedy) == true)
            }
        }

        @Test("a server that stops closes the connection with its reason")
        func stopped() async throws {
            try await TestServer.run { server in
                let events = try Events("ws://127.0.0.1:\(server.port)")
                var frames = events.stream.makeAsyncIterator()
                _ = await frames.next()
                await server.server.stop(within: .seconds(30))
                guard case .closed(let reason)? = await frames.next() else {
                    Issue.record("The connection is not closed.")
                    return
                }
                #expect(reason.contains("1001"))
                #expect(reason.contains("shuts down"))
            }
        }

        @Test("a port without a server is an error with the address")
        func refused() async throws {
            let port = try await closedPort()
            let reason = try #require(await Events("ws://127.0.0.1:\(port)").reason())
            #expect(reason.contains("127.0.0.1:\(port)"))
            #expect(reason.lowercased().contains("refused"), "\(reason)")
        }

        @Test("a name that cannot be resolved is an error with the name")
        func unresolved() async throws {
            let reason = try #require(await Events("ws://no-such-host.invalid").reason())
            #expect(reason.contains("no-such-host.invalid"))
            #expect(reason.contains("resolved"), "\(reason)")
        }

        @Test("a refused handshake has the status and the text of the server")
        func status() async throws {
            try await TestServer.run({ $0.namespaces = ["other"] }) { server in
                let reason = try #require(await Events("ws://127.0.0.1:\(server.port)").reason())
                #expect(reason.contains("404"))
                #expect(reason.contains("does not exist"))
            }
        }

        @Test("a server that does not answer the handshake is given up after the timeout")
        func timeout() async throws {
            try await withListener { _ in
            } body: { port in
                let options = WebSocketOptions(handshakeTimeout: .milliseconds(50))
                let reason = try #require(await Events("ws://127.0.0.1:\(port)", options: options).reason())
                #expect(reason.contains("longer than"))
            }
        }

        @Test("a server that speaks another protocol is an error")
        func otherProtocol() async throws {
            try await withListener { channel in
                channel.writeAndFlush(ByteBuffer(string: "220 mail.example ESMTP\r\n"), promise: nil)
            } body: { port in
                let reason = try #require(await Events("ws://127.0.0.1:\(port)").reason())
                #expect(reason.contains("not HTTP"), "\(reason)")
            }
        }

        @Test("pings keep a silent connection open, as long as they are answered")
        func pinged() async throws {
            try await TestServer.run { server in
                let options = WebSocketOptions(pingAfter: .milliseconds(5), pongTimeout: .seconds(30))
                let events = try Events("ws://127.0.0.1:\(server.port)", options: options)
                var frames = events.stream.makeAsyncIterator()
                _ = await frames.next()
                for _ in 0..<20 { try await server.send("GET", "/healthz") }
                events.connection.send(#"{"t":"d","d":{"r":1,"a":"s","b":{}}}"#)
                guard case .frame? = await frames.next() else {
                    Issue.record("The connection is not open.")
                    return
                }
                events.connection.close()
            }
        }

        @Test("a server that does not answer a ping is given up")
        func dead() async throws {
            try await withListener { channel in
                // Accepts the WebSocket, and ignores all its frames.
                let upgrader = NIOWebSocketServerUpgrader(
                    shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                    upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
                _ = channel.pipeline.configureHTTPServerPipeline(
                    withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
            } body: { port in
                let options = WebSocketOptions(pingAfter: .milliseconds(5), pongTimeout: .milliseconds(5))
                let reason = try #require(await Events("ws://127.0.0.1:\(port)", options: options).reason())
                #expect(reason.contains("ping was not answered"), "\(reason)")
            }
        }

        @Test(
            "a server that breaks the WebSocket protocol is given up with the reason",
            arguments: [
                ([0x82, 0x01, 0x00], "binary"), ([0x81, 0x81, 1, 2, 3, 4, 5], "masked"), ([0x81, 0x01, 0xFF], "UTF-8"),
                ([0x88, 0x04, 0x03, 0xE9, 0x6F, 0x6B], "code 1001: ok"),
            ])
        func violations(bytes: [UInt8], text: String) async throws {
            try await withListener { channel in
                let upgrader = NIOWebSocketServerUpgrader(
                    shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                    upgradePipelineHandler: { channel, _ in
                        // Sent below the encoder, as they are.
                        channel.pipeline.context(handlerType: WebSocketFrameEncoder.self).map { context in
                            context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
                        }
                    })
                _ = channel.pipeline.configureHTTPServerPipeline(
                    withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
            } body: { port in
                let reason = try #require(await Events("ws://127.0.0.1:\(port)").reason())
                #expect(reason.contains(text), "\(reason)")
            }
        }

        @Test("TLS connects only to a server with a certificate that is trusted")
        func tls() async throws {
            try await TestServer.run({ $0.tls = TestCertificate.identity }) { server in
                let untrusted = try #require(await Events("wss://localhost:\(server.port)").reason())
                #expect(untrusted.contains("certificate is not trusted; pass its root"), "\(untrusted)")
                let options = WebSocketOptions(trustRoots: .certificates(pem: TestCertificate.certificate))
                let events = try Events("wss://localhost:\(server.port)", options: options)
                var frames = events.stream.makeAsyncIterator()
                guard case .frame(let hello)? = await frames.next() else {
                    Issue.record("There is no greeting over TLS.")
                    return
                }
                #expect(hello.contains("\"v\":\"5\""))
                events.connection.close()
                let wrongName = try #require(await Events("wss://127.0.0.1:\(server.port)", options: options).reason())
                #expect(wrongName.contains("TLS failed"), "\(wrongName)")
            }
        }

        @Test("a certificate can be replaced while the server runs; an unusable one changes nothing")
        func replacedCertificate() async throws {
            try await TestServer.run({ $0.tls = TestCertificate.identity }) { server in
                let options = WebSocketOptions(trustRoots: .certificates(pem: TestCertificate.nextCertificate))
                let url = "wss://localhost:\(server.port)"
                let old = try #require(await Events(url, options: options).reason())
                #expect(old.contains("certificate is not trusted"), "\(old)")
                let unusable = TLSIdentity(certificates: TestCertificate.nextCertificate, privateKey: "none")
                #expect(throws: ServerError.self) { try server.server.replaceIdentity(unusable) }
                try server.server.replaceIdentity(TestCertificate.nextIdentity)
                let events = try Events(url, options: options)
                var frames = events.stream.makeAsyncIterator()
                guard case .frame? = await frames.next() else {
                    Issue.record("There is no greeting with the new certificate.")
                    return
                }
                events.connection.close()
            }
            try await TestServer.run { server in
                let error = #expect(throws: ServerError.self) {
                    try server.server.replaceIdentity(TestCertificate.nextIdentity)
                }
                #expect(error?.message.contains("without TLS") == true)
            }
        }

        // MARK: Support

        /// Returns a port that no server uses.
        private func closedPort() async throws -> Int {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
            let port = channel.localAddress?.port ?? 1
            try await channel.close().get()
            return port
        }

        /// Runs a closure with a TCP server that calls another closure for each connection.
        private func withListener(
            _ accepted: @escaping @Sendable (any Channel) -> Void, body: (Int) async throws -> Void
        ) async throws {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    accepted(channel)
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                .bind(host: "127.0.0.1", port: 0).get()
            try await body(channel.localAddress?.port ?? 0)
            try await channel.close().get()
        }
    }
#endif
