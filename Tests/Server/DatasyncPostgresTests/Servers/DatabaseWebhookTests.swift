#if Postgres
    import DatasyncTesting
    import DatasyncTree
    import Foundation
    import TestSupport
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    @testable import DatasyncPostgres

    @Suite("Webhooks of servers over a database", .serialized, .timeLimit(.minutes(10)))
    struct DatabaseWebhookTests {
        private static let secret = "the-secret-of-the-owner-of-these-servers"
        private static let hooks = 16

        @Test("[webhooks 9] each of several servers delivers a share, which another one takes over when it is killed")
        func shares() async throws {
            let database = try TestDatabase()
            // A server in memory: a POST request adds a child.
            let receiver = try Receiver()
            defer { receiver.child.kill() }
            let arguments = ["--webhook-host", "127.0.0.1:\(receiver.port)"]
            let environment = ["DATASYNC_ADMIN_SECRET": Self.secret]
            let servers = try (0..<2).map { _ in
                try ServerProcess(database.url, arguments, environment: environment)
            }
            defer { for server in servers { server.child.kill() } }
            _ = try await servers[0].metrics(with: "\ndatasync_log_servers 1\n")
            for hook in 0..<Self.hooks {
                let url = "http://127.0.0.1:\(receiver.port)/received/\(hook).json"
                let body = "{\"path\": \"/a\", \"url\": \"\(url)\", \"events\": [\"value\"]}"
                let target = "/.settings/webhooks.json?auth=\(Self.secret)"
                #expect(try await servers[hook % 2].send("POST", target, body).status == 200)
            }
            var last = 0
            func write(_ count: Int, _ servers: [ServerProcess]) async throws {
                for _ in 0..<count {
                    last += 1
                    let target = "/a.json?auth=\(Self.secret)"
                    #expect(try await servers[last % servers.count].send("PUT", target, "\(last)").status == 200)
                }
            }
            try await write(20, servers)
            try await receiver.wait(for: last, of: Self.hooks)
            // Both have delivered some.
            for server in servers {
                let metrics = try await server.metrics(with: "datasync_webhook_events_total")
                #expect(!metrics.contains("datasync_webhook_events_total 0\n"))
            }
            try await write(10, servers)
            servers[0].child.kill()
            try await write(20, [servers[1]])
            try await receiver.wait(for: last, of: Self.hooks)
            for hook in 0..<Self.hooks {
                let numbers = try await receiver.numbers(of: hook)
                #expect(Set(numbers) == Set(1...last), "webhook \(hook)")
                // In order, but for those that the second server has sent again.
                #expect(zip(numbers, numbers.dropFirst()).count { $1 < $0 } <= 2, "webhook \(hook): \(numbers)")
            }
        }

        /// A server in memory that keeps what it receives.
        private struct Receiver {
            let child: ChildProcess
            let port: Int

            init() throws {
                child = try ChildProcess("datasync", ["serve", "--memory", "--port", "0", "--quiet"])
                let line = try #require(child.nextLine())
                port = try #require(Int(line.split(separator: ":").last ?? ""), "\(line)")
            }

            /// Returns the values that a webhook has sent, in the order of their arrival.
            func numbers(of hook: Int) async throws -> [Int] {
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/received/\(hook).json"))
                let json = try JSONParser.parse(
                    String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self))
                guard case .object(let members) = json.content else { return [] }
                return members.compactMap { $0.value["value"]?.number.map { Int($0) } }
            }

            /// Waits until webhooks have sent a value.
            func wait(for number: Int, of hooks: Int) async throws {
                for hook in 0..<hooks {
                    try await waitUntil("webhook \(hook) sends \(number)", milliseconds: 240_000) {
                        try await numbers(of: hook).last == number
                    }
                }
            }
        }
    }
#endif
