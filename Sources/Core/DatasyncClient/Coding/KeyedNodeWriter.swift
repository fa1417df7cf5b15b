import DatasyncTree
import Foundation

/// A keyed encoding container for the members of an object.
struct KeyedNodeWriter<Name: CodingKey>: KeyedEncodingContainerProtocol {
    private let object: EncodedObject
    private let writer: NodeWriter
    /// Whether the members belong to a merge.
    private let isMerged: Bool
    /// Whether the key strategy leaves the names as they are, as it does in dictionaries with string keys.
    private let keepsNames: Bool

    init(_ object: EncodedObject, writer: NodeWriter) {
        self.object = object
        self.writer = writer
        let (position, pass) = (writer.position, writer.position.pass)
        if case .root = position.trail { isMerged = pass.isMerge } else { isMerged = false }
        if case .useDefaultKeys = pass.options.keys {
            keepsNames = true
        } else {
            keepsNames = (writer.type as? any DictionaryKind.Type)?.keyType == String.self
        }
    }

    var codingPath: [any CodingKey] { writer.codingPath }

    func encodeNil(forKey name: Name) throws {
        let key = try key(of: name)
        _ = try position(of: name, key)
        try set(.null, key, name)
    }

    // The usual values are leaves, without an encoder for each.

    func encode(_ value: Bool, forKey name: Name) throws { try set(.boolean(value), name) }
    func encode(_ value: String, forKey name: Name) throws { try set(.string(value), name) }

    func encode(_ value: Int, forKey name: Name) throws {
        guard let number = Node.exact(value) else { return try write(value, name) }
        try set(number, name)
    }

    func encode(_ value: Double, forKey name: Name) throws {
        guard let number = Node.finite(value) else { return try write(value, name) }
        try set(number, name)
    }

    func encode(_ value: Int128, forKey name: Name) throws { try write(value, name) }
    func encode(_ value: UInt128, forKey name: Name) throws { try write(value, name) }
    func encode<Value: Encodable>(_ value: Value, forKey name: Name) throws { try write(value, name) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey name: Name
    ) -> KeyedEncodingContainer<Nested> {
        nested(name).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey name: Name) -> any UnkeyedEncodingContainer { nested(name).unkeyedContainer() }

    func superEncoder() -> any Encoder { nested(NodeCodingKey.superclass) }
    func superEncoder(forKey name: Name) -> any Encoder { nested(name) }

    private func write<Value: Encodable>(_ value: Value, _ name: Name) throws {
        let key = try key(of: name)
        if !isMerged, let node = writer.position.node(ofChild: value) { return try set(.leaf(node), key, name) }
        guard let encoded = try position(of: name, key).encode(value) else { return }
        try set(encoded.compact, key, name)
    }

    private func set(_ leaf: Node, _ name: Name) throws {
        let key = try key(of: name)
        // Otherwise the position only matters to an error about the value.
        if isMerged || writer.position.depth >= Path.maximumDepth { _ = try position(of: name, key) }
        try set(.leaf(leaf), key, name)
    }

    /// Sets a member.
    ///
    /// - Throws: `EncodingError` if another member has the same stored name.
    private func set(_ encoded: Encoded, _ key: DatasyncTree.Key, _ name: any CodingKey) throws {
        if let other = object.set(encoded, for: key, name) { throw collision(other, name, key) }
    }

    private func collision(_ first: any CodingKey, _ second: any CodingKey, _ key: DatasyncTree.Key) -> EncodingError {
        let names = "\(first.stringValue.quoted(atMost: 40)) and \(second.stringValue.quoted(atMost: 40))"
        return writer.position.failure(
            .encodingFailed, writer.type,
            "The members \(names) of \(writer.type) at \(writer.position.place) have one stored name, "
                + "\(key.text.quoted(atMost: 40)), under the key strategy of the application's jsonEncoder. Give one of them "
                + "another coding key.")
    }

    /// Returns a member's nested encoder; further calls return the same one.
    private func nested(_ name: any CodingKey) -> NodeWriter {
        do {
            let key = try key(of: name)
            if let member = object.member(key), case .open(let nested) = member.value {
                guard member.codingKey.stringValue == name.stringValue else {
                    throw collision(member.codingKey, name, key)
                }
                return nested
            }
            let nested = NodeWriter(try position(of: name, key), type: writer.type)
            try set(.open(nested), key, name)
            return nested
        } catch {
            writer.position.pass.fail(writer.position.pass.failure(of: writer.type, error))
            return NodeWriter(writer.position, type: writer.type)
        }
    }

    private func position(of name: any CodingKey, _ key: DatasyncTree.Key) throws -> WritingPosition {
        let levels = isMerged ? key.text.utf8.split(separator: UInt8(ascii: "/")).count : 1
        return try writer.position.child(name, of: writer.type, levels: levels)
    }

    /// Returns the key under which a member is stored.
    private func key(of name: any CodingKey) throws -> DatasyncTree.Key {
        let text = storedText(of: name)
        if isMerged || text == DeferredValue.marker { return DatasyncTree.Key(unchecked: text) }
        do throws(DatasyncError) {
            return try DatasyncTree.Key(text)
        } catch {
            let position = writer.position
            throw position.failure(.invalidKey, text, "In \(writer.type) at \(position.place): \(error.message)")
        }
    }

    private func storedText(of name: any CodingKey) -> String {
        if keepsNames { return name.stringValue }
        switch writer.position.pass.options.keys {
        case .useDefaultKeys: return name.stringValue
        case .convertToSnakeCase: return SnakeCase.fromCamelCase(name.stringValue)
        case .custom(let convert): return convert(codingPath + [name]).stringValue
        @unknown default: return name.stringValue
        }
    }
}
