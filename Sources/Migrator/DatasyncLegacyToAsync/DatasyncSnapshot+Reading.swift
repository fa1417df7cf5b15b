import DatasyncAsync
public import DatasyncClient
import DatasyncEngine
import DatasyncTree
import Foundation

extension DatasyncSnapshot {
    /// The value as Foundation's JSON: nodes with integer keys as arrays, `nil` for null.
    public var json: Any? { located.value.foundationValue }

    /// The value as Foundation's JSON in its stored form, with priorities as members `.priority` and `.value`.
    public var exportedJSON: Any? { located.value.exportedFoundationValue }

    /// The value as Foundation's JSON in its stored form, without arrays.
    public var rawJSON: Any? { located.value.rawFoundationValue }

    /// Whether the back end has acknowledged the value; otherwise it is local.
    public var isAcknowledged: Bool { located.value.isAcknowledged }

    /// Whether the value is known; without a connection, reading a node outside the cache gives an unknown null.
    public var isKnown: Bool { located.value.isKnown }

    /// Whether the value is null.
    public var isNull: Bool { located.value.node.isNull }

    /// The key of the node, or of the child for child events; `nil` at the root.
    public var keyName: String? {
        let location = located.value.location
        return location.path.isRoot ? nil : location.key
    }

    /// The value as Foundation's JSON: nodes with integer keys as arrays, `NSNull` for null, and never `nil`.
    public var jsonOrNull: Any? { json ?? NSNull() }

    /// The value in its stored form like ``exportedJSON``: `NSNull` for null, and never `nil`.
    public var exportedJSONOrNull: Any? { exportedJSON ?? NSNull() }

    /// The priority of the node: a string or a number, `NSNull` for none, and never `nil`.
    public var priorityOrNull: Any? { located.value.node.priority.foundationValue ?? NSNull() }

    /// The key of the node, or of the child for child events; empty at the root.
    public var keyOrEmpty: String { keyName ?? "" }

    /// Whether a value exists.
    public var exists: Bool { !isNull }

    /// Returns the value decoded by the application's decoder, or throws the reason for the failure.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: `WebcomError` `decodingFailed` with the decoder's reason; `invalidPath` for a child at an ill-formed path.
    public func decodedThrowing<Model: Decodable>(as type: Model.Type) throws(WebcomError) -> Model {
        try located.decodedThrowing(as: type)
    }

    /// The name of the event, such as `child_added`; `nil` for read values.
    public var eventName: String? { receivedEvent?.description }
}
