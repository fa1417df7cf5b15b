/// The value of a write: a node, and the server values in it that the back end computes.
package struct WriteValue: Sendable {
    /// A server value with its path inside the written value.
    package struct Deferred: Sendable {
        package let path: Path
        package let value: DeferredValue
        /// The priority of the computed value; null if it has none.
        package internal(set) var priority: Node

        package init(path: Path, value: DeferredValue, priority: Node = .null) {
            self.path = path
            self.value = value
            self.priority = priority
        }
    }

    /// The written value without its server values.
    package let node: Node
    package let deferred: [Deferred]

    package init(_ node: Node, deferred: [Deferred] = []) {
        self.node = node
        self.deferred = deferred
    }

    /// Returns the value with another priority, which may be a server value.
    package func with(priority: WriteValue) -> WriteValue {
        let own = Path([.priority])
        var result = WriteValue(node.withoutPriority, deferred: deferred.filter { $0.path != own })
        result = result.withPriority(priority.node)
        guard let value = priority.deferred.first?.value else { return result }
        return WriteValue(result.node, deferred: result.deferred + [Deferred(path: own, value: value)])
    }

    /// Returns the value with a priority, unless it has one of its own.
    package func withPriority(_ priority: Node) -> WriteValue {
        if priority.isNull || node.isPrioritized || deferred.contains(where: { $0.path == Path([.priority]) }) {
            return self
        }
        let deferred = deferred.map { part in
            var part = part
            if part.path.isRoot { part.priority = priority }
            return part
        }
        return WriteValue(node.withPriority(priority), deferred: deferred)
    }

    package init(_ value: DeferredValue) {
        node = .null
        deferred = [Deferred(path: .root, value: value)]
    }

    /// Reads a written value.
    ///
    /// A value for the path of a priority must be a string, a number, null or the server value `timestamp`.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - path: The path of the write, for the depth limit and for messages.
    ///   - readsPriorities: Whether members `.priority` and `.value` are priorities; otherwise they are forbidden keys.
    /// - Throws: ``DataError`` for a forbidden key, an unknown server value, an invalid priority or too many levels.
    package init(_ json: JSON, at path: Path, readsPriorities: Bool = false) throws(DataError) {
        let isPriorityPath = path.last?.isPriority == true
        // Names with a dot are never plain, so that priorities and server values take the reader.
        if !isPriorityPath, let plain = Node(plain: json, levels: Path.maximumDepth - path.count) {
            self.init(plain)
            return
        }
        var reader = WriteValueReader(base: path, readsPriorities: readsPriorities)
        let node =
            isPriorityPath
            ? try reader.priority(json, of: .root, named: .root) : try reader.node(json, below: .root)
        let isPriority = { (part: Deferred) in part.path.last?.isPriority == true }
        self.init(
            node, deferred: reader.deferred.filter { !isPriority($0) } + reader.deferred.filter(isPriority))
    }

    /// Returns the final value, with all server values computed.
    ///
    /// `present`: The current value at the path of the write.
    /// `path`: The path of the write, for messages.
    /// - Returns: The value without server values.
    /// - Throws: ``DataError`` `notANumber`.
    package func resolved(now: Double, present: Node, at path: Path) throws(DataError) -> Node {
        var result = node
        for part in deferred {
            let place = path.appending(part.path)
            let value = try part.value.resolved(now: now, present: present[part.path], at: place)
            result.set(value.withPriority(part.priority), at: part.path)
        }
        return result
    }

    /// Returns the local value until the response arrives: server values are estimated from the current values.
    package func estimated(now: Double, present: (Path) -> Node?) -> Node {
        var result = node
        for part in deferred {
            let value = part.value.estimate(now: now, present: present(part.path))
            result.set(value.withPriority(part.priority), at: part.path)
        }
        return result
    }

    /// The written JSON, including server values and priorities.
    package var json: JSON {
        var places = PathTree<JSON>()
        for part in deferred {
            let priority = part.priority.primitive.map { JSON.Member(PriorityMember.priority, $0.json) }
            places.modify(part.path) {
                $0.value =
                    priority.map { .object([JSON.Member(PriorityMember.value, part.value.json), $0]) }
                    ?? part.value.json
            }
        }
        return Self.json(node, places)
    }

    private static func json(_ node: Node, _ deferred: PathTree<JSON>) -> JSON {
        if let value = deferred.value { return value }
        if deferred.children.isEmpty { return node.exportJSON }
        var mixed: [JSON.Member] = []
        if let primitive = node.primitive { mixed.append(JSON.Member(PriorityMember.value, primitive.json)) }
        if let priority = node.priority.primitive { mixed.append(JSON.Member(PriorityMember.priority, priority.json)) }
        mixed += node.children.map { JSON.Member($0.key.text, json($0.value, deferred.child($0.key) ?? PathTree())) }
        let added = deferred.children.filter { node[$0.key.key].isNull }
        return .object(mixed + added.map { JSON.Member($0.key.key.text, json(.null, $0.value)) })
    }
}
