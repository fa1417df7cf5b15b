#if Server
    import DatasyncTree
    import DatasyncWire
    import NIOCore
    import Testing

    @testable import DatasyncServer
    @testable import DatasyncWebSocket

    @Suite("Parts of a connection")
    struct ConnectionPartTests {
        @Test("a queue sends one batch at a time, and the parts that arrive meanwhile next")
        func batches() {
            var queue = OutgoingQueue<Int>(limit: 100)
            #expect(queue.append(1, bytes: 10) == .schedule)
            #expect(queue.append(2, bytes: 10) == .none)
            #expect(queue.take()?.parts == [1, 2])
            #expect(queue.append(3, bytes: 10) == .none)
            #expect(queue.bytes == 30)
            #expect(queue.sent() == .schedule)
            #expect(queue.take()?.parts == [3])
            #expect(queue.sent() == .none)
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
            let taken = queue.take()
            let batch = try #require(taken)
            #expect(batch.parts == [1])
            #expect(batch.final == 9)
            #expect(batch.end == .zero)
            #expect(queue.sent() == .none)
        }

        @Test("a silent connection is pinged once, and is dead after the grace; data start the time again")
        func silence() {
            let start = NIODeadline.uptimeNanoseconds(0)
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
                let isWithin = budget.accept(frame)
                #expect(isWithin)
            }
            let pieces = ["2", "abcde", "abcdef"].map { budget.accept($0) }
            #expect(pieces == [true, true, false])
        }
    }
#endif
