#if Server
    import DatasyncTree
    import Foundation

    /// The files with documents of any size.
    enum DocumentFile {
        /// The number of bytes that are read at a time.
        private static let pieceBytes = 1 << 20

        /// Returns the document of a file, of whose text only a part is in memory; `-` is standard input.
        ///
        /// `path`: The path of the document, for its limits.
        /// - Throws: ``CommandError`` that names the file and, except for standard input, the place of the error.
        static func node(_ name: String, at path: Path) throws(CommandError) -> Node {
            guard let handle = name == "-" ? .standardInput : FileHandle(forReadingAtPath: name) else {
                throw CommandError("The file \(name) cannot be read; check its path and its permissions.")
            }
            do throws(DatasyncError) {
                return try node(at: path) { try? handle.read(upToCount: pieceBytes) }
            } catch {
                if name == "-" { throw CommandError("Standard input: \(error.message)") }
            }
            // The whole text shows the line of the error.
            let json = try File.json(name)
            do throws(DatasyncError) {
                return try Node(json, at: path)
            } catch {
                throw CommandError("\(name): \(error.message)")
            }
        }

        /// Returns the document whose text arrives in pieces.
        ///
        /// `piece`: Returns the next piece; `nil` or empty at the end.
        /// - Throws: ``DatasyncError`` if the text is not a document.
        static func node(at path: Path, piece: () -> Data?) throws(DatasyncError) -> Node {
            var divider = JSONDivider(limit: pieceBytes)
            var assembler = NodeAssembler(at: path)
            var text: [UInt8] = []
            var isDivided = false
            var isStart = true
            while let bytes = piece().map(Array.init), !bytes.isEmpty {
                text += bytes
                // The first piece has the whole of a byte order mark, unless it is the document.
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

        /// Returns the node behind whose text only space may follow.
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
