#if Server
    import Foundation
    import Testing

    @testable import DatasyncServer

    /// Requests that a client sends without waiting for the responses before.
    struct PipelineTests {
        @Test("the responses come in the order of the requests, also of thousands that arrive at once")
        func order() async throws {
            try await TestServer.run { (server: TestServer) async throws in
                #expect(try await server.send("PUT", "/.json", #"{"a":1,"b":2}"#).status == 200)
                let connection = try await RawConnection.open(port: server.port)
                let paths = (0..<3_000).map { ["/a.json", "/healthz", "/b.json", "/a/b/c.json"][$0 % 4] }
                let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined()
                connection.send(requests + "GET /a.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                let bodies = text.components(separatedBy: "HTTP/1.1 200 OK\r\n").dropFirst().map { response in
                    String(response.components(separatedBy: "\r\n\r\n").dropFirst().joined())
                }
                let expected = (0..<3_000).map { ["1", "ok\n", "2", "null"][$0 % 4] } + ["1"]
                #expect(bodies == expected)
            }
        }

        @Test("a write of a pipeline is done before the read after it")
        func writes() async throws {
            try await TestServer.run { (server: TestServer) async throws in
                let connection = try await RawConnection.open(port: server.port)
                var requests = ""
                for number in 1...200 {
                    let body = "\(number)"
                    requests +=
                        "PUT /a.json?print=silent HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n\(body)"
                    requests += "GET /a.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
                }
                connection.send(requests + "GET /b.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                let bodies = text.components(separatedBy: "HTTP/1.1 200 OK\r\n").dropFirst().map { response in
                    response.components(separatedBy: "\r\n\r\n")[1].components(separatedBy: "HTTP/1.1")[0]
                }
                #expect(bodies == (1...200).map(String.init) + ["null"])
            }
        }
    }
#endif
