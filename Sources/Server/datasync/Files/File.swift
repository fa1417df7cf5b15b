#if Server
    import DatasyncTree
    import Foundation

    /// The files named by command options.
    enum File {
        /// Returns the text of a file without a byte order mark; `-` is standard input.
        ///
        /// - Throws: ``CommandError`` if the file cannot be read, or is not UTF-8.
        static func text(_ name: String) throws(CommandError) -> String {
            let data =
                name == "-"
                ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: name)
            guard let data, let text = String(data: Data(data.withoutMark), encoding: .utf8) else {
                let title = name == "-" ? "Standard input" : "The file \(name)"
                throw CommandError("\(title) cannot be read as UTF-8 text; check its path and its permissions.")
            }
            return text
        }

        /// Returns the value of a file with at most 1,000,000,000 bytes of JSON; `-` is standard input.
        ///
        /// - Throws: ``CommandError`` with the file and the place of the error.
        static func json(_ name: String) throws(CommandError) -> JSON {
            let text = try text(name)
            do throws(DatasyncError) {
                return try JSONParser.parse(text, limits: JSONParser.Limits(size: .max))
            } catch {
                guard error.code != .tooLarge else {
                    throw CommandError(
                        "\(name) has \(text.utf8.count) bytes; the limit of one document is 1,000,000,000. Export and import "
                            + "the data in parts, each below a path of its own.")
                }
                throw CommandError("\(name): \(error.message)")
            }
        }

        /// Replaces a file with a text that only its owner can read; after a failure the earlier content remains.
        ///
        /// - Throws: ``CommandError`` if the file cannot be written.
        static func write(_ text: String, to name: String) throws(CommandError) {
            let output = try FileOutput(name)
            do throws(CommandError) {
                try output.write(text)
                try output.finish()
            } catch {
                output.remove()
                throw error
            }
        }

        static func unwritable(_ name: String, _ error: any Error) -> CommandError {
            CommandError(
                "The file \(name) cannot be written: \(error.localizedDescription). Check its directory and permissions."
            )
        }
    }
#endif
