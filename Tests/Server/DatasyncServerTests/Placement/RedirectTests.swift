#if Server
    import DatasyncAsync
    import Dispatch
    import Foundation
    import Testing

    @testable import DatasyncServer

    @Suite("Redirects", .timeLimit(.minutes(10)))
    struct RedirectTests {
        private static let elsewhere = "peer.example:9000"

        /// Returns a namespace that prefers a server.
        private static func namespace(of server: String, among servers: [String]) throws -> String {
            try #require((0..<100).map { "n\($0)" }.first { Placement.preferred($0, among: servers) == server })
        }

        private static func target(_ namespace: String, _ more: String = "") -> String {
            "/.ws?v=5&ns=\(namespace)\(more)"
        }

        private static func configure(_ configuration: inout ServerConfiguration) {
            configuration.namespaces += (0..<100).map { "n\($0)" }
        }

        private static func reset(_ host: String) -> String { #"{"t":"c","d":{"t":"r","d":"\#(host)"}}"# }

        /// Opens a session, and returns its first message.
        private static func firstMessage(_ server: TestServer, _ target: String) async throws -> String {
            let socket = try await RawSocket.open(server, target: target)
            defer { socket.connection.close() }
            return await socket.next()?.text ?? ""
        }

        @Test("[placement 2] a client is redirected once in a minute; the namespace is not loaded")
        func once() async throws {
            let time = TestClock()
            let peers = TestPeers(own: "own.example:9000", others: [Self.elsewhere])
            try await TestServer.run(Self.configure, clock: time.clock, peers: peers) { server in
                let name = try Self.namespace(of: Self.elsewhere, among: [peers.own, Self.elsewhere])
                let socket = try await RawSocket.open(server, target: Self.target(name))
                #expect(await socket.next()?.text == Self.reset(Self.elsewhere))
                let close = try #require(await socket.close())
                #expect(close.code == 1001 && close.reason.contains(Self.elsewhere))
                #expect(try await server.send("GET", "/metrics").body.contains("datasync_namespaces_loaded 0\n"))
                #expect(server.server.sessionCount == 0)
                #expect(try await Self.firstMessage(server, Self.target(name)).contains(#""t":"h""#))
                time.advance(bySeconds: 60)
                #expect(try await Self.firstMessage(server, Self.target(name)) == Self.reset(Self.elsewhere))
                #expect(try await Self.firstMessage(server, Self.target(name)).contains(#""t":"h""#))
            }
        }

        @Test("[placement 3] a client that was redirected is served, and so is one whose namespace prefers this server")
        func served() async throws {
            let peers = TestPeers(own: "own.example:9000", others: [Self.elsewhere])
            try await TestServer.run(Self.configure, peers: peers) { server in
                let servers = [peers.own, Self.elsewhere]
                let theirs = try Self.namespace(of: Self.elsewhere, among: servers)
                let redirected = Self.target(theirs, "&redirected=1")
                #expect(try await Self.firstMessage(server, redirected).contains(#""t":"h""#))
                let own = Self.target(try Self.namespace(of: peers.own, among: servers))
                #expect(try await Self.firstMessage(server, own).contains(#""t":"h""#))
                await #expect(throws: RawSocket.Refused.self) {
                    try await Self.firstMessage(server, Self.target("absent"))
                }
                // Neither has used up the redirect of the address.
                #expect(try await Self.firstMessage(server, Self.target(theirs)) == Self.reset(Self.elsewhere))
            }
        }

        @Test("[placement 4] a server behind a load balancer redirects nobody")
        func balanced() async throws {
            let peers = TestPeers(own: "own.example:9000", others: [Self.elsewhere])
            let change: (inout ServerConfiguration) -> Void = { configuration in
                Self.configure(&configuration)
                configuration.redirectsClients = false
            }
            try await TestServer.run(change, peers: peers) { server in
                let name = try Self.namespace(of: Self.elsewhere, among: [peers.own, Self.elsewhere])
                #expect(try await Self.firstMessage(server, Self.target(name)).contains(#""t":"h""#))
            }
        }

        /// A client, which stays connected until the end of a closure.
        private static func withClient(
            of server: TestServer, _ namespace: String, _ body: (DatasyncManager) async throws -> Void
        ) async throws {
            let url = try #require(URL(string: "ws://\(server.address)"))
            let application = WebcomApplication(
                configuration: WebcomConfiguration(identifier: namespace, platform: .server(url)))
            application.defaultQueue = DispatchQueue(label: "client")
            let manager = application.datasyncService.createManager()
            try await body(manager)
            withExtendedLifetime((application, manager)) {}
        }

        @Test("[placement 5] a client follows to the preferred server, and its first read has the data there")
        func followed() async throws {
            let (here, there) = (TestPeers(), TestPeers())
            try await TestServer.run(Self.configure, peers: here) { (first: TestServer) async throws in
                try await TestServer.run(Self.configure, peers: there) { (second: TestServer) async throws in
                    here.set(own: first.address, others: [second.address])
                    there.set(own: second.address, others: [first.address])
                    let name = try Self.namespace(of: second.address, among: [first.address, second.address])
                    try await second.send("PUT", "/a.json?ns=\(name)", "1")
                    try await Self.withClient(of: first, name) { manager in
                        let value: Int = try await manager["a"].decodedValue()
                        #expect(value == 1)
                        #expect(first.server.sessionCount == 0 && second.server.sessionCount == 1)
                    }
                }
            }
        }

        @Test("[placement 3] two servers that each prefer the other do not send a client to and fro")
        func disagreement() async throws {
            let (here, there) = (TestPeers(), TestPeers())
            try await TestServer.run(Self.configure, peers: here) { (first: TestServer) async throws in
                try await TestServer.run(Self.configure, peers: there) { (second: TestServer) async throws in
                    // Neither knows the other under the name that the other has for itself.
                    here.set(own: "x.example", others: [second.address])
                    there.set(own: "y.example", others: [first.address])
                    let name = try #require(
                        (0..<100).map { "n\($0)" }.first { name in
                            Placement.preferred(name, among: [here.own, second.address]) == second.address
                                && Placement.preferred(name, among: [there.own, first.address]) == first.address
                        })
                    try await Self.withClient(of: first, name) { manager in
                        try await manager["a"].set(1)
                        #expect(first.server.sessionCount == 0 && second.server.sessionCount == 1)
                    }
                    // A client that does not say that it was redirected is served after one round.
                    #expect(try await Self.firstMessage(second, Self.target(name)) == Self.reset(first.address))
                    #expect(try await Self.firstMessage(first, Self.target(name)).contains(#""t":"h""#))
                }
            }
        }

        @Test(
            "[placement 6] a client whose preferred server is absent or drains is served by the first one",
            arguments: [true, false])
        func absent(drains: Bool) async throws {
            let peers = TestPeers()
            try await TestServer.run(Self.configure, peers: peers) { (server: TestServer) async throws in
                try await TestServer.run(Self.configure) { (drained: TestServer) async throws in
                    drained.server.isDraining = true
                    let other = drains ? drained.address : "127.0.0.1:1"
                    peers.set(own: server.address, others: [other])
                    let name = try Self.namespace(of: other, among: [server.address, other])
                    try await server.send("PUT", "/a.json?ns=\(name)", "1")
                    try await Self.withClient(of: server, name) { manager in
                        let value: Int = try await manager["a"].decodedValue()
                        #expect(value == 1)
                        #expect(server.server.sessionCount == 1)
                    }
                }
            }
        }
    }
#endif
