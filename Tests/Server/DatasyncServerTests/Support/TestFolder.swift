#if Server
    import Foundation

    /// A directory that is removed when it is released.
    final class TestFolder: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "datasync-test-\(UUID())").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Returns the path of a file in the directory.
        func file(_ name: String) -> String { "\(path)/\(name)" }

        /// Writes a file, and returns its path.
        func write(_ text: String, to name: String) throws -> String {
            try text.write(toFile: file(name), atomically: true, encoding: .utf8)
            return file(name)
        }

        /// Returns the text of a file.
        func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

        /// Creates a directory in this one.
        func make(_ name: String) throws {
            try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
        }

        /// Returns the names of the files and directories in a directory.
        func names(_ name: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: file(name)).sorted()
        }

        /// Returns whether there is a file.
        func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
    }
#endif
