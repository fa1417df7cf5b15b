package import DatasyncLog

/// A lock on a file; it is released with the object.
package protocol StorageLock: AnyObject, Sendable {
    /// Checks that the path of the lock still names the locked file.
    ///
    /// - Throws: `LogError` `operationFailed` if the file was removed or replaced, and with it perhaps all others.
    func check() throws(LogError)
}
