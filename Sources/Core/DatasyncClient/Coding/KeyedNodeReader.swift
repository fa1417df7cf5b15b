import DatasyncTree
import Foundation

/// A keyed decoding container over the children of a node; a missing child is null.
struct KeyedNodeReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reader: NodeReader
    /// The children by their names; `nil` if they are found by their keys alone.
    private let names: ChildNames?

    init(_ reader: NodeReader) throws {
        if reader.node.isLeaf { throw reader.missesChildren() }
        self.reader = reader
        names = ChildNames.index(reader.node.children, convert: reader.keyConversion)
    }

    var codingPath: [any CodingKey] { reader.codingPath }

    var allKeys: [Key] {
        let all = names?.all ?? reader.node.children.map(\.key.text)
        let isOfIntegers = (reader.type as? any DictionaryKind.Type)?.keyType == Int.self
        if let (first, second) = names?.duplicate ?? (isOfIntegers ? all.integerDuplicate : nil) {
            reader.pass.fail(duplicates: first, second, of: reader)
        }
        return all.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { !node(key.stringValue).isNull }
    func decodeNil(forKey key: Key) throws -> Bool { node(key.stringValue).isNull }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key, \.storedFlag) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try child(key, \.storedText) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try child(key, \.storedInteger) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try child(key, \.number) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let node = node(key.stringValue)
        return node.isNull ? nil : try reader.decode(type, from: node, key)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try child(key).decode(type) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try child(key).decode(type) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try reader.decode(type, from: node(key.stringValue), key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { child(NodeCodingKey.superclass) }
    func superDecoder(forKey key: Key) throws -> any Decoder { child(key) }

    private func node(_ name: String) -> Node {
        names.map { $0[name] } ?? reader.node.withoutPriority[DatasyncTree.Key(unchecked: name)]
    }

    private func child(_ key: any CodingKey) -> NodeReader { reader.child(node(key.stringValue), key) }

    /// Returns a child as it is stored, or else decodes it.
    ///
    /// Inlined, because the call of a closure costs a tenth of decoding a small object.
    @inline(__always)
    private func child<Value: Decodable>(_ key: Key, _ stored: (Node) -> Value?) throws -> Value {
        let node = node(key.stringValue)
        return try stored(node) ?? reader.decode(Value.self, from: node, key)
    }
}

extension NodeReader {
    /// The key strategy for children's names; `nil` if they are not converted, as in dictionaries with string keys.
    fileprivate var keyConversion: ((String) -> String)? {
        switch pass.options.keys {
        case .useDefaultKeys: return nil
        case _ where (type as? any DictionaryKind.Type)?.keyType == String.self: return nil
        case .convertFromSnakeCase: return SnakeCase.toCamelCase
        case .custom(let convert):
            let codingPath = codingPath
            return { convert(codingPath + [NodeCodingKey.name($0)]).stringValue }
        @unknown default: return nil
        }
    }
}

extension DecodingPass {
    /// Records a failure for two keys that Swift cannot tell apart.
    fileprivate func fail(duplicates first: String, _ second: String, of reader: NodeReader) {
        fail(
            WebcomError(
                .decodingFailed, at: reader.place,
                "The keys \(first.withScalars) and \(second.withScalars) at \(reader.place) are one key to "
                    + "\(reader.type). Remove one of them, or read the node with children(as:), which keeps both."))
    }
}

extension String {
    /// The text in quotes with its scalar values, which tell canonically equivalent texts apart.
    fileprivate var withScalars: String {
        let scalars = unicodeScalars.prefix(40).map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return "\(quoted(atMost: 40)) (\(scalars.joined(separator: " ")))"
    }
}
