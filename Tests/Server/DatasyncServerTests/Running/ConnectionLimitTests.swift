#if Server
    import NIOCore
    import NIOEmbedded
    import Testing

    @testable import DatasyncServer

    @Suite("The limit of connections from one address")
    struct ConnectionLimitTests {
        @Test("is half of all connections, or the configured number; this machine and trusted proxies have none")
        func limits() {
            var configuration = ServerConfiguration(port: 0)
            configuration.trustedProxies = ["192.0.2.9", "2001:db8::9"]
            #expect(configuration.connectionLimit(of: "192.0.2.1") == 5_000)
            configuration.limits.connections = 1
            #expect(configuration.connectionLimit(of: "192.0.2.1") == 1)
            configuration.limits.connectionsOfAddress = 7
            for address in ["192.0.2.1", "2001:db8::8", "an unknown address"] {
                #expect(configuration.connectionLimit(of: address) == 7, "\(address)")
            }
            for address in [
                "127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1", "192.0.2.9", "::ffff:192.0.2.9", "2001:db8:0::9",
            ] {
                #expect(configuration.connectionLimit(of: address) == .max, "\(address)")
            }
        }

        private func channel(_ address: String) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
            return channel
        }

        @Test("counts the addresses of an IPv6 network together")
        func networks() throws {
            let registry = ConnectionRegistry()
            let channels = try ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"].map(channel)
            let accepted = channels.map { registry.add($0, limit: 100, addressLimit: 2) != nil }
            #expect(accepted == [true, true, false, true])
        }
    }
#endif
