import DatasyncTree
import Foundation

/// A keyed encoding container for the members of an object.
struct KeyedNodeWriter<Name: CodingKey>: KeyedEncodingContainerProtocol {
    private let object: EncodedObject
    private let writer: NodeWriter

    init(_ object: EncodedObject, writer: NodeWriter) {
        self.object = object
        self.writer = writer
    }

    var codingPath: [any CodingKey] { writer.codingPath }

    func encodeNil(forKey name: Name) throws {
        let key = try key(of: name)
        _ = try position(of: name, key)
        object.set(.null, for: key, name)
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
        guard let encoded = try position(of: name, key).encode(value) else { return }
        object.set(encoded, for: key, name)
    }

    /// Returns the nested encoder of a member; further calls return the same one.
    private func nested(_ name: any CodingKey) -> NodeWriter {
        do {
            let key = try key(of: name)
            if case .open(let nested) = object[key] { return nested }
            let nested = NodeWriter(try position(of: name, key), type: writer.type)
            object.set(.open(nested), for: key, name)
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

    /// Whether the members are the members of a merge.
    private var isMerged: Bool {
        if case .root = writer.position.trail { writer.position.pass.isMerge } else { false }
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
        if (writer.type as? any DictionaryKind.Type)?.keyType == String.self { return name.stringValue }
        switch writer.position.pass.options.keys {
        case .useDefaultKeys: return name.stringValue
        case .convertToSnakeCase: return SnakeCase.fromCamelCase(name.stringValue)
        case .custom(let convert): return convert(codingPath + [name]).stringValue
        @unknown default: return name.stringValue
        }
    }
}
