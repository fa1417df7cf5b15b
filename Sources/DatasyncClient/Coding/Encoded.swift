import DatasyncTree

/// An encoded value, with its members in written order and its nulls.
enum Encoded {
    case null
    case leaf(Node)
    case deferred(DeferredValue)
    case object(EncodedObject)
    case array(EncodedArray)
    /// The value of a nested encoder, which may still be written to.
    case open(NodeWriter)
}

/// The members of a keyed container, shared by all containers requested from one encoder.
final class EncodedObject {
    struct Member {
        let key: Key
        let codingKey: any CodingKey
        var value: Encoded
    }

    /// The type that requested the container.
    let type: Any.Type
    private(set) var members: [Member] = []
    private var indices: [Key: Int] = [:]

    init(type: Any.Type) { self.type = type }

    var isDictionary: Bool { type is any DictionaryKind.Type }

    subscript(key: Key) -> Encoded? { indices[key].map { members[$0].value } }

    /// Sets a member; a replaced member retains its position.
    func set(_ value: Encoded, for key: Key, _ codingKey: any CodingKey) {
        if let index = indices[key] {
            members[index] = Member(key: key, codingKey: codingKey, value: value)
        } else {
            indices[key] = members.count
            members.append(Member(key: key, codingKey: codingKey, value: value))
        }
    }
}

/// The elements of an unkeyed container, shared by all containers requested from one encoder.
final class EncodedArray {
    /// The type that requested the container.
    let type: Any.Type
    var elements: [Encoded] = []

    init(type: Any.Type) { self.type = type }
}
