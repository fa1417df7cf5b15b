import DatasyncTree

/// The members of a keyed container, shared by all containers requested from one encoder.
final class EncodedObject {
    struct Member {
        let key: Key
        let codingKey: any CodingKey
        var value: Encoded
    }

    /// The members in written order.
    ///
    /// One value, so that a call checks for exclusive access only once.
    private struct Members {
        static let few = 8

        var all: [Member] = []
        /// The positions of the members, once there are too many to compare.
        var indices: [Key: Int] = [:]

        init() {
            // Most objects have a few members, and a large value has many objects at once.
            all.reserveCapacity(4)
        }

        func index(of key: Key) -> Int? {
            // By positions here and in `node`, as a closure over the members and a loop copy each.
            all.count > Self.few ? indices[key] : all.indices.first { all[$0].key == key }
        }

        /// Adds a member; returns the position of the member with this key if there is one, which stays as it is.
        mutating func add(_ value: Encoded, for key: Key, _ codingKey: any CodingKey) -> Int? {
            if let index = index(of: key) { return index }
            all.append(Member(key: key, codingKey: codingKey, value: value))
            guard all.count > Self.few else { return nil }
            for index in indices.count..<all.count { indices[all[index].key] = index }
            return nil
        }
    }

    /// The type that requested the container.
    let type: Any.Type
    private var table = Members()

    init(type: Any.Type) { self.type = type }

    var members: [Member] { table.all }

    var isDictionary: Bool { type is any DictionaryKind.Type }

    /// The value, if all members are leaves; `nil` for other objects, for an empty one, and for a server value.
    var node: Node? {
        let members = members
        if members.isEmpty { return nil }
        var entries: [(Key, Node)] = []
        entries.reserveCapacity(members.count)
        for index in members.indices {
            let key = members[index].key
            guard case .leaf(let node) = members[index].value, key != .serverValue else { return nil }
            entries.append((key, node))
        }
        return Node(Children(entries))
    }

    subscript(key: Key) -> Encoded? { member(key)?.value }

    /// Returns the member that is stored under a key.
    func member(_ key: Key) -> Member? { table.index(of: key).map { table.all[$0] } }

    /// Sets a member; a replaced member retains its position.
    ///
    /// - Returns: The coding key of another member with the same stored key, in which case nothing is set; otherwise `nil`.
    func set(_ value: Encoded, for key: Key, _ codingKey: any CodingKey) -> (any CodingKey)? {
        guard let index = table.add(value, for: key, codingKey) else { return nil }
        let present = table.all[index].codingKey
        guard present.stringValue == codingKey.stringValue else { return present }
        table.all[index].value = value
        return nil
    }
}

extension Key {
    /// The name of the only member of a server value.
    static let serverValue = Key(unchecked: DeferredValue.marker)
}
