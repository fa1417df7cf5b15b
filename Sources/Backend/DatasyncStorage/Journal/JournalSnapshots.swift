import DatasyncConcurrency
import DatasyncLog

/// Writes snapshot files: under a temporary name, synced, renamed, and the directory synced.
struct JournalSnapshots {
    /// A small snapshot, waiting to be written together with others.
    struct Pending: Sendable {
        let namespace: LogNamespace
        let position: LogPosition
        let time: LogTime
        let body: [UInt8]
        let completion: @Sendable (Result<Void, LogError>) -> Void
    }

    /// A file being written.
    struct Writing: Sendable {
        let number: UInt64
        let file: any StorageFile
        let temporaryPath: String
        let path: String
        private(set) var places: [SnapshotPlace] = []
        private var end = JournalFormat.firstFrame
        private var checksum = CRC32C()
        private var length: UInt64 = 0

        init(number: UInt64, fileSystem: any FileSystem, directory: String) throws(LogError) {
            self.number = number
            path = "\(directory)/\(JournalFormat.snapshotName(number))"
            temporaryPath = path + JournalFormat.temporaryEnding
            file = try fileSystem.open(temporaryPath, .creating)
        }

        /// Returns the offset of the body of the section being written.
        private func bodyStart(_ namespace: LogNamespace) -> UInt64 {
            end + UInt64(SnapshotSection.headerSize(of: namespace))
        }

        /// Adds a piece to the body of a namespace's section.
        mutating func add(_ piece: [UInt8], of namespace: LogNamespace) throws(LogError) {
            try file.write(piece, at: bodyStart(namespace) + length)
            piece.withUnsafeBytes { checksum.add($0) }
            length += UInt64(piece.count)
        }

        /// Completes the section of a namespace.
        mutating func finishSection(_ namespace: LogNamespace, number: UInt64, time: LogTime) throws(LogError) {
            let start = bodyStart(namespace)
            var section = SnapshotSection(
                namespace: namespace, number: number, time: time, length: length, checksum: 0)
            let padding = [UInt8](repeating: 0, count: section.padding)
            padding.withUnsafeBytes { checksum.add($0) }
            section.checksum = checksum.value
            if !padding.isEmpty { try file.write(padding, at: start + length) }
            try file.write(section.encoded(), at: end)
            places.append(SnapshotPlace(file: self.number, offset: start, section: section))
            end = start + length + UInt64(padding.count)
            (length, checksum) = (0, CRC32C())
        }

        /// Makes the file durable under its final name.
        func finish(in fileSystem: any FileSystem, directory: String) throws(LogError) {
            let header = SnapshotHeader(number: number, count: UInt64(places.count), size: end)
            try file.write(header.encoded(), at: 0)
            try file.sync(.snapshot)
            try fileSystem.rename(temporaryPath, to: path)
            try fileSystem.syncDirectory(directory, .snapshotName)
        }
    }
}
