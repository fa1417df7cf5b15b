#if Server
    import DatasyncTree
    import Testing

    @testable import DatasyncServer

    @Suite("Requests for data", .timeLimit(.minutes(30)))
    struct DataRequestTests {
        @Test("a value is put, read, merged, pushed and deleted")
        func verbs() async throws {
            try await TestServer.run { server in
                let put = try await server.send("PUT", "/contacts/ada.json", #"{"name":"Ada","age":36}"#)
                #expect(put.status == 200)
                #expect(put.body == #"{"name":"Ada","age":36}"#)
                #expect(try await server.send("GET", "/contacts/ada/name.json").body == #""Ada""#)
                let patch = try await server.send("PATCH", "/contacts/ada.json", #"{"age":37,"a/b":true}"#)
                #expect(patch.body == #"{"age":37,"a/b":true}"#)
                #expect(
                    try await server.send("GET", "/contacts/ada.json").body
                        == #"{"a":{"b":true},"age":37,"name":"Ada"}"#)
                let post = try await server.send("POST", "/contacts.json", #"{"name":"Grace"}"#)
                let key = try #require(try JSONParser.parse(post.body)["name"]?.string)
                #expect(try await server.send("GET", "/contacts/\(key)/name.json").body == #""Grace""#)
                let delete = try await server.send("DELETE", "/contacts/ada.json")
                #expect(delete.status == 200)
                #expect(delete.body == "null")
                #expect(try await server.send("GET", "/contacts/ada.json").body == "null")
            }
        }

        @Test("the keys of pushed children are in the order of the requests")
        func order() async throws {
            try await TestServer.run { server in
                var keys: [String] = []
                for number in 0..<5 {
                    let reply = try await server.send("POST", "/list.json", "\(number)")
                    keys.append(try #require(try JSONParser.parse(reply.body)["name"]?.string))
                }
                #expect(keys == keys.sorted() && Set(keys).count == 5)
            }
        }

        @Test("the keys and the priority of a node of any size can be read, if the rules allow it")
        func largeNode() async throws {
            try await TestServer.run({ configuration in
                configuration.rules = #"{"rules":{".write":true,"open":{".read":true}}}"#
            }) { server in
                let text = "\"\(String(repeating: "x", count: 6 << 20))\""
                for name in ["open", "closed"] {
                    for key in ["a", "b"] {
                        #expect(try await server.send("PUT", "/\(name)/\(key).json?print=silent", text).status == 204)
                    }
                    try await server.send("PUT", "/\(name)/.priority.json", "5")
                }
                #expect(try await server.send("GET", "/open.json").status == 413)
                #expect(try await server.send("GET", "/open.json?shallow=true").body == #"{"a":true,"b":true}"#)
                #expect(try await server.send("GET", "/open/.priority.json").body == "5")
                #expect(try await server.send("GET", "/closed.json?shallow=true").status == 401)
                #expect(try await server.send("GET", "/closed/.priority.json").status == 401)
            }
        }

        @Test("nothing is written below level 32 or below a priority")
        func places() async throws {
            try await TestServer.run { server in
                let deep = String(repeating: "/k", count: 31)
                for text in ["1", #"{"a":{"b":{"c":1}}}"#] {
                    let reply = try await server.send("POST", "\(deep)/k.json", text)
                    #expect(reply.status == 400 && reply.body.contains("deeper than the limit of 32 levels"))
                }
                #expect(try await server.send("POST", "\(deep).json", "1").status == 200)
                #expect(try await server.send("PUT", "\(deep)/k/.priority.json", "1").status == 200)
                try await server.send("PUT", "/a.json", #"{"b":1,".priority":5}"#)
                for (method, text) in [("POST", "1"), ("PATCH", #"{"x":1}"#), ("PATCH", #"{"x/y":{"z":1}}"#)] {
                    let reply = try await server.send(method, "/a/.priority.json", text)
                    #expect(reply.status == 400 && reply.body.contains("A priority has no children"), "\(reply.body)")
                }
                #expect(
                    try await server.send("GET", "/a.json?format=export").body == #"{".priority":5,"b":1}"#)
            }
        }

        @Test("print, shallow and format select the form of the response")
        func forms() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/a.json", #"{"b":{"c":1,".priority":5},"list":[1,2]}"#)
                let pretty = try await server.send("GET", "/a/list.json?print=pretty")
                #expect(pretty.body == "[\n  1,\n  2\n]\n")
                let silent = try await server.send("PUT", "/s.json?print=silent", "1")
                #expect(silent.status == 204)
                #expect(silent.body == "")
                #expect(silent.headers["content-length"] == nil)
                #expect(try await server.send("GET", "/a.json?print=silent").status == 204)
                #expect(try await server.send("GET", "/a.json?shallow=true").body == #"{"b":true,"list":true}"#)
                #expect(try await server.send("GET", "/a/b/c.json?shallow=true").body == "1")
                #expect(try await server.send("GET", "/a/b.json?format=export").body == #"{".priority":5,"c":1}"#)
                #expect(try await server.send("GET", "/a/b.json").body == #"{"c":1}"#)
                #expect(try await server.send("GET", "/a/b/.priority.json").body == "5")
            }
        }

        @Test(
            "a query selects children",
            arguments: [
                (#"orderBy="$key"&limitToFirst=2"#, #"{"a":{"age":30},"b":{"age":20}}"#),
                (#"orderBy="$key"&startAt="b"&endAt="c""#, #"{"b":{"age":20},"c":{"age":40}}"#),
                (#"orderBy="age"&limitToLast=1"#, #"{"c":{"age":40}}"#),
                (#"orderBy="age"&startAfter=20&endBefore=40"#, #"{"a":{"age":30}}"#),
                (#"orderBy="age"&equalTo=20"#, #"{"b":{"age":20}}"#),
                (#"orderBy="$priority"&startAt=1"#, "null"),
                (#"orderBy="age"&equalTo=null"#, "null"),
            ])
        func queries(query: String, expected: String) async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/people.json", #"{"a":{"age":30},"b":{"age":20},"c":{"age":40}}"#)
                let encoded = query.replacing("\"", with: "%22")
                #expect(try await server.send("GET", "/people.json?\(encoded)").body == expected)
            }
        }

        @Test("a condition holds only for the present value; otherwise the response has that value and its ETag")
        func conditions() async throws {
            try await TestServer.run { server in
                let empty = try await server.send("GET", "/n.json", headers: ["X-Firebase-ETag: true"])
                #expect(empty.headers["etag"] == "null_etag")
                let first = try await server.send("PUT", "/n.json", "1", headers: ["if-match: null_etag"])
                #expect(first.status == 200)
                let tag = try #require(
                    try await server.send("GET", "/n.json", headers: ["X-Firebase-ETag: true"]).headers["etag"])
                #expect(first.headers["etag"] == tag)
                let stale = try await server.send("PUT", "/n.json", "2", headers: ["if-match: null_etag"])
                #expect(stale.status == 412)
                #expect(stale.body == "1")
                #expect(stale.headers["etag"] == tag)
                let same = try await server.send("GET", "/n.json", headers: ["if-none-match: \(tag)"])
                #expect(same.status == 304)
                #expect(same.body == "")
                #expect(try await server.send("DELETE", "/n.json", headers: ["if-match: \(tag)"]).status == 200)
                #expect(try await server.send("GET", "/n.json").body == "null")
            }
        }

        @Test("of two writes with the same condition one succeeds")
        func compareAndSet() async throws {
            try await TestServer.run { server in
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            try await server.send("PUT", "/n.json", "\(number)", headers: ["if-match: null_etag"])
                                .status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.sorted() == [200, 412, 412, 412])
            }
        }

        @Test("server values are computed, and the response has the result")
        func serverValues() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/n.json", "5")
                let reply = try await server.send("PUT", "/n.json", #"{".sv":{"increment":2}}"#)
                #expect(reply.body == "7")
                let time = try await server.send("PUT", "/t.json", #"{".sv":"timestamp"}"#).body
                #expect(try #require(Double(time)) > 1_600_000_000_000)
            }
        }

        @Test("the method may be named by a header or a parameter of a POST request")
        func overridden() async throws {
            try await TestServer.run { server in
                try await server.send("POST", "/n.json", "3", headers: ["X-HTTP-Method-Override: PUT"])
                #expect(try await server.send("GET", "/n.json").body == "3")
                try await server.send("POST", "/n.json?x-http-method-override=DELETE")
                #expect(try await server.send("GET", "/n.json").body == "null")
            }
        }

        @Test("requests on one connection are answered in order")
        func pipelined() async throws {
            try await TestServer.run { server in
                let connection = try await RawConnection.open(port: server.port)
                let put = "PUT /n.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n"
                connection.send(put + "4" + "GET /n.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(text.split(separator: "HTTP/1.1 200 OK").count == 2)
                #expect(text.hasSuffix("\r\n\r\n4"))
            }
        }

        @Test("namespaces have separate data; an unknown one is not found")
        func namespaces() async throws {
            try await TestServer.run({ $0.namespaces = ["default", "other"] }) { server in
                try await server.send("PUT", "/n.json?ns=other", "1")
                #expect(try await server.send("GET", "/n.json?ns=other").body == "1")
                #expect(try await server.send("GET", "/n.json").body == "null")
                let unknown = try await server.send("GET", "/n.json?ns=third")
                #expect(unknown.status == 404)
                #expect(unknown.body.contains("--namespace"))
            }
        }
    }
#endif
