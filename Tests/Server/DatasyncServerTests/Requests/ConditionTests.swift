#if Server
    import DatasyncTree
    import Testing

    @testable import DatasyncServer

    @Suite("Conditions of requests", .timeLimit(.minutes(30)))
    struct ConditionTests {
        @Test(
            "a header is a list of tags, with or without quotes, or any value",
            arguments: [
                ([], nil), (["*"], .any), ([" * "], .any), (["x"], .tags([.init(text: "x")])),
                ([#""x""#], .tags([.init(text: "x")])), ([""], .tags([])),
                (
                    [#"W/"a,b", "c" ,d"#, "e"],
                    .tags([
                        .init(text: "a,b", isWeak: true), .init(text: "c"), .init(text: "d"), .init(text: "e"),
                    ])
                ),
                ([#""open"#], .tags([.init(text: #""open"#)])),
            ] as [([String], ETagCondition?)])
        func parsing(values: [String], expected: ETagCondition?) {
            #expect(ETagCondition(values) == expected)
        }

        @Test("if-match writes if one of its tags is that of the value; a weak one never is")
        func ifMatch() async throws {
            try await TestServer.run { server in
                func put(_ value: String, _ condition: String) async throws -> TestResponse {
                    try await server.send("PUT", "/n.json", value, headers: ["If-Match: \(condition)"])
                }
                #expect(try await put("1", "*").status == 412)
                #expect(try await put("1", #""x", null_etag"#).status == 200)
                let second = try await put("2", "*")
                let tag = try #require(second.headers["etag"])
                #expect(second.status == 200)
                #expect(try await put("3", "W/\"\(tag)\"").status == 412)
                #expect(try await put("3", "\"x\", W/\"\(tag)\"").status == 412)
                let stale = try await put("3", #""x", "y""#)
                #expect(stale.status == 412 && stale.body == "2" && stale.headers["etag"] == tag)
                #expect(try await put("3", "\"x\", \"\(tag)\"").status == 200)
                let removed = try await server.send("DELETE", "/n.json", headers: ["If-Match: *"])
                #expect(removed.status == 200)
                #expect(try await server.send("DELETE", "/n.json", headers: ["If-Match: *"]).status == 412)
            }
        }

        @Test("if-none-match gives 304 for any of its tags, weak ones included")
        func ifNoneMatch() async throws {
            try await TestServer.run { server in
                #expect(try await server.send("GET", "/n.json", headers: ["If-None-Match: *"]).status == 200)
                #expect(try await server.send("PUT", "/n.json", "1").status == 200)
                let tag = try #require(
                    try await server.send("GET", "/n.json", headers: ["X-Firebase-ETag: true"]).headers["etag"])
                for condition in ["*", tag, "\"\(tag)\"", "W/\"\(tag)\"", "\"x\", W/\"\(tag)\""] {
                    for method in ["GET", "HEAD"] {
                        let reply = try await server.send(method, "/n.json", headers: ["If-None-Match: \(condition)"])
                        #expect(reply.status == 304 && reply.body.isEmpty, "\(method) \(condition)")
                        #expect(reply.headers["etag"] == tag)
                    }
                }
                let other = try await server.send("GET", "/n.json", headers: ["If-None-Match: \"x\", W/\"y\""])
                #expect(other.status == 200 && other.body == "1")
            }
        }

        @Test("many clients that write with any value as the condition all succeed, one after the other")
        func contention() async throws {
            try await TestServer.run { server in
                #expect(try await server.send("PUT", "/n.json", "0").status == 200)
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 1...8 {
                        group.addTask {
                            try await server.send("PUT", "/n.json", "\(number)", headers: ["If-Match: *"]).status
                        }
                    }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 200, count: 8))
            }
        }

        @Test("a write with a server value returns the ETag of the stored value")
        func serverValue() async throws {
            try await TestServer.run { server in
                let put = try await server.send(
                    "PUT", "/n.json", #"{"at":{".sv":"timestamp"},"a":1}"#, headers: ["X-Firebase-ETag: true"])
                let get = try await server.send("GET", "/n.json", headers: ["X-Firebase-ETag: true"])
                #expect(put.status == 200 && put.body == get.body)
                #expect(put.headers["etag"] != nil && put.headers["etag"] == get.headers["etag"])
            }
        }
    }
#endif
