#if Server
    import Foundation

    /// The standard output, or a file that gets its name once its content is complete.
    struct FileOutput {
        private let name: String?
        private let handle: FileHandle

        /// Opens an output.
        ///
        /// - Parameter name: The name of the file; `nil` for standard output.
        /// - Throws: ``CommandError`` if the file cannot be created.
        init(_ name: String?) throws(CommandError) {
            self.name = name
            guard let name else {
                handle = .standardOutput
                return
            }
            let place = Self.temporary(name)
            // An earlier file could be open to others, but a copy of the data is for its owner only.
            try? FileManager.default.removeItem(atPath: place)
            guard FileManager.default.createFile(atPath: place, contents: nil, attributes: [.posixPermissions: 0o600]),
                let handle = FileHandle(forWritingAtPath: place)
            else {
                throw CommandError("The file \(place) cannot be created; check its directory and permissions.")
            }
            self.handle = handle
        }

        /// Appends a text.
        ///
        /// - Throws: ``CommandError`` if the file cannot be written.
        func write(_ text: String) throws(CommandError) {
            do {
                try handle.write(contentsOf: Data(text.utf8))
            } catch {
                throw File.unwritable(name ?? "of standard output", error)
            }
        }

        /// Gives the file its name, replacing any earlier file.
        ///
        /// - Throws: ``CommandError`` if the file cannot be written.
        func finish() throws(CommandError) {
            guard let name else { return }
            do {
                try handle.close()
                guard rename(Self.temporary(name), name) == 0 else {
                    throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: name])
                }
            } catch {
                throw File.unwritable(name, error)
            }
        }

        /// Removes an unfinished file; no effect on standard output.
        func remove() {
            if let name { try? FileManager.default.removeItem(atPath: Self.temporary(name)) }
        }

        private static func temporary(_ name: String) -> String { name + ".part" }
    }
#endif
