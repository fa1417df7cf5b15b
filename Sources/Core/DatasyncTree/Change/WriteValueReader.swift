/// A reader of the JSON of a written value.
struct WriteValueReader {
    /// The path of the write.
    let base: Path
    let readsPriorities: Bool
    /// The server values; priorities come after the others, since null has no priority.
    private(set) var deferred: [WriteValue.Deferred] = []
    /// Keys that do not fit into a rank; keys with the same name share one text.
    private var sharedKeys: Set<Key> = []
    /// The maximum number of shared keys: names that differ everywhere need not be stored.
    private static let mostSharedKeys = 256

    init(base: Path, readsPriorities: Bool) {
        self.base = base
        self.readsPriorities = readsPriorities
    }

    /// Reads the value at a path below the write.
    mutating func node(_ json: JSON, below path: Path) throws(DatasyncError) -> Node {
        switch json.content {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .string(let text): return .string(text)
        case .number(let number):
            guard number.isFinite else {
                throw failure(
                    path, "The value at \(place(path)) is NaN or infinite; only finite numbers can be stored.")
            }
            return .number(number)
        case .array(let elements):
            var entries: [(Key, Node)] = []
            for (index, element) in elements.enumerated() {
                let key = Key(index: index)
                entries.append((key, try child(element, key, path)))
            }
            return Node(Children(entries))
        case .object(let members): return try node(members, below: path)
        }
    }

    /// Reads a priority.
    ///
    /// - Parameters:
    ///   - json: The priority.
    ///   - path: The path below the write of the node with the priority.
    ///   - name: The path below the write of the priority itself.
    /// - Returns: The priority; null for none, and for a server value.
    /// - Throws: ``DatasyncError`` `invalidValue`.
    mutating func priority(_ json: JSON, of path: Path, named name: Path) throws(DatasyncError) -> Node {
        switch json.content {
        case .null: return .null
        case .string(let text): return .string(text)
        case .number(let number) where number.isFinite: return .number(number)
        case .object(let members) where members.count == 1 && members[0].name == DeferredValue.marker:
            let value = try DeferredValue(members[0].value, at: place(path))
            if value == .timestamp {
                deferred.append(WriteValue.Deferred(path: name, value: value))
                return .null
            }
        default: break
        }
        throw failure(
            path,
            "The priority at \(place(path)) is \(json.text.quoted(atMost: 40)); use a string, a finite number, null or "
                + "the server value {\".sv\":\"timestamp\"}.")
    }

    private mutating func node(_ members: [JSON.Member], below path: Path) throws(DatasyncError) -> Node {
        if members.contains(where: { $0.name == DeferredValue.marker }) {
            guard members.count == 1 else {
                throw failure(
                    path,
                    "The server value at \(place(path)) has other members beside \".sv\"; remove them.")
            }
            let value = try DeferredValue(members[0].value, at: place(path))
            deferred.append(WriteValue.Deferred(path: path, value: value))
            return .null
        }
        let earlier = deferred.count
        var entries: [(Key, Node)] = []
        var priority = Node.null
        var value: JSON?
        for member in members {
            if readsPriorities, member.name == PriorityMember.priority {
                priority = try self.priority(member.value, of: path, named: path.child(.priority))
            } else if readsPriorities, member.name == PriorityMember.value {
                value = member.value
            } else {
                let key = try checkedKey(member.name, in: path)
                entries.append((key, try child(member.value, key, path)))
            }
        }
        guard let value else {
            let node = Node(Children(entries))
            if node.isNull, !priority.isNull, deferred.count > earlier {
                deferred.append(WriteValue.Deferred(path: path, value: nil, priority: priority))
            }
            return node.withPriority(priority)
        }
        let isServerValue = value[DeferredValue.marker] != nil
        guard entries.isEmpty, isServerValue || !value.isContainer else {
            throw failure(
                path,
                "The value at \(place(path)) has \".value\" beside children, or children in it; "
                    + "\".value\" is for a primitive with a priority.")
        }
        let node = try node(value, below: path)
        if isServerValue { deferred[deferred.count - 1].priority = priority }
        return node.withPriority(priority)
    }

    private mutating func child(_ json: JSON, _ key: Key, _ path: Path) throws(DatasyncError) -> Node {
        guard base.count + path.count < Path.maximumDepth else {
            throw failure(
                path,
                "The value at \(place(path)) lies deeper than the limit of \(Path.maximumDepth) levels; flatten the data."
            )
        }
        return try node(json, below: path.child(key))
    }

    private mutating func checkedKey(_ name: String, in path: Path) throws(DatasyncError) -> Key {
        do throws(DatasyncError) {
            let key = try Key(name)
            if key.box == nil { return key }
            if let index = sharedKeys.firstIndex(of: key) { return sharedKeys[index] }
            if sharedKeys.count < Self.mostSharedKeys { sharedKeys.insert(key) }
            return key
        } catch {
            throw DatasyncError(
                .invalidKey, at: place(path).description, "In the value at \(place(path)): \(error.message)")
        }
    }

    private func place(_ path: Path) -> Path { base.appending(path) }

    private func failure(_ path: Path, _ message: String) -> DatasyncError {
        DatasyncError(.invalidValue, at: place(path).description, message)
    }
}
