#if Server
    /// The response to an HTTP request.
    struct TestResponse {
        struct Malformed: Error {
            let text: String
        }

        let status: Int
        /// The headers, with names in lower case.
        let headers: [String: String]
        let body: String

        /// Sends a request on a connection of its own, and returns the response.
        static func send(
            _ method: String, _ target: String, _ body: String? = nil, headers: [String] = [], port: Int
        ) async throws -> TestResponse {
            let connection = try await RawConnection.open(port: port)
            defer { connection.close() }
            var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost:\(port)", "Connection: close"] + headers
            if let body { lines.append("Content-Length: \(body.utf8.count)") }
            connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
            return try TestResponse(await connection.readToEnd())
        }

        init(_ bytes: [UInt8]) throws {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n") else { throw Malformed(text: text) }
            let lines = text[..<end.lowerBound].split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count > 1, let status = Int(words[1]) else { throw Malformed(text: text) }
            self.status = status
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
            }
            self.headers = headers
            body = String(text[end.upperBound...])
        }
    }
#endif
