/// A property of a model that the back end may compute.
///
/// Reading fills the property with the stored number. Setting its projected value writes a server value in its place:
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
    /// The value that was read or set; `nil` when there is no value.
    public var wrappedValue: Value?
    /// The server value to write in place of the value, if there is one.
    public var projectedValue: ServerValue?

    /// Makes a property without a server value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension ServerComputed: Codable {
    /// Reads the stored value; null is `nil`.
    ///
    /// - Parameter decoder: The decoder of the value.
    /// - Throws: As the decoder does.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Value.self))
    }

    /// Encodes the server value if there is one, else the value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: As the encoder does.
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
        if let projectedValue { return try projectedValue.encoded(at: position) }
        return try wrappedValue.flatMap { try position.encode($0) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a server-computed property; a missing one is `nil` in every decoder.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: As the decoder does.
    public func decode<Value>(_ type: ServerComputed<Value>.Type, forKey key: Key) throws -> ServerComputed<Value> {
        try decodeIfPresent(type, forKey: key) ?? ServerComputed(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a server-computed property; one without a value is left out in every encoder.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: As the encoder does.
    public mutating func encode<Value>(_ property: ServerComputed<Value>, forKey key: Key) throws {
        let isEmpty = property.wrappedValue == nil && property.projectedValue == nil
        try encodeIfPresent(isEmpty ? nil : property, forKey: key)
    }
}

extension ServerComputed: CustomStringConvertible, CustomDebugStringConvertible {
    /// The server value to be written, or else the value.
    public var description: String {
        let content = projectedValue.map { "\($0)" } ?? wrappedValue.map { "\($0)" }
        return "ServerComputed(\(content ?? "nil"))"
    }

    /// The description.
    public var debugDescription: String { description }
}
