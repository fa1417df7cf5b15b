package import DatasyncLog

/// An open file, closed when the object is released.
package protocol StorageFile: AnyObject, Sendable {
    var path: String { get }

    func size() throws(LogError) -> UInt64

    /// Reads up to a number of bytes; fewer only at the end of the file.
    func read(count: Int, at offset: UInt64) throws(LogError) -> [UInt8]

    func write(_ bytes: [UInt8], at offset: UInt64) throws(LogError)

    /// Makes all content written before durable.
    func sync(_ purpose: SyncPurpose) throws(LogError)
}
