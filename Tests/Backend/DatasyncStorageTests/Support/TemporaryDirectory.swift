import DatasyncLog
import DatasyncStorage
import Foundation

/// A directory of the file system that is removed with the object.
final class TemporaryDirectory: Sendable {
    let url: URL

    /// Creates a directory; its `journal` does not exist yet.
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "datasync-journal-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var journal: String { url.appending(path: "journal").path }

    /// Opens the journal with small segments.
    func open(segmentSize: UInt64 = 64 << 10) throws -> JournalLog {
        var options = JournalLog.Options()
        options.segmentSize = segmentSize
        return try JournalLog(
            directory: journal, options: options, clock: { LogTime(1_000) }, diagnostic: { _ in })
    }
}
