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
    /// The keys of the members.
    private var keys: [Key] = []
    /// The positions of the members, once there are too many to compare.
    private var indices: [Key: Int] = [:]
    private static let few = 8

    init(type: Any.Type) {
        self.type = type
        // Most objects have a few members, and a large value has many objects at once.
        members.reserveCapacity(4)
        keys.reserveCapacity(4)
    }

    var isDictionary: Bool { type is any DictionaryKind.Type }

    subscript(key: Key) -> Encoded? { member(key)?.value }

    /// Returns the member that is stored under a key.
    func member(_ key: Key) -> Member? { index(of: key).map { members[$0] } }

    private func index(of key: Key) -> Int? {
        keys.count > Self.few ? indices[key] : keys.firstIndex(of: key)
    }

    /// Sets a member; a replaced member retains its position.
    ///
    /// - Returns: The coding key of another member with the same stored key, in which case nothing is set; otherwise `nil`.
    func set(_ value: Encoded, for key: Key, _ codingKey: any CodingKey) -> (any CodingKey)? {
        if let index = index(of: key) {
            let present = members[index].codingKey
            guard present.stringValue == codingKey.stringValue else { return present }
            members[index] = Member(key: key, codingKey: codingKey, value: value)
        } else {
            members.append(Member(key: key, codingKey: codingKey, value: value))
            keys.append(key)
            guard keys.count > Self.few else { return nil }
            for index in indices.count..<keys.count { indices[keys[index]] = index }
        }
        return nil
    }
}
