package import DatasyncLog

/// A lock on a file, released with the object.
package protocol StorageLock: AnyObject, Sendable {
    /// Checks that the path of the lock still names the locked file.
    ///
    /// - Throws: `LogError` `operationFailed` if the file was removed or replaced, perhaps together with all others.
    func check() throws(LogError)
}
