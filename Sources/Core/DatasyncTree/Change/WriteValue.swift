/// The value of a write: a node, and the server values in it that the back end computes.
package struct WriteValue: Sendable {
    /// A server value with its path inside the written value.
    package struct Deferred: Sendable {
        package let path: Path
        /// The server value; `nil` for the priority of a node that has only server values below it.
        ///
        /// Such a node is null before these are computed, and null has no priority.
        package let value: DeferredValue?
        /// The priority of the node at the path; null if it has none.
        package internal(set) var priority: Node

        package init(path: Path, value: DeferredValue?, priority: Node = .null) {
            self.path = path
            self.value = value
            self.priority = priority
        }

        /// Whether the part needs the server values of all other parts.
        fileprivate var isPriority: Bool { value == nil || path.last?.isPriority == true }

        /// Adds the part to a node; `value` is the computed server value.
        fileprivate func add(_ value: Node?, to node: inout Node) {
            if let value {
                node.set(value.withPriority(priority), at: path)
            } else {
                node.set(priority, at: path.child(.priority))
            }
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
        let others = deferred.filter { $0.path != own && !($0.path.isRoot && $0.value == nil) }
        var result = WriteValue(node.withoutPriority, deferred: others)
        result = result.withPriority(priority.node)
        guard let value = priority.deferred.first?.value else { return result }
        return WriteValue(result.node, deferred: result.deferred + [Deferred(path: own, value: value)])
    }

    /// Returns the value with a priority, unless it has one of its own.
    package func withPriority(_ priority: Node) -> WriteValue {
        let hasOwn = deferred.contains { $0.path == Path([.priority]) || $0.path.isRoot && $0.value == nil }
        if priority.isNull || node.isPrioritized || hasOwn { return self }
        var deferred = deferred.map { part in
            var part = part
            if part.path.isRoot { part.priority = priority }
            return part
        }
        if node.isNull, !deferred.isEmpty, !deferred.contains(where: \.path.isRoot) {
            deferred.append(Deferred(path: .root, value: nil, priority: priority))
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
    /// - Throws: ``DatasyncError`` for a forbidden key, an unknown server value, an invalid priority, too many levels, or a
    ///   path below a priority.
    package init(_ json: JSON, at path: Path, readsPriorities: Bool = false) throws(DatasyncError) {
        try path.checkPlace()
        let isPriorityPath = path.last?.isPriority == true
        // Names with a dot are never plain, so JSON with priorities or server values goes to the reader.
        if !isPriorityPath, let plain = Node(plain: json, levels: Path.maximumDepth - path.count) {
            self.init(plain)
            return
        }
        var reader = WriteValueReader(base: path, readsPriorities: readsPriorities)
        let node =
            isPriorityPath
            ? try reader.priority(json, of: .root, named: .root) : try reader.node(json, below: .root)
        self.init(
            node, deferred: reader.deferred.filter { !$0.isPriority } + reader.deferred.filter(\.isPriority))
    }

    /// Whether the value has no server values.
    package var isPlain: Bool { deferred.isEmpty }

    /// Returns the final value, with all server values computed.
    ///
    /// - Parameters:
    ///   - now: The back end's time in milliseconds since the Unix epoch.
    ///   - present: The current value at the path of the write.
    ///   - path: The path of the write, for messages.
    /// - Returns: The value without server values.
    /// - Throws: ``DatasyncError`` `notANumber`.
    package func resolved(now: Double, present: Node, at path: Path) throws(DatasyncError) -> Node {
        var result = node
        for part in deferred {
            let value = try part.value?.resolved(
                now: now, present: present[part.path], at: path.appending(part.path))
            part.add(value, to: &result)
        }
        return result
    }

    /// Returns the local value until the response arrives: server values are estimated from the current values.
    package func estimated(now: Double, present: (Path) -> Node?) -> Node {
        var result = node
        for part in deferred {
            part.add(part.value?.estimate(now: now, present: present(part.path)), to: &result)
        }
        return result
    }

    /// The written JSON, including server values and priorities.
    package var json: JSON {
        var places = PathTree<JSON>()
        for part in deferred {
            let priority = part.priority.primitive?.json
            guard let value = part.value?.json else {
                places.modify(part.path.child(.priority)) { $0.value = priority }
                continue
            }
            places.modify(part.path) {
                $0.value =
                    priority.map {
                        .object([JSON.Member(PriorityMember.value, value), JSON.Member(PriorityMember.priority, $0)])
                    } ?? value
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
