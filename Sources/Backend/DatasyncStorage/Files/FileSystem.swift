package import DatasyncLog

/// The file operations of a journal; a simulated disk can replace the system's.
///
/// Paths are absolute or relative to the working directory. Every operation may block.
package protocol FileSystem: Sendable {
    /// Creates a directory that only its owner can use, if it does not exist.
    func createDirectory(_ path: String) throws(LogError)

    /// Returns the names in a directory.
    func names(in directory: String) throws(LogError) -> [String]

    func open(_ path: String, _ access: FileAccess) throws(LogError) -> any StorageFile

    /// Renames a file, replacing any file with the new name.
    func rename(_ path: String, to newPath: String) throws(LogError)

    func remove(_ path: String) throws(LogError)

    /// Makes the names in a directory durable.
    func syncDirectory(_ path: String, _ purpose: SyncPurpose) throws(LogError)

    /// Takes a lock that the system releases when the process ends.
    ///
    /// - Returns: The lock, held until the object is released.
    /// - Throws: `LogError` `locked` with the process that holds it.
    func lock(_ path: String, exclusively: Bool) throws(LogError) -> any StorageLock

    /// Returns 64 unpredictable random bits.
    func randomNumber() throws(LogError) -> UInt64
}
