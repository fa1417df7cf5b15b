#if Server
    import DatasyncTree
    import Foundation
    import TestSupport
    import Testing

    @testable import datasync

    @Suite("Documents of files")
    struct DocumentFileTests {
        private func node(_ text: String, pieces length: Int) throws(DatasyncError) -> Node {
            var rest = Data(text.utf8)
            return try DocumentFile.node(at: .root) {
                defer { rest = rest.dropFirst(length) }
                return rest.isEmpty ? nil : rest.prefix(length)
            }
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
                let error = #expect(throws: CommandError.self) { try DocumentFile.node(file, at: .root) }
                #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
            }
            let missing = #expect(throws: CommandError.self) { try DocumentFile.node(file + "x", at: .root) }
            #expect(missing?.description.contains("cannot be read") == true)
        }
    }
#endif
