#if Server
    import DatasyncTree
    import Foundation

    /// Files with documents of any size.
    enum DocumentFile {
        /// The number of bytes to read at a time.
        private static let pieceBytes = 1 << 20

        /// Returns the document of a file, keeping only a part of its text in memory; `-` is standard input.
        ///
        /// - Parameters:
        ///   - name: The name of the file.
        ///   - path: The path of the document, for its limits.
        /// - Returns: The document.
        /// - Throws: ``CommandError`` with the file and, except for standard input, the place of the error.
        static func node(_ name: String, at path: Path) throws(CommandError) -> Node {
            guard let handle = name == "-" ? .standardInput : FileHandle(forReadingAtPath: name) else {
                throw CommandError("The file \(name) cannot be read; check its path and its permissions.")
            }
            do throws(DatasyncError) {
                return try node(at: path) { try? handle.read(upToCount: pieceBytes) }
            } catch {
                if name == "-" { throw CommandError("Standard input: \(error.message)") }
            }
            // Reading the whole text gives the line of the error.
            let json = try File.json(name)
            do throws(DatasyncError) {
                return try Node(json, at: path)
            } catch {
                throw CommandError("\(name): \(error.message)")
            }
        }

        /// Returns a document whose text arrives in pieces.
        ///
        /// - Parameters:
        ///   - path: The path of the document, for its limits.
        ///   - piece: Returns the next piece; `nil` or empty at the end.
        /// - Returns: The document.
        /// - Throws: ``DatasyncError`` if the text is not a document.
        static func node(at path: Path, piece: () -> Data?) throws(DatasyncError) -> Node {
            var divider = JSONDivider(limit: pieceBytes)
            var assembler = NodeAssembler(at: path)
            var text: [UInt8] = []
            var isDivided = false
            var isStart = true
            while let bytes = piece().map(Array.init), !bytes.isEmpty {
                text += bytes
                // The first piece contains any byte order mark completely, unless the mark is the document.
                if isStart { text = Array(text.withoutMark) }
                isStart = false
                guard isDivided || text.contains(where: { !isSpace($0) }) else { continue }
                let start = isDivided ? 0 : text.firstIndex { !isSpace($0) } ?? 0
                isDivided = isDivided || text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[")
                // Any other document is a primitive, which is read at once.
                guard isDivided else { continue }
                let end = try divider.accept(text[start...]) { part throws(DatasyncError) in
                    try assembler.add(JSONParser.parse(part.text), begun: part.begun, open: part.open)
                }
                if let end { return try node(assembler, text[end...], piece) }
                text = []
            }
            guard !isDivided else {
                throw DatasyncError(.malformedText, "The JSON text ends before its last closing bracket; complete it.")
            }
            return try Node(JSONParser.parse(text), at: path)
        }

        /// Returns the finished node; only space may follow its text.
        private static func node(
            _ assembler: NodeAssembler, _ rest: ArraySlice<UInt8>, _ piece: () -> Data?
        ) throws(DatasyncError) -> Node {
            var rest = Array(rest)
            repeat {
                guard rest.allSatisfy(isSpace) else {
                    throw DatasyncError(.malformedText, "Text follows the JSON document; remove it.")
                }
                rest = piece().map(Array.init) ?? []
            } while !rest.isEmpty
            return assembler.finish()
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 13 || byte == 9 }
    }
#endif
