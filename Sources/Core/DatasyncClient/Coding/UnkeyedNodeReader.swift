import DatasyncTree

/// An unkeyed decoding container over the children `0`, `1`, … of a node, with null for missing indices.
struct UnkeyedNodeReader: UnkeyedDecodingContainer {
    /// The maximum array index for a node with few children; see `length(of:)`.
    static let freeIndex = 65_536

    private let reader: NodeReader
    private var entries: ChildIterator
    /// The first entry that has not been decoded yet.
    private var next: (key: Key, value: Node)?
    private let length: Int
    private(set) var currentIndex = 0

    init(_ reader: NodeReader) throws {
        if reader.node.isLeaf { throw reader.missesChildren() }
        let children = reader.node.children
        self.reader = reader
        length = try reader.length(of: children)
        entries = children.makeIterator()
        next = entries.next()
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { length }
    var isAtEnd: Bool { currentIndex >= length }

    mutating func decodeNil() throws -> Bool {
        guard try element().node.isNull else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try taking(\.storedFlag) }
    mutating func decode(_ type: String.Type) throws -> String { try taking(\.storedText) }
    mutating func decode(_ type: Int.Type) throws -> Int { try taking(\.storedInteger) }
    mutating func decode(_ type: Double.Type) throws -> Double { try taking(\.number) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try taking { try $0.decode(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try taking { try $0.decode(type) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isAtEnd else { return try taking { try $0.decode(type) } }
        let value = try reader.decode(type, from: current, NodeCodingKey.index(currentIndex), isElement: true)
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try taking { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try taking { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try taking { $0 } }

    /// Reads the next element and advances; if reading fails, that element stays the next one.
    private mutating func taking<Result>(_ read: (NodeReader) throws -> Result) throws -> Result {
        let result = try read(try element())
        advance()
        return result
    }

    /// Takes the next element as it is stored, or else with a decoder.
    private mutating func taking<Value: Decodable>(_ stored: (Node) -> Value?) throws -> Value {
        guard let value = stored(current) else { return try taking { try $0.decode(Value.self) } }
        advance()
        return value
    }

    /// The next element; null at the end.
    private var current: Node { next.flatMap { $0.key.arrayIndex == currentIndex ? $0.value : nil } ?? .null }

    private func element() throws -> NodeReader {
        let key = NodeCodingKey.index(currentIndex)
        guard !isAtEnd else {
            throw MissingChild(key: key, parent: reader.trail, isElement: true)
                .error(reader.pass, expected: reader.type)
        }
        return reader.child(current, key, isElement: true)
    }

    private mutating func advance() {
        if next?.key.arrayIndex == currentIndex { next = entries.next() }
        currentIndex += 1
    }
}

extension NodeReader {
    /// Returns the length of the array that the children form.
    ///
    /// - Throws: `DecodingError` for a key that is not an index, or an index far larger than the number of children.
    fileprivate func length(of children: Children) throws -> Int {
        guard let last = children.last?.key else { return 0 }
        if let other = children.first(where: { $0.key.arrayIndex == nil })?.key {
            throw DecodingError.typeMismatch(
                type,
                context(
                    "Expected \(type) at \(place), found the key \(other.text.quoted(atMost: 40)), which is not an array "
                        + "index. Decode a dictionary with String keys, or read the node with children(as:)."))
        }
        let index = last.arrayIndex ?? 0
        let limit = max(2 * children.count, UnkeyedNodeReader.freeIndex)
        guard index <= limit else {
            throw DecodingError.typeMismatch(
                type,
                context(
                    "Expected \(type) at \(place), found the index \(index) among \(children.count) children; an array "
                        + "of that many children may have indices up to \(limit). Decode a dictionary with Int keys."))
        }
        return index + 1
    }
}
