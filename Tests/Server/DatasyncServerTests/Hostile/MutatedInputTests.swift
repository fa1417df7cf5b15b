#if Server
    import DatasyncTree
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// Damaged requests, frames, messages and JSON texts for a server in a process of its own: a few thousand, or 200,000 with
    /// `DATASYNC_LONG=1`.
    @Suite("Damaged input", .serialized, .timeLimit(.minutes(60)))
    struct MutatedInputTests {
        /// The number of inputs of each of the four kinds.
        private static let count = LongForm.count(750, long: 50_000)
        private static let workers = 50
        /// The memory by which the server may grow after the first tenth of the inputs.
        private static let growth = 64 << 20

        private static let requests = [
            "GET /a.json?orderBy=%22%24key%22&limitToFirst=3&print=pretty HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "PUT /a/b.json?ns=default HTTP/1.1\r\nHost: localhost\r\nContent-Length: 14\r\nIf-Match: null_etag\r\n\r\n{\"name\":\"Ada\"}",
            "POST /l.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n2;x=y\r\n56\r\n0\r\n\r\n",
            "PATCH /a.json?print=silent HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15\r\n\r\n{\"b\":1,\"c/d\":2}",
            "DELETE /a/b.json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a.b.c\r\nConnection: close\r\n\r\n",
            "OPTIONS /a.json HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nAccess-Control-Request-Headers: x\r\n\r\n",
            "GET /a.json HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n",
            "POST /a.json HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: PUT\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n1",
            "GET /.ws?v=5&ns=default HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
            "GET /a.json?timeout=1s&auth=a HTTP/1.0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n",
        ].map { Array($0.utf8) }

        /// All statuses of the documentation, and those of valid requests; 500 is not among them.
        private static let statuses: Set<Int> = [
            100, 101, 200, 204, 304, 400, 401, 403, 404, 405, 412, 413, 415, 421, 426, 429,
        ]

        private static let messages = [
            #"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#,
            #"{"t":"d","d":{"r":2,"a":"q","b":{"p":"/a","h":"","q":{"l":1,"vf":"r","i":".key","sp":"a"},"t":1}}}"#,
            #"{"t":"d","d":{"r":3,"a":"p","b":{"p":"/a","d":{"b":1,".priority":2},"h":"x"}}}"#,
            #"{"t":"d","d":{"r":4,"a":"m","b":{"p":"/a","d":{"b":1,"c/d":null}}}}"#,
            #"{"t":"d","d":{"r":5,"a":"o","b":{"p":"/a/online","d":{".sv":"timestamp"}}}}"#,
            #"{"t":"d","d":{"r":6,"a":"om","b":{"p":"/a","d":{"x":{".sv":{"increment":1}}}}}}"#,
            #"{"t":"d","d":{"r":7,"a":"auth","b":{"cred":"a.b.c"}}}"#,
            #"{"t":"d","d":{"r":8,"a":"n","b":{"p":"/a","q":{"l":2},"t":1}}}"#,
            #"{"t":"d","d":{"r":9,"a":"g","b":{"p":"/"}}}"#, #"{"t":"c","d":{"t":"p","d":{}}}"#, "0", "2",
        ].map { Array($0.utf8) }

        /// Runs a closure for each number up to the count, in several tasks, and checks that the server is as before.
        private func attack(
            _ name: String, salt: UInt64, requestTime: Double = 60,
            _ body: @escaping @Sendable (Int, inout SeededGenerator, Int) async throws -> Void
        ) async throws {
            try await ServerChild.run(limits: ["requestTime": requestTime, "failedSignIns": 1_000_000_000]) {
                server in
                let started = ContinuousClock.now
                let tenth = Self.count / 10
                try await run(0..<tenth, salt, server.port, body)
                let before = server.memory
                try await run(tenth..<Self.count, salt, server.port, body)
                // No connection is stuck.
                try await server.waitUntilIdle()
                let after = server.memory
                #expect(server.child.isRunning, "\(Seed.note)")
                #expect(
                    after - before < Self.growth, "\(before >> 20) MiB before, \(after >> 20) MiB after; \(Seed.note)")
                print(
                    "\(Self.count) damaged \(name): \(before >> 20) MiB after a tenth, \(after >> 20) MiB at the end, "
                        + "\(ContinuousClock.now - started), seed \(Seed.value)")
            }
        }

        private func run(
            _ numbers: Range<Int>, _ salt: UInt64, _ port: Int,
            _ body: @escaping @Sendable (Int, inout SeededGenerator, Int) async throws -> Void
        ) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<Self.workers {
                    group.addTask {
                        for number in numbers where number % Self.workers == worker {
                            // Each input has a generator of its own, so that its number finds it again.
                            var random = SeededGenerator(salt: salt &+ UInt64(number) &* 2_654_435_761)
                            try await body(number, &random, port)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test("damaged requests get a status of the documentation, or end their connection")
        func damagedRequests() async throws {
            // The time in which a request must be complete is short, as each input that breaks off uses it up.
            try await attack("requests", salt: 15_501, requestTime: 0.5) { number, random, port in
                let bytes = random.damaged(random.pick(Self.requests))
                let connection = try await RawConnection.open(port: port)
                connection.send(bytes)
                if random.chance(20) { connection.endOutput() }
                // A request that breaks off ends with its time, without a response.
                guard let line = await connection.read(through: "\r\n") else { return }
                connection.close()
                let words = line.split(separator: " ")
                let status = words.count > 1 && words[0] == "HTTP/1.1" ? Int(words[1]) : nil
                #expect(
                    status.map(Self.statuses.contains) == true,
                    "\(line) for \(String(decoding: bytes, as: UTF8.self)), input \(number), \(Seed.note)")
            }
        }

        @Test("damaged frames end their connection at most, with a code of the documentation")
        func damagedFrames() async throws {
            try await attack("frames", salt: 15_502) { number, random, port in
                var bytes: [UInt8] = []
                for _ in 0...random.below(4) {
                    let message = random.pick(Self.messages)
                    let cut = random.below(message.count)
                    bytes +=
                        random.chance(30)
                        ? RawSocket.frame(opcode: 1, Array(message[..<cut]), isFinal: false)
                            + RawSocket.frame(opcode: 9, [1, 2]) + RawSocket.frame(opcode: 0, Array(message[cut...]))
                        : RawSocket.frame(opcode: random.pick([1, 1, 1, 8, 9, 10]), message)
                }
                bytes = random.damaged(bytes)
                let socket = try await RawSocket.greeted(port: port)
                socket.connection.send(bytes)
                socket.connection.endOutput()
                while let frame = await socket.next() {
                    switch frame.opcode {
                    case 1: #expect((try? JSONParser.parse(frame.text)) != nil, "input \(number), \(Seed.note)")
                    case 8:
                        let code = frame.code ?? 0
                        #expect([1000, 1002, 1003, 1007, 1008, 1009].contains(code), "input \(number), \(Seed.note)")
                    case let opcode: #expect(opcode == 10, "input \(number), \(Seed.note)")
                    }
                }
                socket.connection.close()
            }
        }

        @Test("a damaged message gets a response, or ends the session with its reason")
        func damagedMessages() async throws {
            try await attack("messages", salt: 15_503) { number, random, port in
                let message = random.damaged(random.pick(Self.messages))
                let socket = try await RawSocket.greeted(port: port)
                // A pong follows the response to everything before the ping. Both are sent at once: a ping that arrives after the
                // end of the connection would reset it, and the last frames of the server would be lost.
                socket.connection.send(RawSocket.frame(opcode: 1, message) + RawSocket.frame(opcode: 9, [7]))
                var last: RawSocket.Frame?
                while let frame = await socket.next() {
                    last = frame
                    if frame.opcode == 8 || frame.opcode == 10 { break }
                }
                socket.connection.close()
                #expect(
                    last?.opcode == 10
                        || (last?.opcode == 8 && [1007, 1008].contains(last?.code) && last?.reason != ""),
                    "\(String(decoding: message, as: UTF8.self)), input \(number), \(Seed.note)")
            }
        }

        @Test("a damaged JSON text is refused with 400 if another parser refuses it, and never with 500")
        func damagedTexts() async throws {
            try await attack("JSON texts", salt: 15_504) { number, random, port in
                let text = random.json(levels: 4).text
                let bytes = random.chance(10) ? Array(text.utf8) : random.damaged(Array(text.utf8))
                let head = "PUT /j/\(number).json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                let connection = try await RawConnection.open(port: port)
                connection.send(Array("\(head)Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
                let line = await connection.read(through: "\r\n") ?? "no response"
                connection.close()
                let isValid = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
                let isAccepted = line.hasPrefix("HTTP/1.1 200 ")
                #expect(
                    isAccepted ? isValid : line.hasPrefix("HTTP/1.1 400 "),
                    "\(line) for \(String(decoding: bytes, as: UTF8.self)), input \(number), \(Seed.note)")
            }
        }
    }
#endif
