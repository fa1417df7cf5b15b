import DatasyncTree

/// The encoder of one value.
///
/// A class, because a subclass and its superclass may request the same container from one encoder.
final class NodeWriter: Encoder {
    let position: WritingPosition
    /// The type that is being encoded, for messages and for the rules of dictionaries.
    let type: Any.Type
    private(set) var value: Encoded?

    init(_ position: WritingPosition, type: Any.Type) {
        self.position = position
        self.type = type
    }

    var codingPath: [any CodingKey] { position.trail.keys }
    var userInfo: [CodingUserInfoKey: Any] { position.pass.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedNodeWriter<Key>(object(), writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedNodeWriter(array(), writer: self) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func object() -> EncodedObject {
        if case .object(let object) = value { return object }
        let object = EncodedObject(type: type)
        begin(.object(object))
        return object
    }

    private func array() -> EncodedArray {
        if case .array(let array) = value { return array }
        let array = EncodedArray(type: type)
        begin(.array(array))
        return array
    }

    private func begin(_ container: Encoded) {
        if value == nil {
            value = container
        } else {
            position.pass.fail(mixed)
        }
    }

    private var mixed: WebcomError {
        WebcomError(
            .encodingFailed, at: position.place,
            "The encode(to:) of \(type) at \(position.place) writes two values of different kinds to one encoder. "
                + "Use one kind of container, and write a single value once.")
    }
}

extension NodeWriter: SingleValueEncodingContainer {
    func encodeNil() throws { try write(.null) }

    func encode(_ value: Int128) throws { try write(value.encoded(at: position)) }
    func encode(_ value: UInt128) throws { try write(value.encoded(at: position)) }
    func encode<Value: Encodable>(_ value: Value) throws { try write(position.encode(value)) }

    private func write(_ encoded: Encoded?) throws {
        guard value == nil else {
            throw position.failure(.encodingFailed, type, mixed.message)
        }
        value = encoded ?? .null
    }
}
