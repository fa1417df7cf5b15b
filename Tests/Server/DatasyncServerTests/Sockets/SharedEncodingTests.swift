#if Server
    import Testing

    @testable import DatasyncServer

    /// The number of encodings of a push, and the frames that each receiver gets.
    @Suite("Shared encoding of pushes", .timeLimit(.minutes(30)))
    struct SharedEncodingTests {
        /// The number of encoded pushes, as the metrics show it.
        private func encodings(_ server: TestServer) async throws -> Int {
            let text = try await server.send("GET", "/metrics").body
            let line = text.split(separator: "\n").first { $0.hasPrefix("datasync_encodings_total ") }
            return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
        }

        /// Opens sessions that listen, and reads the response and the first push of each.
        private func listeners(_ count: Int, _ server: TestServer, _ request: (Int) -> String) async throws
            -> [RawSocket]
        {
            var sockets: [RawSocket] = []
            for index in 0..<count {
                let socket = try await RawSocket.greeted(server)
                socket.send(request(index))
                for _ in 0..<2 { _ = await socket.next() }
                sockets.append(socket)
            }
            return sockets
        }

        /// Opens sessions that listen to the last child of a node, each with a tag of its own: 1, 2, ….
        private func windowListeners(_ count: Int, _ server: TestServer) async throws -> [RawSocket] {
            try await listeners(count, server) { index in
                #"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/n","h":"","q":{"l":1,"vf":"r","i":".key"},"t":\#(index + 1)}}}"#
            }
        }

        @Test("a push to 1,000 receivers of one query is encoded once")
        func oneQuery() async throws {
            try await TestServer.run { server in
                _ = try await server.send("PUT", "/n.json", "0")
                let sockets = try await listeners(1000, server) { _ in
                    #"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/n","h":""}}}"#
                }
                let before = try await encodings(server)
                _ = try await server.send("PUT", "/n.json", #"{"a":[1,2],".priority":3}"#)
                for socket in sockets {
                    let text = await socket.next()?.text
                    #expect(
                        text == #"{"t":"d","d":{"a":"d","b":{"p":"n","d":{".priority":3,"a":{"0":1,"1":2}}}}}"#)
                }
                #expect(try await encodings(server) == before + 1)
            }
        }

        @Test("receivers of one window with different tags share the encoding; each gets its own tag")
        func tags() async throws {
            try await TestServer.run { server in
                _ = try await server.send("PUT", "/n.json", #"{"a":1}"#)
                let sockets = try await windowListeners(20, server)
                let before = try await encodings(server)
                _ = try await server.send("PUT", "/n/b.json", "2")
                for (index, socket) in sockets.enumerated() {
                    let text = await socket.next()?.text
                    #expect(
                        text == #"{"t":"d","d":{"a":"m","b":{"p":"n","d":{"a":null,"b":2},"t":\#(index + 1)}}}"#)
                }
                #expect(try await encodings(server) == before + 1)
            }
        }

        @Test("a push of several frames is cut once more for each tag, without another encoding")
        func frames() async throws {
            try await TestServer.run { server in
                _ = try await server.send("PUT", "/n.json", #"{"a":1}"#)
                let sockets = try await windowListeners(3, server)
                let before = try await encodings(server)
                let text = String(repeating: "é", count: 20_000)
                _ = try await server.send("PUT", "/n/b.json", "\"\(text)\"")
                for (index, socket) in sockets.enumerated() {
                    #expect(await socket.next()?.text == "2")
                    let message = [await socket.next()?.text, await socket.next()?.text].compactMap(\.self).joined()
                    #expect(
                        message
                            == #"{"t":"d","d":{"a":"m","b":{"p":"n","d":{"a":null,"b":"\#(text)"},"t":\#(index + 1)}}}"#
                    )
                }
                #expect(try await encodings(server) == before + 1)
            }
        }
    }
#endif
