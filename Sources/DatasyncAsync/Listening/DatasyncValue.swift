public import DatasyncClient
import DatasyncEngine
package import DatasyncTree

/// A value with its acknowledgement status.
///
/// It never changes.
public struct DatasyncValue: Sendable {
    package let value: LocatedValue
    package let application: WebcomApplication

    package init(_ value: LocatedValue, application: WebcomApplication) {
        self.value = value
        self.application = application
    }

    /// Whether the back end has confirmed the value; otherwise it is only local.
    public var isAcknowledged: Bool { value.isAcknowledged }

    /// Whether the value is known.
    ///
    /// A read without a connection gives an unknown value, null, where the cache does not hold the node.
    public var isKnown: Bool { value.isKnown }

    /// Whether the value is null: there is no data at the node, or they are hidden or unknown.
    public var isNull: Bool { value.node.isNull }

    /// Whether there are data at the node, also when the subscription hides them.
    public var exists: Bool { value.exists }

    /// Whether the subscription hides the data: then the value is null, and ``exists`` tells a change from a removal.
    public var isHidden: Bool { value.isHidden }

    /// This value, if it is known.
    ///
    /// - Throws: ``WebcomError`` `unavailable`.
    func known() throws(WebcomError) -> DatasyncValue {
        if isKnown { return self }
        let path = value.location.path.description
        throw WebcomError(
            .unavailable, at: path,
            "The value at \(path) is not known: there is no connection, and the cache does not hold it. Read it when the "
                + "connection is back, or use value(), which then gives null with isKnown false.")
    }

    /// The value as Foundation's JSON: integer-keyed nodes as arrays, `nil` for null.
    public var json: Any? { value.foundationValue }

    /// The value as it is stored: never with arrays.
    public var rawJSON: Any? { value.rawFoundationValue }

    /// The value decoded by the application's decoder.
    ///
    /// - Returns: The value; `nil` when it cannot be decoded.
    public func decoded<Value: Decodable>() -> Value? { decoded(as: Value.self) }

    /// The value decoded by the application's decoder.
    ///
    /// - Parameter type: What to decode.
    /// - Returns: The value; `nil` when it cannot be decoded.
    public func decoded<Value: Decodable>(as type: Value.Type) -> Value? { try? decodedThrowing(as: type) }

    /// The value decoded by the application's decoder.
    ///
    /// - Parameter type: What to decode.
    /// - Returns: The value.
    /// - Throws: ``WebcomError`` `decodingFailed` with the decoder's reason; `invalidPath` for a child of an ill-formed path.
    public func decodedThrowing<Value: Decodable>(as type: Value.Type = Value.self) throws(WebcomError) -> Value {
        try application.decode(type, from: value.node, at: try value.location.checkedPath.get())
    }

    /// Returns the value at a path below.
    ///
    /// - Parameter path: Segments between `/`.
    /// - Returns: The value; null where nothing is stored, and where the path is ill-formed or leads out of this value.
    public func child(_ path: String) -> DatasyncValue { DatasyncValue(value.child(path), application: application) }

    /// The value at a path below, as ``child(_:)``.
    public subscript(path: String) -> DatasyncValue { child(path) }

    /// The children with their keys, in key order; empty for null and for strings, numbers and booleans.
    public var keyedChildren: [(key: WebcomKey, value: DatasyncValue)] {
        value.children.map { ($0.location.key, DatasyncValue($0, application: application)) }
    }
}

extension DatasyncValue: Hashable {
    /// Returns whether JSON and acknowledgement status are equal, wherever the values are stored.
    public static func == (left: DatasyncValue, right: DatasyncValue) -> Bool {
        left.isAcknowledged == right.isAcknowledged && left.value.node == right.value.node
    }

    /// Hashes the JSON and the acknowledgement status.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isAcknowledged)
        hasher.combine(value.node)
    }
}

extension DatasyncValue: Encodable {
    /// Encodes the value as its JSON: integer-keyed nodes as arrays, whole numbers as integers.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension DatasyncValue: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String { value.node.text }
}

extension DatasyncValue: CustomDebugStringConvertible {
    /// The path, the acknowledgement status, and the JSON text, cut when it is long.
    public var debugDescription: String { "DatasyncValue(\(value))" }
}

extension DatasyncValue: NodeSource {
    package var sourceNode: Node { value.node }
}
