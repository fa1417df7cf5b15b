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
            for (index, chunk) in chunks.enumerated() {
                guard index > 0 else {
                    node = try Node(chunk.node.exportJSON)
                    continue
                }
                // Values take effect before priorities, as in the back end.
                let parts = try #require(chunk.members.members)
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

        private func check(_ document: Node, limit: Int, _ note: String = "") throws {
            let chunks = ImportChunks(document, limit: limit).chunks
            #expect(try written(chunks) == document, "limit \(limit) \(note)")
            for chunk in chunks {
                #expect(!chunk.parts.isEmpty)
                #expect(chunk.size == chunk.parts.reduce(0) { $0 + $1.size })
                let isSingle = chunk.parts.count == 1 && chunk.parts[0].node.children.isEmpty
                #expect(chunk.size <= limit || isSingle, "limit \(limit) \(note)")
            }
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

        @Test("a document below the limit is one chunk, which replaces the node")
        func single() throws {
            let chunks = ImportChunks(HostileDocument.all, limit: 1_000_000).chunks
            #expect(chunks.count == 1)
            #expect(chunks.first?.node == HostileDocument.all)
            #expect(ImportChunks(.null, limit: 1).chunks.map(\.node) == [.null])
        }

        @Test("a chunk is filled up to the limit")
        func filling() throws {
            let chunks = ImportChunks(HostileDocument.wide, limit: 1_000).chunks
            for chunk in chunks.dropLast() { #expect(chunk.size > 900) }
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
            ])
        func otherImport(text: String, problem: String) throws {
            var state = ImportState(document: "h", url: "http://x", namespace: "n", path: "/a", chunkBytes: 7)
            let error = #expect(throws: CommandError.self) { try state.resume(text, file: "st") }
            #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("st") == true)
        }
    }
#endif
