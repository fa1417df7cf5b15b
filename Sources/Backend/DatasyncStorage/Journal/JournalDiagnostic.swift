/// A message about a journal that is not an error, with the file and bytes concerned.
public struct JournalDiagnostic: Hashable, Sendable {
    /// The path of the file.
    public let file: String
    /// The offset of the first byte.
    public let offset: UInt64
    /// The number of bytes.
    public let count: UInt64
    /// The whole message.
    public let message: String
}

extension JournalDiagnostic: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
