#if Server
    import DatasyncTree

    /// Copies of one namespace or more, in one document.
    struct BackupDocument {
        /// The version that is written; version 1 was one copy without limits, sources of rules and SHA-256.
        private static let version = 2

        let copies: [NamespaceCopy]

        init(_ copies: [NamespaceCopy]) { self.copies = copies }

        /// Returns the document as JSON.
        ///
        /// - Parameter time: The time of the copy.
        /// - Returns: The document.
        func json(time: String) -> JSON {
            [
                "datasync": "backup", "version": .number(Double(Self.version)), "time": .string(time),
                "namespaces": .array(copies.map(\.json)),
            ]
        }

        /// Reads a document, and checks its hashes.
        ///
        /// - Parameters:
        ///   - json: The document.
        ///   - file: The name of the file, for messages.
        /// - Throws: ``CommandError`` if the JSON is not a backup, or was changed.
        init(_ json: JSON, file: String) throws(CommandError) {
            guard json["datasync"]?.string == "backup" else { throw Self.isNone(file) }
            switch json["version"]?.integer {
            case 1: copies = [try NamespaceCopy(json, file: file)]
            case Self.version:
                guard let array = json["namespaces"]?.array else { throw Self.isNone(file) }
                var copies: [NamespaceCopy] = []
                for copy in array { copies.append(try NamespaceCopy(copy, file: file)) }
                self.copies = copies
            default:
                throw CommandError(
                    "The backup \(file) has version \(json["version"]?.text ?? "none"); this program reads versions up to "
                        + "\(Self.version). Use the program that wrote it, or a later one.")
            }
        }

        static func isNone(_ file: String) -> CommandError {
            CommandError(
                "The file \(file) is not a backup; `datasync backup` writes one. Use `datasync import` for other JSON.")
        }

        /// Returns the copy to restore into a namespace: the only one, or the one of that name.
        ///
        /// - Throws: ``CommandError`` if there are several, and none has the name.
        func copy(for namespace: String, file: String) throws(CommandError) -> NamespaceCopy {
            if copies.count == 1 { return copies[0] }
            guard let copy = copies.first(where: { $0.namespace.hasSameBytes(as: namespace) }) else {
                let names = copies.map(\.namespace).joined(separator: ", ")
                throw CommandError(
                    "The backup \(file) has no namespace \(namespace.quoted(atMost: 40)); it has \(names). Name one with "
                        + "--namespace, or restore all with --all.")
            }
            return copy
        }
    }
#endif
