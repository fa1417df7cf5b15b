#if Server
    import DatasyncTree
    import DatasyncWire
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Previews", .timeLimit(.minutes(30)))
    struct PreviewTests {
        @Test("[console 4] a preview has the start of each child, whatever its size")
        func children() async throws {
            try await TestServer.run { server in
                let (long, more) = (String(repeating: "ä", count: 4 << 20), String(repeating: "x", count: 4 << 20))
                try await server.send("PUT", "/a.json", #"{"t":true,"n":1.5,"s":"é","o":{"x":1,"y":{"z":2}}}"#)
                try await server.send("PUT", "/a/long.json", "\"\(long)\"")
                try await server.send("PUT", "/a/more.json", "\"\(more)\"")
                #expect(try await server.send("GET", "/a.json").status == 413)
                let starts = [long, more].map { "{\".bytes\":\($0.utf8.count),\".start\":\"\($0.prefix(200))\"}" }
                #expect(
                    try await server.send("GET", "/a.json?preview=true").body
                        == #"{"long":\#(starts[0]),"more":\#(starts[1]),"n":1.5,"o":{".children":2},"s":"é","t":true}"#)
                #expect(try await server.send("GET", "/a/n.json?preview=true").body == "1.5")
                #expect(try await server.send("GET", "/a/none.json?preview=true").body == "null")
            }
        }

        @Test("the memory that a read waits for is that of its response, not of the whole node")
        func sizes() throws {
            let text = JSON.string(String(repeating: "x", count: 1_000))
            let node = try Node(.object((0..<1_000).map { JSON.Member("k\($0)", text) }))
            for (query, bytes) in [
                ("", 1_000_000...2_000_000), ("?preview=true", 200_000...600_000), ("?shallow=true", 10_000...100_000),
                ("?print=silent", 0...0),
            ] {
                let size = node.responseSize(try RequestOptions(RequestTarget("/a.json\(query)")))
                #expect(bytes.contains(size), "\(query): \(size)")
            }
        }

        @Test("[console 4] a preview of a window of keys, and refusals of what it cannot be combined with")
        func window() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/a.json", #"{"a":1,"b":{"x":1},"c":3,"d":4}"#)
                let window = "/a.json?preview=true&orderBy=%22$key%22&startAt=%22b%22&limitToFirst=2"
                #expect(try await server.send("GET", window).body == #"{"b":{".children":1},"c":3}"#)
                for other in ["shallow=true", "format=export", "orderBy=%22x%22", "orderBy=%22$value%22"] {
                    let reply = try await server.send("GET", "/a.json?preview=true&\(other)")
                    #expect(reply.status == 400 && reply.body.contains("preview"), "\(other): \(reply.body)")
                }
                #expect(try await server.send("GET", "/a.json?preview=1").status == 400)
                let tag = try await server.send("GET", "/a.json?preview=true", headers: ["X-Firebase-ETag: true"])
                #expect(tag.status == 400)
            }
        }

        @Test("[console 4] a preview has at most 10,000 children, so that its response is small")
        func limit() async throws {
            try await TestServer.run { server in
                let long = String(repeating: "x", count: 1_000)
                func body(_ numbers: Range<Int>) -> String {
                    "{\(numbers.map { "\"k\($0)\":\"\(long)\"" }.joined(separator: ","))}"
                }
                try await server.send("PUT", "/a.json?print=silent", body(0..<5_000))
                try await server.send("PATCH", "/a.json?print=silent", body(5_000..<10_000))
                let all = try await server.send("GET", "/a.json?preview=true")
                #expect(all.status == 200 && all.body.utf8.count < 3_000_000)
                try await server.send("PUT", "/a/k10000.json", "1")
                let tooMany = try await server.send("GET", "/a.json?preview=true")
                #expect(tooMany.status == 413)
                #expect(tooMany.body.contains("10001") && tooMany.body.contains("limitToFirst"))
                let window = try await server.send("GET", "/a.json?preview=true&orderBy=%22$key%22&limitToFirst=1")
                #expect(window.status == 200 && window.body.contains(".bytes"))
            }
        }

        @Test("[console 4] a preview needs the right to read")
        func rights() async throws {
            try await TestServer.run({ $0.rules = #"{"rules":{"open":{".read":true}}}"# }) { server in
                let (open, all) = (
                    try await server.send("GET", "/open.json?preview=true"),
                    try await server.send("GET", "/.json?preview=true")
                )
                #expect(open.status == 200 && all.status == 401)
            }
        }

        @Test("[console 5] a stream of previews has the child and the path of each change")
        func translation() throws {
            let path = try Path("/a")
            let translator = StreamTranslator(path: path, isPreview: true)
            var value = Node.null
            func event(_ push: Push) -> String? {
                value = translator.value(value, after: push)
                return translator.event(for: push, value: value)
            }
            let node = try Node(JSONParser.parse(#"{"b":{"x":1},"c":2}"#))
            #expect(
                event(.set(path: path, node: node, tag: nil))
                    == "event: put\ndata: {\"path\":\"/\",\"data\":{\"b\":{\".children\":1},\"c\":2}}\n\n")
            #expect(
                event(.set(path: try Path("/a/b/y/z"), node: try Node(.number(1)), tag: nil))
                    == "event: put\ndata: {\"path\":\"/b\",\"data\":{\".children\":2},\"changed\":\"/b/y/z\"}\n\n")
            #expect(
                event(.set(path: try Path("/a/c"), node: .null, tag: nil))
                    == "event: put\ndata: {\"path\":\"/c\",\"data\":null,\"changed\":\"/c\"}\n\n")
            let parts = [(try Path("b/x"), Node.null), (try Path("d"), try Node(.string("é")))]
            #expect(
                event(.merge(path: path, children: parts, tag: nil))
                    == "event: patch\ndata: {\"path\":\"/\",\"data\":{\"b\":{\".children\":1},\"d\":\"é\"},\"changed\":[\"/b/x\",\"/d\"]}\n\n"
            )
        }

        @Test("[console 5] previews folded from a stream are those of a read, after random writes")
        func random() async throws {
            try await TestServer.run { server in
                var random = SeededGenerator(seed: 20_261_128)
                let stream = try await RawConnection.open(port: server.port)
                stream.send("GET /a.json?preview=true HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
                _ = await stream.read(through: "\r\n\r\n")
                var shown: [String: JSON] = [:]
                for number in 0..<200 {
                    let keys = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                        ["x", "y", "5"].randomElement(using: &random) ?? "x"
                    }
                    let value = ["null", "\(number)", #"{"p":\#(number),"q":1}"#].randomElement(using: &random) ?? "1"
                    let body = Bool.random(using: &random) ? value : #"{"m":\#(value),"n/o":2}"#
                    let method = body == value ? "PUT" : "PATCH"
                    try await server.send(method, "/a/\(keys.joined(separator: "/")).json", body)
                }
                try await server.send("PUT", "/a/end.json", "1")
                while shown["end"] == nil {
                    guard await stream.read(through: "data: ") != nil,
                        let text = await stream.read(through: "\n\n")
                    else { break }
                    let event = try JSONParser.parse(String(text.dropLast(2)))
                    let children = event["data"] ?? .null
                    let path = event["path"]?.string ?? ""
                    if path == "/" {
                        if event["changed"] == nil { shown = [:] }
                        for member in children.members ?? [] { shown[member.name] = member.value }
                    } else {
                        shown[String(path.dropFirst())] = children
                    }
                    shown = shown.filter { !$0.value.isNull }
                }
                stream.close()
                let read = try JSONParser.parse(try await server.send("GET", "/a.json?preview=true").body)
                let expected = Dictionary(
                    uniqueKeysWithValues: (read.members ?? []).map { ($0.name, $0.value.text) })
                #expect(shown.mapValues(\.text) == expected, "seed 20261128")
            }
        }
    }
#endif
