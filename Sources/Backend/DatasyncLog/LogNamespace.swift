/// The name of a tree of data, which has its own log.
///
/// Two names are equal if their UTF-8 bytes are equal, so that all logs and databases agree.
public struct LogNamespace: Sendable {
    /// The maximum number of UTF-8 bytes of a name.
    public static let maximumLength = 512

    /// The name.
    public let name: String

    /// Creates a namespace from its name.
    ///
    /// - Parameter name: The name, of 1 to 512 bytes in UTF-8.
    /// - Throws: ``LogError`` `invalidNamespace` if the name is empty or too long.
    public init(_ name: String) throws(LogError) {
        let length = name.utf8.count
        guard (1...Self.maximumLength).contains(length) else {
            throw LogError(
                .invalidNamespace,
                "The name of the namespace has \(length) bytes. Use a name of 1 to \(Self.maximumLength) bytes.")
        }
        self.name = name
    }
}

extension LogNamespace: Hashable {
    /// Returns whether two names have the same bytes.
    public static func == (left: LogNamespace, right: LogNamespace) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Hashes the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension LogNamespace: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
