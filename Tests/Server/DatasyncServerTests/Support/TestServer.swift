#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import Logging
    import NIOCore
    import TestSupport

    @testable import DatasyncServer

    /// A server on a free port of this machine.
    struct TestServer: Sendable {
        let server: DatabaseServer
        let port: Int
        let log: Record<String>

        var url: String { "http://127.0.0.1:\(port)" }

        /// Runs a closure with a server, which is stopped afterwards.
        ///
        /// The sender of webhooks waits for a response for an hour unless a test has its own: after a failure that only
        /// a slow machine causes, an event would come twice.
        static func run(
            _ change: (inout ServerConfiguration) -> Void = { _ in }, clock: ServerClock = .system,
            shared: (any CommitLog)? = nil, peers: (any ServerPeers)? = nil, sender: WebhookSender? = nil,
            _ body: (TestServer) async throws -> Void
        ) async throws {
            let log = Record<String>()
            var configuration = ServerConfiguration(port: 0)
            configuration.logger = Logger { log.note($0) }
            // A slow machine must not add pings to the frames that a test expects.
            configuration.limits.pingAfter = .seconds(3_600)
            change(&configuration)
            let server = try DatabaseServer(
                configuration, clock: clock, log: shared, peers: peers,
                sender: sender ?? WebhookSender(timeout: .hours(1)))
            let test = TestServer(server: server, port: try await server.start(), log: log)
            do {
                try await body(test)
            } catch {
                await server.stop(within: .zero)
                throw error
            }
            await server.stop(within: .zero)
        }

        /// Sends a request on a connection of its own, and returns the response.
        @discardableResult
        func send(
            _ method: String, _ target: String, _ body: String? = nil, headers: [String] = []
        ) async throws -> TestResponse {
            try await TestResponse.send(method, target, body, headers: headers, port: port)
        }
    }
#endif
