package import DatasyncLog

/// The file operations of a journal, so that a simulated disk can replace those of the system.
///
/// Paths are absolute or relative to the working directory. Every operation may block.
package protocol FileSystem: Sendable {
    /// Creates a directory that only its owner can use, if it does not exist.
    func createDirectory(_ path: String) throws(LogError)

    /// Returns the names in a directory.
    func names(in directory: String) throws(LogError) -> [String]

    func open(_ path: String, _ access: FileAccess) throws(LogError) -> any StorageFile

    /// Renames a file, replacing a file of the new name.
    func rename(_ path: String, to newPath: String) throws(LogError)

    func remove(_ path: String) throws(LogError)

    /// Makes the names in a directory durable.
    func syncDirectory(_ path: String, _ purpose: SyncPurpose) throws(LogError)

    /// Takes a lock that the system releases when the process ends.
    ///
    /// - Returns: The lock, which is held until it is released.
    /// - Throws: `LogError` `locked` with the process that holds it.
    func lock(_ path: String, exclusively: Bool) throws(LogError) -> any StorageLock

    /// Returns 64 random bits that cannot be predicted.
    func randomNumber() throws(LogError) -> UInt64
}

/// A lock on a file; it is released with the object.
package protocol StorageLock: AnyObject, Sendable {
    /// Checks that the path of the lock still names the locked file.
    ///
    /// - Throws: `LogError` `operationFailed` if the file was removed or replaced, and with it perhaps all others.
    func check() throws(LogError)
}

/// An open file; it is closed when the object is released.
package protocol StorageFile: AnyObject, Sendable {
    var path: String { get }

    func size() throws(LogError) -> UInt64

    /// Reads up to a number of bytes; fewer only at the end of the file.
    func read(count: Int, at offset: UInt64) throws(LogError) -> [UInt8]

    func write(_ bytes: [UInt8], at offset: UInt64) throws(LogError)

    /// Makes all content that was written before durable.
    func sync(_ purpose: SyncPurpose) throws(LogError)
}

/// The way a file is opened.
package enum FileAccess: Sendable {
    case reading
    case writing
    /// Creates an empty file that only its owner can use, in place of an existing one.
    case creating
}

/// The purpose of a sync, by which the simulated disk can ignore a single kind.
package enum SyncPurpose: String, CaseIterable, Sendable {
    /// The frames of a batch, before its records are delivered.
    case batch
    /// The frames of several batches, under a policy that does not sync each.
    case interval
    /// The first frame of an opening, and with it the frames that the previous process wrote.
    case opening
    /// The segment that a later one follows.
    case fullSegment
    /// A segment after a failed write or sync was cut off.
    case repair
    /// The final frame of a clean close.
    case close
    /// The content of a new segment, before it gets its name.
    case segment
    /// The name of a new segment.
    case segmentName
    /// The names in the directory, before anything is read.
    case directoryContent
    /// The name of the directory itself.
    case directoryName
    /// The content of a snapshot, before it gets its name.
    case snapshot
    /// The name of a snapshot, before the records that it replaces are removed.
    case snapshotName
    /// The removal of a segment, before that of the next one.
    case removal
}
