import DatasyncTree

/// The second level of a command subscription: more fields of each row, which come from another node.
public struct ItemSecondLevel: Sendable {
    /// The fields, as names of children of the second node or as relative paths below it.
    public let fields: [String]
    /// Returns the path of the second node for a key.
    public let path: @Sendable (_ key: String) -> String

    /// Creates a second level.
    ///
    /// ```swift
    /// let profile = ItemSecondLevel(fields: ["name", "address/city"]) { key in "profiles/\(key)" }
    /// ```
    ///
    /// - Parameters:
    ///   - fields: The fields, as names of children of the second node or as relative paths below it.
    ///   - path: Returns the path of the second node for a key. That node is subscribed to while the key exists.
    public init(fields: [String], path: @escaping @Sendable (_ key: String) -> String) {
        self.fields = fields
        self.path = path
    }
}

extension ItemSecondLevel: CustomStringConvertible {
    /// The fields.
    public var description: String { "ItemSecondLevel(\(fields.joined(separator: ", ")))".abbreviated() }
}
