#if Server
    import DatasyncTree
    import Foundation
    import TestSupport
    import Testing

    @testable import datasync

    @Suite("Documents of files")
    struct DocumentFileTests {
        private func node(_ text: String, pieces length: Int) throws(DatasyncError) -> Node? {
            let chunks = try ImportChunksTests.chunks(of: text, limit: .max, pieces: length, partBytes: 8)
            guard case .replacement(let node)? = chunks.first else { return nil }
            return node
        }

        /// Returns the document that a file contains, read as one chunk.
        private func read(_ file: DocumentFile, digest: String? = nil) throws -> (node: Node?, digest: String) {
            var reading = try file.read(at: .root, limit: .max, digest: digest)
            guard case .replacement(let node)? = try reading.next() else { return (nil, reading.digest) }
            #expect(try reading.next() == nil)
            return (node, reading.digest)
        }

        @Test("are read in pieces of any length")
        func pieces() throws {
            var random = SeededGenerator(salt: 9_072)
            for _ in 0..<300 {
                let json = random.json(levels: 4, keys: ["a", "b\"", "0", "10", "\u{1F600}"])
                let text = random.pick(["", " \n"]) + json.text + random.pick(["", "\n\t "])
                #expect(try node(text, pieces: 1 + random.below(9)) == Node(json), "\(text), \(Seed.note)")
            }
        }

        @Test(
            "with an error are refused",
            arguments: [
                ("", "Malformed JSON at line 1, column 1: expected a value (the text ends here)."),
                ("{\"a\":1", "The JSON text ends before its last closing bracket; complete it."),
                ("{\"a\":1} 2", "Text follows the JSON document; remove it."),
                (" \u{FEFF}1", "Malformed JSON at line 1, column 2: expected a value."),
                ("1 2", "Malformed JSON at line 1, column 3: expected the end of the text after the value."),
                ("[1,]", "Malformed JSON: a comma before a closing bracket."),
            ])
        func refused(text: String, message: String) {
            for length in [1, 3, 100] {
                let error = #expect(throws: DatasyncError.self) { try node(text, pieces: length) }
                #expect(error?.message == message)
            }
        }

        @Test("a damaged file is named with the line of the error, or as missing")
        func files() throws {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let file = directory.appendingPathComponent("contacts.json").path
            for (text, message) in [
                ("{\n\"a\": 1,\n}", "\(file): Malformed JSON at line 3, column 1: expected a member name in quotes."),
                ("{\"a.b\": 1}", "\(file): In the value at /: The key \"a.b\" "),
            ] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                let error = #expect(throws: CommandError.self) { try read(DocumentFile(file)) }
                #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
            }
            for name in [file + "x", directory.path] {
                let error = #expect(throws: CommandError.self) { try read(DocumentFile(name)) }
                #expect(error?.description.contains("cannot be read") == true, "\(error?.description ?? "")")
            }
        }

        @Test("a pipe is read twice, as a file is")
        func pipe() throws {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(#"{"a": [1, 2], "b": "x"}"#.utf8))
            let name = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
            try pipe.fileHandleForWriting.close()
            let file = try DocumentFile(name)
            let (node, digest) = try read(file)
            #expect(node?.text == #"{"a":{"0":1,"1":2},"b":"x"}"#)
            #expect(try read(file, digest: digest).node == node)
        }

        @Test("a file that changes between two readings is refused at its end")
        func changedFile() throws {
            let folder = try TestFolder()
            let name = try folder.write(#"{"a":1}"#, to: "in.json")
            let file = try DocumentFile(name)
            let digest = try read(file).digest
            for text in [#"{"a":2}"#, #"{"a":}}"#] {
                let handle = try #require(FileHandle(forWritingAtPath: name))
                try handle.write(contentsOf: Data(text.utf8))
                let error = #expect(throws: CommandError.self) { try read(file, digest: digest) }
                #expect(
                    error?.description == "\(name) has changed since it was checked; import it again from the start.")
            }
        }
    }
#endif
