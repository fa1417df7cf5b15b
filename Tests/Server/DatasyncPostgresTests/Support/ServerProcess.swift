#if Postgres
    import Foundation
    import TestSupport
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A server over a database, in a process of its own.
    struct ServerProcess {
        let child: ChildProcess
        let port: Int

        /// Starts a server, and waits until it listens.
        init(_ database: TestDatabase, _ arguments: [String] = []) throws { try self.init(database.url, arguments) }

        /// Starts a server over the database of a URL, and waits until it listens.
        init(_ url: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
            child = try ChildProcess(
                "datasync", ["serve", "--database", url, "--port", "0", "--quiet"] + arguments, environment: environment
            )
            let line = try #require(child.nextLine(), "the server does not start")
            port = try #require(Int(line.split(separator: ":").last ?? ""), "\(line)")
        }

        /// Sends a request, again while the server answers 503, as it may on a machine under load.
        ///
        /// - Returns: The status, and the text of the response.
        /// - Throws: An error of the connection.
        func send(_ method: String, _ target: String, _ body: String? = nil) async throws -> (status: Int, text: String)
        {
            while true {
                let reply = try await sendOnce(method, target, body)
                if reply.status != 503 { return reply }
            }
        }

        /// Sends a request.
        func sendOnce(
            _ method: String, _ target: String, _ body: String? = nil
        ) async throws -> (status: Int, text: String) {
            var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(target)")))
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            let (data, response) = try await URLSession.shared.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
    }
#endif
