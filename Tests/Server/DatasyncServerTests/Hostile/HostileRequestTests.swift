#if Server
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// Requests of an attacker, each with the status that it must get.
    @Suite("Hostile requests", .timeLimit(.minutes(30)))
    struct HostileRequestTests {
        struct Row: Sendable, CustomTestStringConvertible {
            let name: String
            /// The request after its method: the target, the headers and the body.
            var method = "PUT"
            var target = "/a.json"
            var headers: [String] = []
            var body = ""
            let status: Int

            var testDescription: String { name }

            var bytes: String {
                (["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers)
                    .joined(separator: "\r\n") + "\r\n\r\n" + body
            }
        }

        /// A text of a request, and headers that describe its length in two ways or in none.
        static let framing = [
            Row(
                name: "length and chunks", headers: ["Content-Length: 3", "Transfer-Encoding: chunked"],
                body: "1\r\n1\r\n0\r\n\r\n", status: 400),
            Row(name: "two lengths", headers: ["Content-Length: 1", "Content-Length: 2"], body: "12", status: 400),
            Row(name: "negative length", headers: ["Content-Length: -1"], body: "1", status: 400),
            Row(name: "length above all integers", headers: ["Content-Length: 99999999999999999999"], status: 400),
            Row(name: "length in words", headers: ["Content-Length: one"], body: "1", status: 400),
            Row(
                name: "chunk above all integers", headers: ["Transfer-Encoding: chunked"],
                body: "FFFFFFFFFFFFFFFFF\r\n1", status: 400),
            Row(
                name: "chunk of a negative size", headers: ["Transfer-Encoding: chunked"], body: "-1\r\n1\r\n",
                status: 400),
            Row(name: "folded header", method: "GET", headers: ["X: a\r\n b"], status: 400),
            Row(name: "zero byte in a header", method: "GET", headers: ["X: a\u{0}b"], status: 400),
            Row(name: "blank in a name", method: "GET", headers: ["X y : a"], status: 400),
            Row(name: "a method without a meaning", method: "FROB", status: 400),
            Row(name: "a whole address", method: "GET", target: "http://other.example/a.json", status: 200),
            Row(name: "a large content of a HEAD", method: "HEAD", headers: ["Content-Length: 100000"], status: 413),
            Row(
                name: "a large content of a GET in the form of a POST", method: "POST",
                headers: ["X-HTTP-Method-Override: get", "Content-Length: 100000"], status: 413),
            Row(
                name: "the same, by a parameter and in chunks", method: "POST",
                target: "/a.json?x-http-method-override=GET", headers: ["Transfer-Encoding: chunked"],
                body: "1ffff\r\n" + String(repeating: "1", count: 0x1FFFF), status: 413),
            Row(name: "no protocol", method: "GET", target: "/a.json HTTP/9.9\r\nX:", status: 400),
        ]

        static let compressed = ["gzip", "br", "deflate", "x-gzip", "zstd", "gzip, identity"].flatMap { coding in
            [
                Row(
                    name: "content \(coding)",
                    headers: ["Content-Encoding: \(coding)", "Content-Length: \(bomb.utf8.count)"], body: bomb,
                    status: 415),
                Row(
                    name: "transfer \(coding)", headers: ["Transfer-Encoding: \(coding), chunked"],
                    body: "4\r\n1234\r\n0\r\n\r\n", status: 415),
            ]
        }

        /// The first bytes of compressed data; the server must not look at the rest.
        private static let bomb = "\u{1F}\u{8}\u{0}\u{0}" + String(repeating: "\u{0}", count: 1_000)

        static let traversal = [
            Row(name: "dots", method: "GET", target: "/../../etc/passwd", status: 404),
            Row(name: "dots with the suffix", method: "GET", target: "/../a.json", status: 400),
            Row(name: "one dot", method: "GET", target: "/./a.json", status: 400),
            Row(name: "encoded dots", method: "GET", target: "/%2e%2e/a.json", status: 400),
            Row(name: "encoded slashes", method: "GET", target: "/a%2f..%2f..%2fb.json", status: 400),
            Row(name: "dots encoded twice are a key", method: "GET", target: "/%252e%252e/a.json", status: 200),
            Row(name: "zero byte", method: "GET", target: "/a%00.json", status: 400),
            Row(name: "zero byte before the suffix", method: "GET", target: "/a.txt%00.json", status: 400),
            Row(name: "long form of a slash", method: "GET", target: "/a%c0%afb.json", status: 400),
            Row(name: "backslashes are a part of a key", method: "GET", target: "/..%5c..%5ca.json", status: 400),
            Row(name: "rules by a detour", method: "GET", target: "/x/../.settings/rules.json", status: 400),
            Row(name: "rules with slashes", method: "GET", target: "//.settings/rules.json", status: 400),
            Row(name: "encoded rules", method: "GET", target: "/%2esettings/rules.json", status: 400),
            Row(name: "namespace with slashes", method: "GET", target: "/a.json?ns=../../etc", status: 400),
            Row(name: "namespace with encoded slashes", method: "GET", target: "/a.json?ns=%2e%2e%2fetc", status: 400),
            Row(name: "namespace with a zero byte", method: "GET", target: "/a.json?ns=a%00", status: 400),
            Row(name: "namespace with a line break", method: "GET", target: "/a.json?ns=a%0d%0aX:%20y", status: 400),
            Row(name: "namespace of invalid UTF-8", method: "GET", target: "/a.json?ns=%c0%ae", status: 400),
            Row(name: "no namespace", method: "GET", target: "/a.json?ns=", status: 400),
            Row(
                name: "long namespace", method: "GET", target: "/a.json?ns=" + String(repeating: "n", count: 10_000),
                status: 400),
        ]

        /// A rule whose expression has more parentheses than the stack has room for.
        private static let rules = #"{"rules":{".read":""# + String(repeating: "(", count: 500_000) + #""}}"#

        static let nesting = [
            Row(
                name: "a name twice", headers: ["Content-Length: 19"], body: #"{"b":{"a":1,"a":2}}"#, status: 400),
            Row(
                name: "deep JSON", headers: ["Content-Length: 1000000"], body: String(repeating: "[", count: 1_000_000),
                status: 400),
            Row(
                name: "deep objects", headers: ["Content-Length: 500000"],
                body: String(repeating: #"{"a":"#, count: 100_000), status: 400),
            Row(
                name: "deep parameter", method: "GET",
                target: "/a.json?orderBy=%22a%22&equalTo=" + String(repeating: "[", count: 60_000), status: 400),
            Row(
                name: "deep path", method: "GET", target: String(repeating: "/a", count: 30_000) + ".json", status: 400),
            Row(
                name: "deep rules", target: "/.settings/rules.json",
                headers: ["Authorization: Bearer owner", "Content-Length: \(rules.utf8.count)"],
                body: rules, status: 400),
        ]

        /// Names of protocols; a handler that calls itself for each of them must not see them all.
        static let floods = [
            Row(
                name: "names of protocols", method: "GET",
                headers: ["Upgrade: " + String(repeating: "a,", count: 38_000)],
                status: 200),
            Row(
                name: "headers with names of protocols", method: "GET",
                headers: [String](repeating: "Upgrade: a, b, c, d", count: 200), status: 200),
            Row(
                name: "names of protocols of a session", method: "GET", target: "/.ws?v=5&ns=default",
                headers: ["Upgrade: " + String(repeating: "a,", count: 30_000) + "websocket"], status: 426),
            Row(
                name: "parameters", method: "GET", target: "/a.json?" + String(repeating: "a&", count: 38_000),
                status: 200),
        ]

        @Test(
            "get the status of their fault, and the server goes on",
            arguments: framing + compressed + traversal + nesting + floods)
        func row(row: Row) async throws {
            try await TestServer.run({ $0.isEmulator = true }) { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send(row.bytes)
                let line = try #require(await connection.read(through: "\r\n"))
                #expect(line.hasPrefix("HTTP/1.1 \(row.status) "), "\(line)")
                connection.close()
                #expect(try await server.send("GET", "/healthz").status == 200)
            }
        }

        @Test("headers above the limit of the parser are refused or end the connection", arguments: [false, true])
        func headerFlood(inTrailers: Bool) async throws {
            try await TestServer.run { server in
                let connection = try await RawConnection.open(port: server.port)
                let start =
                    inTrailers
                    ? "PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n" : "GET / HTTP/1.1\r\n"
                connection.send(start + String(repeating: "X-Name: value\r\n", count: 100_000) + "\r\n")
                let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"), "\(text)")
                #expect(try await server.send("GET", "/healthz").status == 200)
            }
        }

        @Test("a namespace whose name is a path to the parent is no path of a file")
        func namespaceNames() async throws {
            let folder = try TestFolder()
            let directory = folder.file("outer/data")
            try folder.make("outer")
            try await TestServer.run({
                $0.isEmulator = true
                $0.dataDirectory = directory
            }) { server in
                for name in ["..", ".", "~", "%2e%2e", "a%5cb", "%25"] {
                    let put = try await server.send("PUT", "/n.json?ns=\(name)", "\"\(name)\"")
                    #expect(put.status == 200)
                    let read = try await server.send("GET", "/n.json?ns=\(name)")
                    #expect(read.body == "\"\(name)\"")
                }
            }
            // All data are in the directory of the data.
            #expect(try folder.names("outer") == ["data"])
            #expect(try folder.names(".") == ["outer"])
        }
    }
#endif
