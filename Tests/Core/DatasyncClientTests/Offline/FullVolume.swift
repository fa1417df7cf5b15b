import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage

/// The files of the system, on a volume that a test fills and empties.
final class FullVolume: FileSystem {
    private let files = SystemFileSystem()
    private let full = Guarded(false)

    var isFull: Bool {
        get { full.withLock(\.self) }
        set { full.withLock { $0 = newValue } }
    }

    func createDirectory(_ path: String) throws(LogError) { try files.createDirectory(path) }

    func names(in directory: String) throws(LogError) -> [String] { try files.names(in: directory) }

    func open(_ path: String, _ access: FileAccess) throws(LogError) -> any StorageFile {
        File(try files.open(path, access), on: self)
    }

    func rename(_ path: String, to newPath: String) throws(LogError) { try files.rename(path, to: newPath) }

    func remove(_ path: String) throws(LogError) { try files.remove(path) }

    func syncDirectory(_ path: String, _ purpose: SyncPurpose) throws(LogError) {
        try files.syncDirectory(path, purpose)
    }

    func lock(_ path: String, exclusively: Bool) throws(LogError) -> any StorageLock {
        try files.lock(path, exclusively: exclusively)
    }

    func randomNumber() throws(LogError) -> UInt64 { try files.randomNumber() }

    private final class File: StorageFile {
        private let file: any StorageFile
        private let volume: FullVolume

        init(_ file: any StorageFile, on volume: FullVolume) {
            self.file = file
            self.volume = volume
        }

        var path: String { file.path }

        func size() throws(LogError) -> UInt64 { try file.size() }

        func read(count: Int, at offset: UInt64) throws(LogError) -> [UInt8] {
            try file.read(count: count, at: offset)
        }

        func write(_ bytes: [UInt8], at offset: UInt64) throws(LogError) {
            if volume.isFull { throw LogError(.noSpace, file: path, "There is no room for \(path).") }
            try file.write(bytes, at: offset)
        }

        func sync(_ purpose: SyncPurpose) throws(LogError) { try file.sync(purpose) }
    }
}
