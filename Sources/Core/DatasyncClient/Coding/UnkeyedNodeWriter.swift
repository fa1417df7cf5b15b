import DatasyncTree

/// An unkeyed encoding container for the elements of an array.
struct UnkeyedNodeWriter: UnkeyedEncodingContainer {
    private let array: EncodedArray
    private let writer: NodeWriter

    init(_ array: EncodedArray, writer: NodeWriter) {
        self.array = array
        self.writer = writer
    }

    var codingPath: [any CodingKey] { writer.codingPath }
    var count: Int { array.elements.count }

    func encodeNil() throws {
        _ = try position
        array.elements.append(.null)
    }

    func encode(_ value: Int128) throws { try write(value) }
    func encode(_ value: UInt128) throws { try write(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try write(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func write<Value: Encodable>(_ value: Value) throws {
        if let node = writer.position.node(ofChild: value) { return array.elements.append(.leaf(node)) }
        array.elements.append(try position.encode(value)?.compact ?? .null)
    }

    private func nested() -> NodeWriter {
        do {
            let nested = NodeWriter(try position, type: writer.type)
            array.elements.append(.open(nested))
            return nested
        } catch {
            writer.position.pass.fail(writer.position.pass.failure(of: writer.type, error))
            return NodeWriter(writer.position, type: writer.type)
        }
    }

    /// The position of the next element.
    private var position: WritingPosition {
        get throws { try writer.position.child(NodeCodingKey.index(count), of: writer.type) }
    }
}
