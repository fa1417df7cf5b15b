#if Postgres
    import DatasyncTree
    import Dispatch
    import Foundation
    import TestSupport

    @testable import datasync

    /// A folder with files for commands, one of which has the URL of a database.
    final class TestFiles: Sendable {
        private let path = FileManager.default.temporaryDirectory.appending(path: "datasync-test-\(UUID())").path

        init(_ database: TestDatabase) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try database.url.write(toFile: url, atomically: true, encoding: .utf8)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// The file with the URL.
        var url: String { self["url"] }

        /// The path of a file.
        subscript(name: String) -> String { "\(path)/\(name)" }

        /// Runs the command in a process of its own, and returns its lines.
        static func output(_ arguments: [String]) async throws -> [JSON] {
            let text = try await withCheckedThrowingContinuation { continuation in
                // The wait blocks its thread.
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try ChildProcess("datasync", arguments).readToEnd() })
                }
            }
            return try text.split(separator: "\n").map { try JSONParser.parse(String($0)) }
        }

        /// Returns the copies in a backup.
        func copies(_ name: String) throws -> [NamespaceCopy] {
            try BackupDocument(try File.json(self[name]), file: name).copies
        }
    }
#endif
