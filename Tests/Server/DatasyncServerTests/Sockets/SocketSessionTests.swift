#if Server
    import DatasyncTree
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("WebSocket sessions", .timeLimit(.minutes(30)))
    struct SocketSessionTests {
        private static func request(_ number: Int, _ action: String, _ body: String) -> String {
            #"{"t":"d","d":{"r":\#(number),"a":"\#(action)","b":\#(body)}}"#
        }

        private static func ok(_ number: Int) -> String { #"{"t":"d","d":{"r":\#(number),"b":{"s":"ok","d":{}}}}"# }

        @Test(
            "the greeting has the version, a session and the address of the client", arguments: ["/.ws", "/_wss/.ws"])
        func greeting(path: String) async throws {
            try await TestServer.run { server in
                let socket = try await RawSocket.open(server, target: "\(path)?v=5&ns=default")
                let hello = try JSONParser.parse(try #require(await socket.next()).text)
                let body = try #require(hello["d"]?["d"])
                #expect(hello["d"]?["t"]?.string == "h")
                #expect(body["v"]?.string == "5")
                #expect(body["h"]?.string == "localhost:9000")
                #expect(body["s"]?.string?.isEmpty == false)
                #expect(try #require(body["ts"]?.number) > 1_600_000_000_000)
            }
        }

        @Test("a configured address replaces the one that the client has used")
        func publicAddress() async throws {
            try await TestServer.run({ $0.publicAddress = "data.example.com:443" }) { server in
                let socket = try await RawSocket.open(server)
                #expect(try #require(await socket.next()).text.contains(#""h":"data.example.com:443""#))
            }
        }

        @Test("a listen receives the value, then the changes of other clients")
        func listen() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/a.json", "1")
                let socket = try await RawSocket.greeted(server)
                socket.send(Self.request(1, "q", #"{"p":"/a","h":""}"#))
                #expect(await socket.next()?.text == #"{"t":"d","d":{"a":"d","b":{"p":"a","d":1}}}"#)
                #expect(await socket.next()?.text == Self.ok(1))
                try await server.send("PUT", "/a.json", "2")
                #expect(await socket.next()?.text == #"{"t":"d","d":{"a":"d","b":{"p":"a","d":2}}}"#)
                let other = try await RawSocket.greeted(server)
                other.send(Self.request(1, "p", #"{"p":"/a","d":3}"#))
                #expect(await other.next()?.text == Self.ok(1))
                #expect(await socket.next()?.text == #"{"t":"d","d":{"a":"d","b":{"p":"a","d":3}}}"#)
            }
        }

        @Test("a long message travels in pieces, in both directions")
        func pieces() async throws {
            try await TestServer.run { server in
                let text = String(repeating: "x", count: 40_000)
                let socket = try await RawSocket.greeted(server)
                let message = Self.request(1, "p", #"{"p":"/a","d":"\#(text)"}"#)
                socket.send("3")
                var rest = Substring(message)
                while !rest.isEmpty {
                    socket.send(String(rest.prefix(16_384)))
                    rest = rest.dropFirst(16_384)
                }
                #expect(await socket.next()?.text == Self.ok(1))
                socket.send(Self.request(2, "g", #"{"p":"/a"}"#))
                #expect(await socket.next()?.text == "3")
                var joined = ""
                for _ in 0..<3 { joined += try #require(await socket.next()).text }
                #expect(joined.contains(text))
            }
        }

        @Test("a message may be fragmented, with control frames between the fragments")
        func fragments() async throws {
            try await TestServer.run { server in
                let socket = try await RawSocket.greeted(server)
                let bytes = Array(Self.request(1, "s", "{}").utf8)
                socket.send(opcode: 1, Array(bytes[..<10]), isFinal: false)
                socket.send(opcode: 9, [7, 8])
                socket.send(opcode: 0, Array(bytes[10..<20]), isFinal: false)
                socket.send(opcode: 0, Array(bytes[20...]))
                #expect(await socket.next() == RawSocket.Frame(opcode: 10, payload: [7, 8]))
                #expect(await socket.next()?.text == Self.ok(1))
            }
        }

        @Test("a close frame is answered, and the connection ends")
        func closed() async throws {
            try await TestServer.run { server in
                let socket = try await RawSocket.greeted(server)
                socket.send(opcode: 8, [3, 232])
                #expect(await socket.next()?.code == 1000)
                #expect(await socket.next() == nil)
            }
        }

        struct Violation: Sendable, CustomTestStringConvertible {
            let name: String
            let bytes: [UInt8]
            let code: Int
            let reason: String

            var testDescription: String { name }
        }

        static let violations = [
            Violation(
                name: "unmasked", bytes: RawSocket.frame(opcode: 1, [48], isMasked: false), code: 1002,
                reason: "not masked"),
            Violation(name: "binary", bytes: RawSocket.frame(opcode: 2, [1]), code: 1003, reason: "uses text"),
            Violation(
                name: "reserved bits", bytes: RawSocket.frame(opcode: 1, [48], reserved: 4), code: 1002,
                reason: "reserved bits"),
            Violation(
                name: "reserved opcode", bytes: RawSocket.frame(opcode: 3, []), code: 1002, reason: "reserved opcode"),
            Violation(name: "no UTF-8", bytes: RawSocket.frame(opcode: 1, [0xFF]), code: 1007, reason: "UTF-8"),
            Violation(
                name: "continuation alone", bytes: RawSocket.frame(opcode: 0, [48]), code: 1002, reason: "to continue"),
            Violation(
                name: "two beginnings",
                bytes: RawSocket.frame(opcode: 1, [48], isFinal: false) + RawSocket.frame(opcode: 1, [48]), code: 1002,
                reason: "before the last fragment"),
            Violation(
                name: "divided ping", bytes: RawSocket.frame(opcode: 9, [], isFinal: false), code: 1002,
                reason: "control frame"),
            Violation(
                name: "long ping", bytes: RawSocket.frame(opcode: 9, [UInt8](repeating: 0, count: 126)), code: 1002,
                reason: "control frame"),
            Violation(
                name: "close code 1005", bytes: RawSocket.frame(opcode: 8, [3, 237]), code: 1002, reason: "valid code"),
            Violation(
                name: "close of one byte", bytes: RawSocket.frame(opcode: 8, [3]), code: 1002, reason: "valid code"),
            Violation(
                name: "large frame", bytes: RawSocket.frame(opcode: 1, [UInt8](repeating: 32, count: 5000)), code: 1009,
                reason: "larger than the limit"),
            Violation(
                name: "large message",
                bytes: (0..<5).flatMap {
                    RawSocket.frame(opcode: $0 == 0 ? 1 : 0, [UInt8](repeating: 32, count: 1000), isFinal: false)
                }, code: 1009, reason: "more than 4000 bytes"),
            Violation(
                name: "large message in pieces",
                bytes: RawSocket.frame(opcode: 1, Array("9".utf8))
                    + (0..<5).flatMap { _ in RawSocket.frame(opcode: 1, [UInt8](repeating: 32, count: 1000)) },
                code: 1009, reason: "larger than the limit"),
            Violation(
                name: "no message", bytes: RawSocket.frame(opcode: 1, Array("{}".utf8)), code: 1008,
                reason: "a type (t)"),
            Violation(
                name: "a name twice", bytes: RawSocket.frame(opcode: 1, Array(#"{"t":"d","t":"d"}"#.utf8)), code: 1008,
                reason: "occurs twice"),
        ]

        @Test("a breach of the protocol is answered with its code and reason", arguments: violations)
        func violation(row: Violation) async throws {
            try await TestServer.run({ $0.limits.messageBytes = 4000 }) { server in
                let socket = try await RawSocket.greeted(server)
                socket.connection.send(row.bytes)
                let frame = try #require(await socket.close())
                #expect(frame.code == row.code)
                #expect(frame.reason.contains(row.reason), "\(frame.reason)")
                // The other sessions go on.
                #expect(try await server.send("GET", "/healthz").status == 200)
            }
        }

        @Test("a handshake for an unknown namespace, version or path is refused with the reason")
        func refused() async throws {
            try await TestServer.run { server in
                for (target, status, text) in [
                    ("/.ws?v=5&ns=none", "404", "--namespace"), ("/.ws?v=6&ns=default", "400", "?v=5"),
                    ("/other?v=5", "404", ".json"),
                ] {
                    let error = await #expect(throws: RawSocket.Refused.self) {
                        _ = try await RawSocket.open(server, target: target)
                    }
                    #expect(error?.response.hasPrefix("HTTP/1.1 \(status)") == true)
                    #expect(error?.response.contains(text) == true, "\(error?.response ?? "")")
                }
            }
        }

        @Test("the on-disconnect writes run when the connection ends without a close frame")
        func onDisconnect() async throws {
            try await TestServer.run { server in
                let watcher = try await RawSocket.greeted(server)
                watcher.send(Self.request(1, "q", #"{"p":"/online","h":""}"#))
                #expect(await watcher.next()?.text == #"{"t":"d","d":{"a":"d","b":{"p":"online","d":null}}}"#)
                #expect(await watcher.next()?.text == Self.ok(1))
                let socket = try await RawSocket.greeted(server)
                socket.send(Self.request(1, "o", #"{"p":"/online","d":false}"#))
                #expect(await socket.next()?.text == Self.ok(1))
                socket.connection.close()
                #expect(await watcher.next()?.text == #"{"t":"d","d":{"a":"d","b":{"p":"online","d":false}}}"#)
            }
        }

        @Test("only an emulator accepts a name as a credential")
        func signIn() async throws {
            try await TestServer.run { server in
                let socket = try await RawSocket.greeted(server)
                socket.send(Self.request(1, "auth", #"{"cred":"ann"}"#))
                let response = try #require(await socket.next()).text
                #expect(response.contains(#""s":"invalid_token""#))
                #expect(response.contains("no sign-in"))
            }
            try await TestServer.run({
                $0.isEmulator = true
                $0.rules = #"{"rules":{".read":"auth.uid == 'ann'"}}"#
            }) { server in
                let socket = try await RawSocket.greeted(server)
                socket.send(Self.request(1, "g", #"{"p":"/"}"#))
                #expect(try #require(await socket.next()).text.contains("permission_denied"))
                socket.send(Self.request(2, "auth", #"{"cred":"ann"}"#))
                #expect(await socket.next()?.text == Self.ok(2))
                socket.send(Self.request(3, "g", #"{"p":"/"}"#))
                #expect(await socket.next()?.text == #"{"t":"d","d":{"r":3,"b":{"s":"ok","d":null}}}"#)
            }
        }

        @Test("a client that reads too slowly is disconnected, and the others are not delayed")
        func slow() async throws {
            try await TestServer.run({ $0.limits.outgoingBytes = 100_000 }) { server in
                let slow = try await RawSocket.open(server, receiveBuffer: 4096)
                _ = await slow.next()
                slow.send(Self.request(1, "q", #"{"p":"/a","h":""}"#))
                _ = await slow.next()
                #expect(await slow.next()?.text == Self.ok(1))
                try await slow.connection.stopReading()
                let quick = try await RawSocket.greeted(server)
                let text = String(repeating: "x", count: 10_000)
                var number = 0
                while !server.log.entries.contains(where: { $0.contains("more than 100000 bytes wait") }) {
                    number += 1
                    quick.send(Self.request(number, "p", #"{"p":"/a","d":"\#(text)\#(number)"}"#))
                    #expect(await quick.next()?.text == Self.ok(number))
                }
                try await slow.connection.resumeReading()
                _ = await slow.connection.readToEnd()
                #expect(try await server.send("GET", "/metrics").body.contains("datasync_slow_clients_total 1\n"))
            }
        }

        @Test("a silent client receives a ping, and is disconnected if it does not answer")
        func dead() async throws {
            try await TestServer.run({
                $0.limits.pingAfter = .milliseconds(10)
            }) { server in
                let socket = try await RawSocket.greeted(server)
                #expect(await socket.next()?.opcode == 9)
                socket.send(opcode: 10)
                #expect(await socket.next()?.opcode == 9)
            }
            try await TestServer.run({
                $0.limits.pingAfter = .milliseconds(10)
                $0.limits.pongTime = .milliseconds(300)
            }) { server in
                let socket = try await RawSocket.open(server)
                let close = try #require(await socket.close())
                #expect(close.code == 1001)
                #expect(close.reason.contains("ping was not answered"))
            }
        }
    }
#endif
