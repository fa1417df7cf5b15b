import DatasyncTree

/// The second level of a command subscription: more fields of each row, from a node of their own.
public struct ItemSecondLevel: Sendable {
    /// The fields, as names of children or deeper places of the second node.
    public let fields: [String]
    /// The path of the second node of a key.
    public let path: @Sendable (_ key: String) -> String

    /// Makes a second level.
    ///
    /// - Parameters:
    ///   - fields: The fields, as names of children or deeper places of the second node.
    ///   - path: Tells the path of the second node of a key; it is subscribed to while the key exists.
    public init(fields: [String], path: @escaping @Sendable (_ key: String) -> String) {
        self.fields = fields
        self.path = path
    }
}

extension ItemSecondLevel: CustomStringConvertible, CustomDebugStringConvertible {
    /// The fields.
    public var description: String { "ItemSecondLevel(\(fields.joined(separator: ", ")))".abbreviated() }

    /// The description.
    public var debugDescription: String { description }
}
