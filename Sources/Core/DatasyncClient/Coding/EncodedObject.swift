import DatasyncTree

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

    subscript(key: Key) -> Encoded? { member(key)?.value }

    /// Returns the member that is stored under a key.
    func member(_ key: Key) -> Member? { indices[key].map { members[$0] } }

    /// Sets a member; a replaced member retains its position.
    ///
    /// - Returns: The coding key of another member with the same stored key, in which case nothing is set; otherwise `nil`.
    func set(_ value: Encoded, for key: Key, _ codingKey: any CodingKey) -> (any CodingKey)? {
        if let index = indices[key] {
            let present = members[index].codingKey
            guard present.stringValue == codingKey.stringValue else { return present }
            members[index] = Member(key: key, codingKey: codingKey, value: value)
        } else {
            indices[key] = members.count
            members.append(Member(key: key, codingKey: codingKey, value: value))
        }
        return nil
    }
}
