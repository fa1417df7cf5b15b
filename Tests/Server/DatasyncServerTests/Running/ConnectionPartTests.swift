#if Server
    import DatasyncTree
    import DatasyncWire
    import NIOCore
    import Testing

    @testable import DatasyncServer
    @testable import DatasyncWebSocket

    extension OutgoingQueue {
        /// Takes the next batch; `nil` if nothing waits, or a message is to be encoded first.
        fileprivate mutating func takeBatch() -> Batch? {
            if case .send(let batch)? = take() { batch } else { nil }
        }
    }

    @Suite("Parts of a connection")
    struct ConnectionPartTests {
        @Test("a queue sends one batch at a time, and the parts that arrive meanwhile next")
        func batches() {
            var queue = OutgoingQueue<Int>(limit: 100)
            #expect(queue.append(1, bytes: 10) == .schedule)
            #expect(queue.append(2, bytes: 10) == .none)
            #expect(queue.takeBatch()?.parts == [1, 2])
            #expect(queue.append(3, bytes: 10) == .none)
            #expect(queue.bytes == 30)
            #expect(queue.noteSent() == .schedule)
            #expect(queue.takeBatch()?.parts == [3])
            #expect(queue.noteSent() == .none)
            #expect(queue.bytes == 0)
        }

        @Test("a queue above its limit overflows once, and then accepts nothing")
        func overflow() {
            var queue = OutgoingQueue<Int>(limit: 20)
            #expect(queue.append(1, bytes: 50) == .schedule)
            #expect(queue.append(2, bytes: 1) == .overflow)
            #expect(queue.append(3, bytes: 1) == .none)
            #expect(queue.take() == nil)
        }

        @Test("a queue that ends sends what waits, then the last part")
        func end() throws {
            var queue = OutgoingQueue<Int>(limit: 20)
            #expect(queue.append(1, bytes: 1) == .schedule)
            #expect(queue.end(final: 9) == .none)
            #expect(queue.append(2, bytes: 1) == .none)
            let taken = queue.takeBatch()
            let batch = try #require(taken)
            #expect(batch.parts == [1])
            #expect(batch.final == 9)
            #expect(batch.end == .zero)
            #expect(queue.noteSent() == .none)
        }

        @Test("a large message is encoded when the parts before it have been sent, and counts as memory from then on")
        func unencoded() {
            var queue = OutgoingQueue<Int>(limit: 100)
            #expect(queue.append(1, bytes: 10) == .schedule)
            #expect(queue.append(.init(bytes: 50) { [(2, 20), (3, 20)] }) == .none)
            #expect(queue.append(4, bytes: 10) == .none)
            #expect(queue.bytes == 70 && queue.memory == 20)
            #expect(queue.takeBatch()?.parts == [1])
            #expect(queue.noteSent() == .schedule)
            guard case .encode(let message)? = queue.take() else { return #expect(Bool(false), "nothing to encode") }
            #expect(queue.append(5, bytes: 10) == .none)
            #expect(queue.encoded(message.encode()) == .schedule)
            #expect(queue.bytes == 60 && queue.memory == 60)
            #expect(queue.takeBatch()?.parts == [2, 3, 4, 5])
            #expect(queue.append(.init(bytes: 200) { [] }) == .overflow)
        }

        @Test("bytes that connections share count as memory for each, if many wait for one of them")
        func sharedBytes() {
            var queue = OutgoingQueue<Int>(limit: 10 << 20)
            for _ in 0..<4 { _ = queue.append(1, bytes: 1 << 19, receivers: 1 << 10) }
            #expect(queue.bytes == 2 << 20)
            #expect(queue.memory == 3 << 9 + 1 << 19)
        }

        @Test("a silent connection is pinged once, and is dead after the grace; data start the time again")
        func silence() {
            let start = Duration.zero
            var watch = KeepAlive(.init(silence: .seconds(45), grace: .seconds(30)), now: start)
            #expect(watch.check(now: start + .seconds(10)) == .wait(until: start + .seconds(45)))
            watch.received(now: start + .seconds(20))
            #expect(watch.check(now: start + .seconds(45)) == .wait(until: start + .seconds(65)))
            #expect(watch.check(now: start + .seconds(65)) == .ping(next: start + .seconds(95)))
            #expect(watch.check(now: start + .seconds(70)) == .wait(until: start + .seconds(95)))
            var answered = watch
            answered.received(now: start + .seconds(80))
            #expect(answered.check(now: start + .seconds(95)) == .wait(until: start + .seconds(125)))
            #expect(watch.check(now: start + .seconds(95)) == .dead)
        }

        @Test(
            "the address of a server has host, port and target",
            arguments: [
                ("ws://localhost:9000", "ws://localhost:9000/.ws?v=5&ns=a%20b"),
                ("http://localhost", "ws://localhost/.ws?v=5&ns=a%20b"),
                ("WSS://Data.example.com/", "wss://Data.example.com/.ws?v=5&ns=a%20b"),
                ("https://[::1]:8443", "wss://[::1]:8443/.ws?v=5&ns=a%20b"),
                ("wss://host:443", "wss://host/.ws?v=5&ns=a%20b"),
            ])
        func address(url: String, expected: String) throws {
            #expect(try ServerAddress(url: url, namespace: "a b").description == expected)
        }

        @Test(
            "an address that is not valid is an error with the right form",
            arguments: [
                "", "localhost", "ftp://a", "ws://a:x", "ws://a:65536", "ws://a?b", "ws://[::1", "ws://a b",
                "ws://[::1]x",
            ])
        func badAddress(url: String) {
            let error = #expect(throws: WebSocketTransport.AddressError.self) {
                _ = try WebSocketTransport(url: url, namespace: "a")
            }
            #expect(error?.description.contains("use ws://HOST:PORT") == true)
        }

        @Test("a budget counts all pieces of a message, and starts again with the next")
        func budget() {
            var budget = MessageBudget(limit: 10)
            for frame in ["abcde", "abcdefghij", "2", "abcde", "abcde", "0", "1", "abcdefghij"] {
                let isWithin = budget.accept(MessageText(frame))
                #expect(isWithin)
            }
            let pieces = ["2", "abcde", "abcdef"].map { budget.accept(MessageText($0)) }
            #expect(pieces == [true, true, false])
        }
    }

    extension MessageText {
        fileprivate init(_ text: String) {
            self.init()
            append(ByteBuffer(string: text))
        }
    }
#endif
