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
