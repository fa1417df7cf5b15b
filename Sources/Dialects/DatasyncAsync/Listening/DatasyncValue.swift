public import DatasyncClient
import DatasyncEngine
package import DatasyncTree

/// An immutable value of a node, with its acknowledgement status.
///
/// ```swift
/// let value = try await node.value()
/// let name = value["name"].decoded(as: String.self) ?? "unnamed"
/// print(name, value.isAcknowledged, value.keyedChildren.count)
/// ```
public struct DatasyncValue: Sendable {
    package let value: LocatedValue
    package let application: WebcomApplication

    package init(_ value: LocatedValue, application: WebcomApplication) {
        self.value = value
        self.application = application
    }

    /// Whether the back end has acknowledged the value; otherwise it is local.
    public var isAcknowledged: Bool { value.isAcknowledged }

    /// Whether the value is known.
    ///
    /// A read without a connection returns null as an unknown value if the cache does not contain the node.
    public var isKnown: Bool { value.isKnown }

    /// Whether the value is null: the node has no data, or the data are hidden or unknown.
    public var isNull: Bool { value.node.isNull }

    /// Whether the node has data, even if the subscription hides them.
    public var exists: Bool { value.exists }

    /// Whether the subscription hides the data.
    ///
    /// The value is then null, and ``exists`` distinguishes a change from a removal.
    public var isHidden: Bool { value.isHidden }

    /// Returns this value if it is known.
    ///
    /// - Throws: `WebcomError` `unavailable` if it is not.
    func known() throws(WebcomError) -> DatasyncValue {
        if isKnown { return self }
        let path = value.location.path.description
        throw WebcomError(
            .unavailable, at: path,
            "The value at \(path) is not known: there is no connection, and the cache does not hold it. Read it when the "
                + "connection is back, or use value(), which then gives null with isKnown false.")
    }

    /// The value as Foundation's JSON; nodes with integer keys become arrays, null becomes `nil`.
    public var json: Any? { value.foundationValue }

    /// The value as Foundation's JSON, as it is stored: without arrays.
    public var rawJSON: Any? { value.rawFoundationValue }

    /// Returns the value decoded by the application's decoder.
    ///
    /// - Returns: The decoded value; `nil` if it cannot be decoded.
    public func decoded<Value: Decodable>() -> Value? { decoded(as: Value.self) }

    /// Returns the value decoded by the application's decoder.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value; `nil` if it cannot be decoded.
    public func decoded<Value: Decodable>(as type: Value.Type) -> Value? { try? decodedThrowing(as: type) }

    /// Returns the value decoded by the application's decoder, or throws the reason for the failure.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: `WebcomError` `decodingFailed` with the decoder's reason; `invalidPath` for a child at an ill-formed path.
    public func decodedThrowing<Value: Decodable>(as type: Value.Type = Value.self) throws(WebcomError) -> Value {
        try application.decode(type, from: value.node, at: try value.location.checkedPath.get())
    }

    /// Returns the value at a relative path.
    ///
    /// - Parameter path: Keys separated by `/`.
    /// - Returns: The value; null if the path has no data, is ill-formed, or leads out of this value.
    public func child(_ path: String) -> DatasyncValue { DatasyncValue(value.child(path), application: application) }

    /// The value at a relative path, like ``child(_:)``.
    public subscript(path: String) -> DatasyncValue { child(path) }

    /// The children with their keys, in the order of the query; empty for null, strings, numbers and booleans.
    public var keyedChildren: [(key: WebcomKey, value: DatasyncValue)] {
        value.children.map { ($0.location.key, DatasyncValue($0, application: application)) }
    }
}

extension DatasyncValue: Hashable {
    /// Returns whether JSON and acknowledgement status are equal, regardless of the paths.
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
    /// The path, the acknowledgement status, and the JSON text, abbreviated when it is long.
    public var debugDescription: String { "DatasyncValue(\(value))" }
}

extension DatasyncValue: NodeSource {
    package var sourceNode: Node { value.node }
}
