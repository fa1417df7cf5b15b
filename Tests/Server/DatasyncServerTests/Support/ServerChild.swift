#if Server
    import Foundation
    import TestSupport
    import Testing

    /// A server in a process of its own, so that its end and its memory can be observed.
    struct ServerChild {
        let child: ChildProcess
        let port: Int

        /// Runs a closure with a server that keeps its data in memory, and ends its process afterwards.
        ///
        /// `limits`: The members of the section `limits` of the configuration file.
        static func run(
            limits: [String: Double] = [:], arguments: [String] = ["--memory"],
            _ body: (ServerChild) async throws -> Void
        ) async throws {
            let folder = try TestFolder()
            let members = limits.map { "\"\($0.key)\": \($0.value)" }.sorted().joined(separator: ", ")
            let file = try folder.write("{\"limits\": {\(members)}}", to: "server.json")
            let child = try ChildProcess(
                "datasync", ["serve", "--config", file, "--port", "0", "--quiet"] + arguments)
            defer { child.kill() }
            let line = try #require(child.nextLine())
            let port = try #require(Int(line.split(separator: ":").last ?? ""), "\(line)")
            try await body(ServerChild(child: child, port: port))
        }

        /// The resident memory of the process; 0 where the system does not report it.
        var memory: Int { ResidentMemory.bytes(of: "\(child.id)") ?? 0 }

        /// Sends a request on a connection of its own, and returns the response.
        @discardableResult
        func send(
            _ method: String, _ target: String, _ body: String? = nil, headers: [String] = []
        ) async throws -> TestResponse {
            try await TestResponse.send(method, target, body, headers: headers, port: port)
        }

        /// Returns a number of the page of metrics.
        ///
        /// Asks again if the connection ends, as the time for a request may be short.
        func metric(_ name: String) async throws -> Int {
            while true {
                try #require(child.isRunning)
                guard let response = try? await send("GET", "/metrics"), response.status == 200 else { continue }
                let lines = response.body.split(separator: "\n")
                let line = lines.first { $0.hasPrefix("datasync_\(name) ") }
                return try #require(line?.split(separator: " ").last.flatMap { Int($0) }, "\(name)")
            }
        }

        /// Waits until no other connection is open than the one that asks, and no session and no stream.
        func waitUntilIdle() async throws {
            while try await metric("connections") > 1 {}
            while try await metric("sockets") > 0 {}
            while try await metric("streams") > 0 {}
        }
    }
#endif
