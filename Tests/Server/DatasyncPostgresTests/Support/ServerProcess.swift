#if Postgres
    import DatasyncAsync
    import DatasyncTesting
    import Foundation
    import TestSupport
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A server over a database, in a process of its own.
    struct ServerProcess {
        let child: ChildProcess
        private let host: String
        let port: Int
        /// The file with its log; `nil` if it writes none.
        private let logFile: String?

        /// Starts a server, and waits until it listens.
        init(_ database: TestDatabase, _ arguments: [String] = []) throws { try self.init(database.url, arguments) }

        /// Starts a server over the database of a URL, and waits until it listens.
        ///
        /// - Parameters:
        ///   - url: The URL.
        ///   - arguments: Further arguments of the command.
        ///   - environment: Further variables.
        ///   - logFile: The file that gets its log.
        ///   - link: The network namespace in which it runs, as the tool `link` has made it.
        /// - Throws: An error if it does not start.
        init(
            _ url: String, _ arguments: [String] = [], environment: [String: String] = [:], logFile: String? = nil,
            link: String? = nil
        ) throws {
            self.logFile = logFile
            if let logFile { _ = FileManager.default.createFile(atPath: logFile, contents: nil) }
            host = link == nil ? "127.0.0.1" : "10.211.1.2"
            var words = ["serve", "--database", url, "--host", host, "--port", "0"] + arguments
            if logFile == nil { words.append("--quiet") }
            if let link { words = ["netns", "exec", link, ChildProcess.path(of: "datasync")] + words }
            child = try ChildProcess(
                link == nil ? "datasync" : "/usr/sbin/ip", words, environment: environment, errors: logFile)
            let line = try #require(child.nextLine(), "the server does not start")
            port = try #require(Int(line.split(separator: ":").last ?? ""), "\(line)")
        }

        /// The log, as far as it is written.
        var log: String { logFile.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? "" }

        /// Connects a client.
        func connect() throws -> DatasyncManager {
            let url = try #require(URL(string: "ws://\(host):\(port)"))
            let configuration = WebcomConfiguration(identifier: "default", platform: .server(url))
            return WebcomApplication(configuration: configuration).datasyncService.createManager()
        }

        /// Returns the metrics once they have a text, or after half a minute without it.
        func metrics(with text: String) async throws -> String {
            var metrics = ""
            for _ in 0..<600 where !metrics.contains(text) {
                metrics = try await send("GET", "/metrics").text
                await pause(milliseconds: 50)
            }
            return metrics
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
            var request = URLRequest(url: try #require(URL(string: "http://\(host):\(port)\(target)")))
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            let (data, response) = try await URLSession.shared.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
    }
#endif
