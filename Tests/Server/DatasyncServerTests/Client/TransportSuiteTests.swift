#if Server
    import DatasyncConcurrency
    import DatasyncTesting
    import DatasyncWire
    import Testing

    @testable import DatasyncWebSocket

    @Suite("The suite of transports over WebSocket connections", .timeLimit(.minutes(30)))
    struct TransportSuiteTests {
        @Test("the WebSocket transport keeps every rule")
        func webSocket() async throws {
            let servers = Guarded<[FrameServer]>([])
            let suite = TransportSuite(timeout: 60_000) { backend in
                let server = try await FrameServer.open(to: backend)
                servers.withLock { $0.append(server) }
                return WebSocketTransport(
                    try ServerAddress(url: "ws://127.0.0.1:\(server.port)", namespace: "default"),
                    options: WebSocketOptions(handshakeTimeout: .seconds(3_600), pingAfter: .seconds(3_600)))
            }
            let report = await suite.run()
            for server in servers.withLock(\.self) { server.close() }
            #expect(report.failed == [])
            #expect(report.passed.count == 14)
        }
    }
#endif
