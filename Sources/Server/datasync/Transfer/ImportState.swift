#if Server
    import DatasyncTree

    /// The progress of an import, stored in the file of the option `--resume`.
    struct ImportState: Equatable {
        /// The way in which documents are divided into chunks; another one would continue at another place.
        private static let version = 2

        /// The hash of the document.
        let document: String
        let url: String
        let namespace: String
        let path: String
        let chunkBytes: Int
        /// The number of chunks that the server has acknowledged.
        var acknowledged = 0

        /// The text of the file.
        var text: String {
            let json: JSON = [
                "document": .string(document), "url": .string(url), "namespace": .string(namespace),
                "path": .string(path), "chunkBytes": .number(Double(chunkBytes)),
                "acknowledged": .number(Double(acknowledged)), "version": .number(Double(Self.version)),
            ]
            return json.text + "\n"
        }

        /// Continues after the chunks that an earlier import has written.
        ///
        /// - Parameters:
        ///   - text: The text of the file.
        ///   - file: The name of the file, for messages.
        /// - Throws: ``CommandError`` if the text is not a state, or belongs to another import.
        mutating func resume(_ text: String, file: String) throws(CommandError) {
            guard let json = try? JSONParser.parse(text), let count = json["acknowledged"]?.integer, count >= 0 else {
                throw CommandError(
                    "The file \(file) is not the state of an import; name another file, or remove it to begin again.")
            }
            let names = ["document", "url", "namespace", "path", "chunkBytes", "version"]
            let own = try? JSONParser.parse(self.text)
            if let name = names.first(where: { json[$0]?.text != own?[$0]?.text }) {
                throw CommandError(
                    "The file \(file) is the state of another import: its \(name) is \(json[name]?.text ?? "missing"), not "
                        + "\(own?[name]?.text ?? "missing"). Repeat the import with the same arguments, or remove the file "
                        + "to begin again.")
            }
            acknowledged = count
        }
    }
#endif
