import Foundation

/// A property of a model whose value the back end may compute.
///
/// Decoding sets the property to the stored value. Set its projected value to write a server value instead:
///
/// ```swift
/// struct Message: Codable {
///     var text: String
///     @ServerComputed var sentAt: Double?
/// }
/// var message = Message(text: "Hello", sentAt: nil)
/// message.$sentAt = .timestamp
/// try await node.set(message)
/// ```
@propertyWrapper
public struct ServerComputed<Value: Codable & Sendable>: Sendable {
    /// The value that was decoded or set; `nil` without a value.
    public var wrappedValue: Value?
    /// The server value to write instead of the value; `nil` to write the value.
    public var projectedValue: ServerValue?

    /// Makes a property without a server value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension ServerComputed: Codable {
    /// Decodes the stored value; null is `nil`.
    ///
    /// - Parameter decoder: The decoder of the value.
    /// - Throws: The error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Value.self))
    }

    /// Encodes the server value if there is one, otherwise the value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let projectedValue {
            try container.encode(projectedValue)
        } else {
            try container.encode(wrappedValue)
        }
    }
}

extension ServerComputed: Equatable where Value: Equatable {}
extension ServerComputed: Hashable where Value: Hashable {}

extension ServerComputed: NodeWritable {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        if let projectedValue {
            if Value.self is Date.Type { position.pass.noteDate(at: position) }
            return try projectedValue.encoded(at: position)
        }
        return try wrappedValue.flatMap { try position.encode($0) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a server-computed property; with every decoder, a missing property decodes as `nil`.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The error of the decoder.
    public func decode<Value>(_ type: ServerComputed<Value>.Type, forKey key: Key) throws -> ServerComputed<Value> {
        try decodeIfPresent(type, forKey: key) ?? ServerComputed(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a server-computed property; every encoder omits a property without a value.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: The error of the encoder.
    public mutating func encode<Value>(_ property: ServerComputed<Value>, forKey key: Key) throws {
        let isEmpty = property.wrappedValue == nil && property.projectedValue == nil
        try encodeIfPresent(isEmpty ? nil : property, forKey: key)
    }
}

extension ServerComputed: CustomStringConvertible {
    /// The server value to write, or else the value.
    public var description: String {
        let content = projectedValue.map { "\($0)" } ?? wrappedValue.map { "\($0)" }
        return "ServerComputed(\(content ?? "nil"))"
    }
}
