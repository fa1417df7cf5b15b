#if Server
    import DatasyncTree

    /// A consistent copy of a namespace: its data with all priorities, and its rules.
    struct BackupDocument {
        private static let version = 1

        let namespace: String
        /// The text of the rules with its comments; `null` for none.
        let rules: String
        let data: Node

        /// Returns the copy as JSON, with the hash of the data.
        ///
        /// - Parameter time: The time of the copy.
        /// - Returns: The document.
        func json(time: String) -> JSON {
            [
                "datasync": "backup", "version": .number(Double(Self.version)), "namespace": .string(namespace),
                "time": .string(time), "hash": .string(data.hash),
                // Only text can have comments.
                "rules": (try? JSONParser.parse(rules)) ?? .string(rules), "data": data.exportJSON,
            ]
        }

        init(namespace: String, rules: String, data: Node) {
            self.namespace = namespace
            self.rules = rules
            self.data = data
        }

        /// Reads a copy, and checks its hash.
        ///
        /// - Parameters:
        ///   - json: The document.
        ///   - file: The name of the file, for messages.
        /// - Throws: ``CommandError`` if the JSON is not a copy, or was changed.
        init(_ json: JSON, file: String) throws(CommandError) {
            guard json["datasync"]?.string == "backup", let data = json["data"], let rules = json["rules"] else {
                throw CommandError(
                    "The file \(file) is not a backup; `datasync backup` writes one. Use `datasync import` for other JSON."
                )
            }
            guard json["version"]?.integer == Self.version else {
                throw CommandError(
                    "The backup \(file) has version \(json["version"]?.text ?? "none"); this program reads version "
                        + "\(Self.version). Use the program that wrote it, or a later one.")
            }
            do throws(DatasyncError) {
                self.data = try Node(data)
            } catch {
                throw CommandError("The data of the backup \(file) are not valid. \(error.message)")
            }
            if let hash = json["hash"]?.string, hash != self.data.hash {
                throw CommandError(
                    "The data of the backup \(file) are not as they were written: their hash differs. Use another copy, or "
                        + "remove the member hash to accept the change.")
            }
            namespace = json["namespace"]?.string ?? "default"
            self.rules = rules.string ?? rules.text
        }
    }
#endif
