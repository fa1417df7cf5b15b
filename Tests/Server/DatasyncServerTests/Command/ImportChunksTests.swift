#if Server
    import DatasyncTree
    import TestSupport
    import Testing

    @testable import datasync

    @Suite("The chunks of an import")
    struct ImportChunksTests {
        /// Returns the document that the requests for some chunks write.
        private func written(_ chunks: [ImportChunks.Chunk]) throws -> Node {
            var node = Node.null
            for chunk in chunks {
                let body = try JSONParser.parse(chunk.text)
                guard case .merge = chunk else {
                    node = try Node(body)
                    continue
                }
                // Values take effect before priorities, as in the back end.
                let parts = try #require(body.members)
                for isPriority in [false, true] {
                    for part in parts {
                        let path = try Path(part.name, allowsPriority: true)
                        guard path.last?.isPriority == isPriority else { continue }
                        node.set(try Node(part.value, at: path), at: path)
                    }
                }
            }
            return node
        }

        /// Returns the chunks of a text that arrives in pieces of a length.
        static func chunks(
            of text: String, at path: Path = .root, limit: Int, limits: Limits = Limits(), pieces: Int = 50,
            partBytes: Int = 1
        ) throws(DatasyncError) -> [ImportChunks.Chunk] {
            var (divider, chunks) = (
                DocumentDivider(partBytes: partBytes), ImportChunks(at: path, limit: limit, limits: limits)
            )
            var all: [ImportChunks.Chunk] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                try divider.accept(Array(rest.prefix(pieces))) { part throws(DatasyncError) in try chunks.add(part) }
                rest = rest.dropFirst(pieces)
                all += chunks.take()
            }
            try divider.finish { part throws(DatasyncError) in try chunks.add(part) }
            try chunks.finish()
            return all + chunks.take()
        }

        private func check(_ chunks: [ImportChunks.Chunk], _ document: Node, limit: Int, _ note: String) throws {
            let note = "limit \(limit), \(note)"
            #expect(try written(chunks) == document, "\(note)")
            #expect(document.size > limit || chunks.count == 1, "\(note)")
            for (index, chunk) in chunks.enumerated() {
                switch chunk {
                case .replacement(let node):
                    #expect(index == 0, "\(note)")
                    let isSingle = try JSONParser.parse(chunk.text).text.filter { $0 == "," }.count <= 1
                    #expect(node.size <= limit || isSingle, "\(note)")
                case .merge(let parts):
                    #expect(index > 0 && !parts.isEmpty, "\(note)")
                    let size = parts.reduce(0) { $0 + $1.size }
                    #expect(size <= limit || parts.count == 1 && parts[0].node.children.isEmpty, "\(note)")
                }
            }
        }

        private func check(_ document: Node, limit: Int, _ note: String = "") throws {
            try check(ImportChunks.chunks(of: document, at: .root, limit: limit), document, limit: limit, note)
        }

        @Test("together are the document, and each is below the limit unless it is a single primitive")
        func union() throws {
            for document in [HostileDocument.all, HostileDocument.deep, HostileDocument.wide, .null, .number(1)] {
                for limit in [1, 10, 100, 1_000, 100_000, .max] { try check(document, limit: limit) }
            }
            var random = SeededGenerator(salt: 9_071)
            for _ in 0..<500 {
                let document = try HostileDocument.random(&random)
                try check(document, limit: 1 + random.below(200), Seed.note)
            }
        }

        @Test("of a text that arrives in parts are the same, however it is divided")
        func divided() throws {
            for document in [HostileDocument.all, HostileDocument.deep, HostileDocument.wide, .null, .number(1)] {
                for limit in [1, 100, 1_000, .max] {
                    let chunks = try Self.chunks(of: document.exportJSON.text, limit: limit, partBytes: 100)
                    #expect(try chunks == ImportChunks.chunks(of: document, at: .root, limit: limit))
                }
            }
            var random = SeededGenerator(salt: 9_073)
            for _ in 0..<500 {
                let document =
                    random.chance(50)
                    ? try HostileDocument.random(&random) : random.node(depth: 4, priorities: 30)
                let (limit, pieces) = (1 + random.below(200), 1 + random.below(50))
                let text = document.exportJSON.text
                let chunks = try Self.chunks(of: text, limit: limit, pieces: pieces, partBytes: 1 + random.below(60))
                try check(chunks, document, limit: limit, "\(text), \(Seed.note)")
                // The text is in the order of the keys.
                let whole = try ImportChunks.chunks(of: document, at: .root, limit: limit)
                #expect(chunks == whole, "limit \(limit), \(text), \(Seed.note)")
            }
        }

        @Test("a node that fits into a chunk is not divided, wherever the text is")
        func undividedNodes() throws {
            let text = #"{"b":{"x":1,"y":2},"a":{"x":1,"y":2},"c":{"d":{"x":1,"y":2},"e":{"x":1,"y":2}}}"#
            let node = try Node(["x": 1, "y": 2])
            let path = Path([Key(unchecked: "c"), Key(unchecked: "d")])
            let smallest = ImportChunks.Chunk.Part(path: path, node: node).size
            for limit in smallest...200 {
                for chunk in try Self.chunks(of: text, limit: limit) {
                    let divided = ["x", "y"].filter { chunk.text.contains("/\($0)\"") }
                    #expect(divided.isEmpty, "limit \(limit): \(chunk.text)")
                }
            }
            #expect(try Self.chunks(of: text, limit: smallest).count > 2)
        }

        @Test("a container without data in several parts is no child")
        func emptyContainers() throws {
            let text = #"{"a":{"x":null,"y":null,".priority":1},"a":{"x":1,"y":2},"b":[null,null],"b":3}"#
            #expect(try written(Self.chunks(of: text, limit: 1)).text == #"{"a":{"x":1,"y":2},"b":3}"#)
        }

        @Test(
            "a document that only all parts together show to be wrong is refused",
            arguments: [
                (#"{"a":1,"b":2,"a":3}"#, "The value at /x has the member \"a\" twice."),
                (#"{"a":{"b":1,"c":2},"d":3,"a":4}"#, "The value at /x has the member \"a\" twice."),
                (#"{"a":{"b":1,"c":2},"d":3,"a":{"e":1,"f":2}}"#, "The value at /x has the member \"a\" twice."),
                (#"{"a":{"b":1,"c":[1,2],"b":3}}"#, "The value at /x/a has the member \"b\" twice."),
                (#"{"a":{"b":1,".value":2}}"#, "The value at /x/a has \".value\" beside children."),
                ("{\"a\":1,", "The JSON text ends before its last closing bracket; complete it."),
                ("{\"a\":1} x", "Text follows the JSON document; remove it."),
            ])
        func wrong(text: String, message: String) throws {
            let error = #expect(throws: DatasyncError.self) {
                try Self.chunks(of: text, at: Path([Key(unchecked: "x")]), limit: 10)
            }
            #expect(error?.message == message)
        }

        @Test("limits of nodes in several parts are found as soon as they are exceeded")
        func limits() throws {
            var limits = Limits()
            (limits.children, limits.keyBytes) = (50, 300)
            let children = (0..<60).map { #""k\#($0)":1"# }.joined(separator: ",")
            let keys = (0..<40).map { #""a long key \#($0)":1"# }.joined(separator: ",")
            for (text, problem) in [
                ("{\(children)}", "The node / would have 51 children"),
                ("{\"a\":{\(children)},\"b\":1}", "The node /a would have 51 children"),
                ("{\(children), unfinished", "The node / would have 51 children"),
                ("{\"a\":{\(keys)},\"b\":1}", "The keys below /a would take "),
            ] {
                for limit in [10, 1_000] {
                    let error = #expect(throws: DatasyncError.self) {
                        try Self.chunks(of: text, limit: limit, limits: limits)
                    }
                    #expect(error?.message.hasPrefix(problem) == true, "\(error?.message ?? "none")")
                }
            }
            let fitting = (0..<50).map { #""k\#($0)":1"# }.joined(separator: ",")
            let text = #"{\#(fitting),"e":{"x":null,"y":null}}"#
            #expect(try written(Self.chunks(of: text, limit: 10, limits: limits)).children.count == 50)
        }

        @Test("a document below the limit is one chunk, which replaces the node")
        func single() throws {
            let document = HostileDocument.all
            let chunks = try ImportChunks.chunks(of: document, at: .root, limit: 1_000_000)
            #expect(chunks == [.replacement(document)])
            #expect(try Self.chunks(of: document.exportJSON.text, limit: document.size) == [.replacement(document)])
            #expect(try ImportChunks.chunks(of: .null, at: .root, limit: 1) == [.replacement(.null)])
        }

        @Test("a chunk is filled up to the limit")
        func filling() throws {
            let wide = HostileDocument.wide
            let chunks = try ImportChunks.chunks(of: wide, at: .root, limit: 1_000)
            let divided = try Self.chunks(of: wide.exportJSON.text, limit: 1_000, partBytes: 100)
            for chunk in chunks.dropLast() + divided.dropLast() { #expect(chunk.text.utf8.count > 800) }
            #expect(abs(divided.count - chunks.count) <= 1)
        }

        @Test("a state continues at the first chunk that was not acknowledged")
        func resumption() throws {
            var state = ImportState(document: "h", url: "http://x", namespace: "n", path: "/a", chunkBytes: 7)
            state.acknowledged = 3
            let text = state.text
            state.acknowledged = 0
            try state.resume(text, file: "f")
            #expect(state.acknowledged == 3)
        }

        @Test(
            "a state of another import is an error that names the difference",
            arguments: [
                ("{", "not the state of an import"), ("{}", "not the state of an import"),
                (#"{"acknowledged":-1}"#, "not the state of an import"),
                (#"{"acknowledged":1}"#, "its document is missing"),
                (
                    #"{"document":"h","url":"http://x","namespace":"n","path":"/b","chunkBytes":7,"acknowledged":1}"#,
                    #"its path is "/b", not "/a""#
                ),
                (
                    #"{"document":"h","url":"http://x","namespace":"n","path":"/a","chunkBytes":8,"acknowledged":1}"#,
                    "its chunkBytes is 8, not 7"
                ),
                (
                    #"{"document":"h","url":"http://x","namespace":"n","path":"/a","chunkBytes":7,"acknowledged":1}"#,
                    "its version is missing, not 2"
                ),
            ])
        func otherImport(text: String, problem: String) throws {
            var state = ImportState(document: "h", url: "http://x", namespace: "n", path: "/a", chunkBytes: 7)
            let error = #expect(throws: CommandError.self) { try state.resume(text, file: "st") }
            #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("st") == true)
        }
    }
#endif
