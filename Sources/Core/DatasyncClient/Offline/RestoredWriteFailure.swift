import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// A write of an earlier process that the back end refused, or whose outcome is unknown.
///
/// No completion belongs to it; it is passed to ``WebcomApplication/restoredWriteFailed``.
public struct RestoredWriteFailure: Sendable {
    /// The path of the write.
    public let path: String
    /// The written value as JSON; for a merge, an object whose names are relative paths.
    public let json: String
    /// Whether the write is a merge.
    public let isMerge: Bool
    /// The reason.
    public let error: WebcomError

    init(_ write: UserWrite, _ error: WebcomError) {
        path = write.path.description
        isMerge = write.write.isMerge
        json = write.write.json.text
        self.error = error
    }
}

extension RestoredWriteFailure: CustomStringConvertible {
    /// The error, which names the path.
    public var description: String { "\(error)" }
}
