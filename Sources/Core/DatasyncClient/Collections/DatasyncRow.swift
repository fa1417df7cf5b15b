import DatasyncTree

/// A decoded child of a node.
///
/// A row is one reference, so a list of many rows is copied quickly.
public struct DatasyncRow<Value: Sendable>: Sendable, Identifiable {
    private final class Content: Sendable {
        let row: (key: String, value: Value, isAcknowledged: Bool)

        init(_ row: (String, Value, Bool)) { self.row = row }
    }

    private let content: Content

    /// Creates a row.
    package init(key: String, value: Value, isAcknowledged: Bool) { content = Content((key, value, isAcknowledged)) }

    /// The key of the child.
    public var key: String { content.row.key }
    /// The decoded value of the child.
    public var value: Value { content.row.value }
    /// Whether the back end has acknowledged the value.
    public var isAcknowledged: Bool { content.row.isAcknowledged }

    /// The key of the child.
    public var id: String { key }

    /// Whether two rows are the same object; equal ones may not be.
    fileprivate func isIdentical(to other: DatasyncRow) -> Bool { content === other.content }
}

extension DatasyncRow: Equatable where Value: Equatable {
    /// Returns whether key, value and acknowledgement status are equal.
    public static func == (left: DatasyncRow, right: DatasyncRow) -> Bool {
        left.isIdentical(to: right)
            || left.isAcknowledged == right.isAcknowledged && left.key == right.key && left.value == right.value
    }
}

extension DatasyncRow: Hashable where Value: Hashable {
    /// Hashes the key, the value and the acknowledgement status.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(value)
        hasher.combine(isAcknowledged)
    }
}

extension DatasyncRow: Encodable where Value: Encodable {
    private enum CodingKeys: CodingKey { case key, value, isAcknowledged }

    /// Encodes the key, the value and the acknowledgement status.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(value, forKey: .value)
        try container.encode(isAcknowledged, forKey: .isAcknowledged)
    }
}

extension DatasyncRow: CustomStringConvertible {
    /// The key, the acknowledgement status and the value.
    public var description: String {
        "DatasyncRow(\(key), \(isAcknowledged ? "acknowledged" : "local"), \(String(describing: value).abbreviated()))"
    }
}
