#if Server
    import DatasyncServer
    import DatasyncTree
    import DatasyncWire
    import TestSupport
    import Testing

    @testable import DatasyncWebSocket

    @Suite("Connections through a proxy", .timeLimit(.minutes(30)))
    struct HTTPProxyTests {
        /// The first event of a connection.
        private func firstEvent(_ url: String, _ options: WebSocketOptions) async throws -> TransportEvent? {
            let (stream, continuation) = AsyncStream.makeStream(of: TransportEvent.self)
            let connection = try WebSocketTransport(url: url, namespace: "default", options: options).open {
                continuation.yield($0)
            }
            defer { connection.close() }
            for await event in stream { return event }
            return nil
        }

        @Test("the proxy is asked for a tunnel to the server, with TLS and without", arguments: [false, true])
        func tunnel(isSecure: Bool) async throws {
            try await TestServer.run({ $0.tls = isSecure ? TestCertificate.identity : nil }) { server in
                let proxy = try await TestProxy.start()
                var options = WebSocketOptions(trustRoots: .certificates(pem: TestCertificate.certificate))
                options.route = .proxy(
                    HTTPProxy(host: "127.0.0.1", port: proxy.port, authorization: "Basic YTpi"))
                let url = "\(isSecure ? "wss" : "ws")://localhost:\(server.port)"
                guard case .frame(let hello)? = try await firstEvent(url, options) else {
                    Issue.record("There is no greeting through the proxy.")
                    return
                }
                #expect(hello.contains("\"v\":\"5\""))
                let request = try #require(proxy.requests.entries.first)
                #expect(request.hasPrefix("CONNECT localhost:\(server.port) HTTP/1.1\r\n"), "\(request)")
                #expect(request.contains("Proxy-Authorization: Basic YTpi\r\n"))
            }
        }

        @Test(
            "a proxy that refuses the tunnel ends the attempt with its reason",
            arguments: [("407 Proxy Authentication Required", "asks for a sign-in"), ("403 Forbidden", "403")])
        func refusal(status: String, text: String) async throws {
            let proxy = try await TestProxy.start(refusal: "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
            let options = WebSocketOptions(route: .proxy(HTTPProxy(host: "127.0.0.1", port: proxy.port)))
            guard case .closed(let reason)? = try await firstEvent("ws://data.example:9000", options) else {
                Issue.record("The attempt has not ended.")
                return
            }
            #expect(reason.contains(text), "\(reason)")
            #expect(reason.contains("data.example:9000 through the proxy 127.0.0.1:\(proxy.port)"), "\(reason)")
        }

        private static let rows: [(url: String, environment: [String: String], proxy: String?)] = [
            ("ws://a.example", [:], nil), ("ws://a.example", ["http_proxy": "http://p:3128"], "p:3128"),
            ("ws://a.example", ["http_proxy": "p:3128/"], "p:3128"), ("ws://a.example", ["http_proxy": ""], nil),
            ("ws://a.example", ["HTTP_PROXY": "http://p:1"], nil),
            ("ws://a.example", ["https_proxy": "http://p:1"], nil),
            ("wss://a.example", ["HTTPS_PROXY": "http://p:1", "http_proxy": "http://q:1"], "p:1"),
            ("wss://a.example", ["all_proxy": "http://p:1"], "p:1"),
            ("ws://a.example", ["all_proxy": "http://p:1", "no_proxy": "b.example, a.example"], nil),
            ("ws://a.example", ["all_proxy": "http://p:1", "no_proxy": ".example"], nil),
            ("ws://a.example", ["all_proxy": "http://p:1", "no_proxy": "*"], nil),
            ("ws://a.example:9", ["all_proxy": "http://p:1", "no_proxy": "a.example:9"], nil),
            ("ws://a.example:9", ["all_proxy": "http://p:1", "no_proxy": "a.example:8,ample"], "p:1"),
        ]

        @Test("the environment names the proxy, and the hosts without one", arguments: rows)
        func environment(url: String, environment: [String: String], proxy: String?) throws {
            let address = try ServerAddress(url: url, namespace: "default")
            #expect(try HTTPProxy.proxy(for: address, in: environment)?.description == proxy)
        }

        @Test("the user and the password of a proxy are sent; another kind of proxy is an error with the remedy")
        func credentials() throws {
            let address = try ServerAddress(url: "ws://a.example", namespace: "default")
            let proxy = try HTTPProxy.proxy(for: address, in: ["http_proxy": "http://ada:p%40ss@p:3128"])
            #expect(proxy == HTTPProxy(host: "p", port: 3128, authorization: "Basic YWRhOnBAc3M="))
            for text in ["socks5://p:1", "http://p:x", "http://"] {
                let error = #expect(throws: DatasyncError.self) {
                    try HTTPProxy.proxy(for: address, in: ["all_proxy": text])
                }
                #expect(error?.message.contains("all_proxy") == true)
            }
        }
    }
#endif
