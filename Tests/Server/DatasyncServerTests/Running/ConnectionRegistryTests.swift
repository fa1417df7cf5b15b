#if Server
    import NIOCore
    import NIOEmbedded
    import Testing

    @testable import DatasyncServer

    @Suite("The connections of a server that shuts down")
    struct ConnectionRegistryTests {
        @Test("an idle connection ends; one whose request has begun meanwhile ends after its response")
        func draining() throws {
            let registry = ConnectionRegistry()
            let channels = [EmbeddedChannel(), EmbeddedChannel()]
            let ids = try channels.map { channel in
                try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
                return try #require(registry.add(channel, limit: 2))
            }
            registry.drain()
            // Both were idle, and the request arrives before the event loop closes them.
            registry.setDrain(ids[0]) {}
            for channel in channels { channel.embeddedEventLoop.run() }
            #expect(channels.map(\.isActive) == [true, false])
            registry.setDrain(ids[0], nil)
            channels[0].embeddedEventLoop.run()
            #expect(!channels[0].isActive)
        }
    }
#endif
