import DatasyncTree

/// The decoder of one value: a node and its coding path.
///
/// A class, because containers and `init(from:)` pass it on, and a copy of its parts costs more than a reference.
final class NodeReader: Decoder {
    let pass: DecodingPass
    let node: Node
    let trail: CodingTrail
    /// The type that is being decoded, for messages and for the rules of dictionaries.
    let type: Any.Type
    /// The missing child at or above this value; `nil` for a stored value and for the outermost value.
    let missing: MissingChild?

    init(pass: DecodingPass, node: Node, trail: CodingTrail, type: Any.Type, missing: MissingChild?) {
        (self.pass, self.node, self.trail, self.type, self.missing) = (pass, node, trail, type, missing)
    }

    var codingPath: [any CodingKey] { trail.keys }
    var userInfo: [CodingUserInfoKey: Any] { pass.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedNodeReader<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try UnkeyedNodeReader(self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// Returns the decoder of a child.
    ///
    /// - Parameters:
    ///   - node: The child.
    ///   - key: The coding key of the child.
    ///   - type: The type that is decoded from it; `nil` for the type around it.
    ///   - isElement: Whether the child is an array element.
    /// - Returns: The decoder.
    func child(_ node: Node, _ key: any CodingKey, as type: Any.Type? = nil, isElement: Bool = false) -> NodeReader {
        let origin = node.isNull ? missing ?? MissingChild(key: key, parent: trail, isElement: isElement) : nil
        return NodeReader(
            pass: pass, node: node, trail: trail.appending(key), type: type ?? self.type, missing: origin)
    }

    /// Decodes a child.
    func decode<Value: Decodable>(
        _ type: Value.Type, from node: Node, _ key: any CodingKey, isElement: Bool = false
    ) throws -> Value {
        // A stored child has one decoder, which is already that of its type.
        if node.isNull { return try child(node, key, isElement: isElement).decode(type) }
        return try decodeStored(type, node, with: child(node, key, as: type, isElement: isElement))
    }

    /// Returns the string of the node.
    ///
    /// - Throws: `DecodingError` if the node is not a string.
    func text(for type: Any.Type) throws -> String {
        guard let text = node.storedText else { throw mismatch(type) }
        return text
    }

    private func reading(_ type: Any.Type, missing: MissingChild?) -> NodeReader {
        NodeReader(pass: pass, node: node, trail: trail, type: type, missing: missing)
    }
}

extension NodeReader: SingleValueDecodingContainer {
    func decodeNil() -> Bool { node.isNull }

    func decode(_ type: Int128.Type) throws -> Int128 { try Int128.read(from: self) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try UInt128.read(from: self) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if node.isNull { return try decodeFromNothing(type) }
        return try decodeStored(type, node, with: reading(type, missing: nil))
    }

    /// Decodes a node, and makes its decoder only if the type needs one.
    private func decodeStored<Value: Decodable>(
        _ type: Value.Type, _ node: Node, with reader: @autoclosure () -> NodeReader
    ) throws -> Value {
        if let value = node.stored(as: type) { return try cast(value, reader) }
        guard let readable = type as? any NodeReadable.Type else { return try Value(from: reader()) }
        return try cast(try readable.read(from: reader()), reader)
    }

    /// Returns a value that has been read as the decoded type.
    ///
    /// Apart from its caller, because an optional of a generic type costs a tenth of decoding a small object.
    @inline(never)
    private func cast<Value: Decodable>(_ value: Any, _ reader: () -> NodeReader) throws -> Value {
        guard let value = value as? Value else { throw reader().mismatch(Value.self) }
        return value
    }

    /// Decodes a missing value: collections as empty, other types if they need no stored child.
    private func decodeFromNothing<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let empty = (type as? any EmptyWhenMissing.Type)?.init() as? Value { return empty }
        // At the root of the decoding, only an optional gets here with null.
        guard let missing else { return try Value(from: reading(type, missing: nil)) }
        // Stops the infinite recursion of a type that contains itself.
        guard let deeper = missing.entering(type) else { throw missing.error(pass, expected: type) }
        do {
            return try decodeStored(type, node, with: reading(type, missing: deeper))
        } catch is DecodingError {
            throw missing.error(pass, expected: type)
        }
    }
}
