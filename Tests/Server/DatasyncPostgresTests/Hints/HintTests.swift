#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    @Suite("Hints between servers", .serialized, .timeLimit(.minutes(5)))
    struct HintTests {
        let shop: LogNamespace
        let database: TestDatabase

        init() throws {
            shop = try LogNamespace("shop")
            database = try TestDatabase()
        }

        /// Opens the log of a server that listens; it looks for itself so rarely that only hints can be quick.
        private func open(pollInterval: Int = 600_000, isListening: Bool = true) async throws -> PostgresLog {
            var options = PostgresLog.Options()
            options.pollInterval = pollInterval
            options.lease.renewal = 50
            options.peerAddress = isListening ? "127.0.0.1:0" : ""
            return try await PostgresLog.open(database.url, options: options)
        }

        private func waitUntilHeard(_ logs: [PostgresLog]) async throws {
            try await waitUntil("all servers hear each other") {
                logs.allSatisfy { $0.status.hearsAll && $0.status.others.count == logs.count - 1 }
            }
        }

        private func address(of log: PostgresLog) throws -> String? {
            try database.run("SELECT peer_address FROM datasync_server WHERE run = \(log.status.run)").text(0, 0)
        }

        @Test("[postgres 35] a commit reaches the other servers without a look of theirs")
        func hints() async throws {
            let logs = [try await open(), try await open(), try await open()]
            let followers = logs.map { TestFollower($0, shop) }
            logs[0].append("first", to: shop)
            try await waitUntilHeard(logs)
            // It was committed before they heard each other: the look that follows finds it.
            for follower in followers { try await follower.wait(for: 1) }
            for number in 1...30 {
                logs[number % 3].append("n\(number)", to: shop)
                for follower in followers { try await follower.wait(for: 1 + number) }
            }
            let expected = ["first"] + (1...30).map { "n\($0)" }
            #expect(followers.map(\.texts) == [expected, expected, expected])
            for log in logs { await log.close() }
        }

        @Test("[postgres 35] while a server is not heard, the others look in each poll interval")
        func cut() async throws {
            let (writer, reader) = (try await open(), try await open(pollInterval: 20))
            let follower = TestFollower(reader, shop)
            try await waitUntilHeard([writer, reader])
            // From now on, the writer reaches the reader through a proxy, which can be cut.
            let address = try #require(try address(of: reader))
            let proxy = try TestProxy(to: try #require(UInt16(address.split(separator: ":").last ?? "")))
            _ = try database.run(
                "UPDATE datasync_server SET peer_address = '127.0.0.1:\(proxy.port)' WHERE run = \(reader.status.run)")
            try await waitUntil("the writer calls the proxy") { proxy.connections > 0 }
            try await waitUntilHeard([writer, reader])
            proxy.refuse(true)
            proxy.cut()
            try await waitUntil("the reader does not hear the writer") { !reader.status.hearsAll }
            for number in 1...5 {
                writer.append("\(number)", to: shop)
                try await follower.wait(for: number)
            }
            proxy.refuse(false)
            try await waitUntilHeard([writer, reader])
            writer.append("6", to: shop)
            try await follower.wait(for: 6)
            proxy.stop()
            await writer.close()
            await reader.close()
        }

        @Test("[postgres 36] nonsense on the port for servers ends the connection, and the log goes on")
        func nonsense() async throws {
            let (log, other) = (try await open(), try await open())
            try await waitUntilHeard([log, other])
            let address = try #require(try address(of: log))
            for size in [48, 1_000, 100_000] {
                let isEnded = Guarded(false)
                Thread.detachNewThread {
                    if Self.isEnded(by: address, afterBytes: size) { isEnded.withLock { $0 = true } }
                }
                try await waitUntil("the connection ends after \(size) bytes") { isEnded.withLock(\.self) }
            }
            let follower = TestFollower(log, shop)
            other.append("a", to: shop)
            try await follower.wait(for: 1)
            await log.close()
            await other.close()
        }

        /// Connects to an address, sends bytes, and waits until the other side ends the connection.
        private static func isEnded(by address: String, afterBytes count: Int) -> Bool {
            guard let connection = PeerConnection(to: address) else { return false }
            _ = connection.write([UInt8](repeating: 0x47, count: count))
            for _ in 0..<1_000 {
                var socket = pollfd(fd: connection.descriptor, events: Int16(connection.awaited), revents: 0)
                _ = poll(&socket, 1, 10)
                for case .closed in connection.advance(CInt(socket.revents)) { return true }
            }
            return false
        }

        @Test("[postgres 36] the address for other servers is one of this machine that they can connect to")
        func addresses() async throws {
            for address in ["", "nonsense", "0.0.0.0:0", "[::]:7000", "127.0.0.1:70000", "127.0.0.1", "192.0.2.1:7000"]
            {
                #expect(throws: LogError.self, "\(address)") { try PeerListener(address) }
            }
            let listener = try PeerListener("localhost:0")
            #expect(listener.address.hasPrefix("127.0.0.1:") || listener.address.hasPrefix("[::1]:"))
            let taken = #expect(throws: LogError.self) { try PeerListener(listener.address) }
            #expect(taken?.message.contains(listener.address) == true)
        }
    }
#endif
