/// The value of a write: a node, and the server values in it that the back end computes.
package struct WriteValue: Sendable {
    /// A server value with its path inside the written value.
    package struct Deferred: Sendable {
        package let path: Path
        package let value: DeferredValue

        package init(path: Path, value: DeferredValue) {
            self.path = path
            self.value = value
        }
    }

    /// The written value without its server values.
    package let node: Node
    package let deferred: [Deferred]

    package init(_ node: Node, deferred: [Deferred] = []) {
        self.node = node
        self.deferred = deferred
    }

    package init(_ value: DeferredValue) {
        node = .null
        deferred = [Deferred(path: .root, value: value)]
    }

    /// Reads a written value.
    ///
    /// `path`: The path of the write, for the depth limit and for messages.
    /// - Throws: ``DataError`` for a forbidden key, an unknown server value or too many levels.
    package init(_ json: JSON, at path: Path) throws(DataError) {
        var deferred: [Deferred] = []
        if let plain = Node(plain: json, levels: Path.maximumDepth - path.count) {
            node = plain
        } else {
            node = try Self.node(json, base: path, below: .root, deferred: &deferred)
        }
        self.deferred = deferred
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
            result.set(try part.value.resolved(now: now, present: present[part.path], at: place), at: part.path)
        }
        return result
    }

    /// Returns the local value until the response arrives: server values are estimated from the current values.
    package func estimated(now: Double, present: (Path) -> Node?) -> Node {
        var result = node
        for part in deferred { result.set(part.value.estimate(now: now, present: present(part.path)), at: part.path) }
        return result
    }

    /// The written JSON, including server values.
    package var json: JSON {
        var places = PathTree<DeferredValue>()
        for part in deferred { places.modify(part.path) { $0.value = part.value } }
        return Self.json(node, places)
    }

    private static func json(_ node: Node, _ deferred: PathTree<DeferredValue>) -> JSON {
        if let value = deferred.value { return value.json }
        if deferred.children.isEmpty { return node.json(readsArrays: false) }
        let mixed = node.children.map { JSON.Member($0.key.text, json($0.value, deferred.child($0.key) ?? PathTree())) }
        let added = deferred.children.filter { node[$0.key.key].isNull }
        return .object(mixed + added.map { JSON.Member($0.key.key.text, json(.null, $0.value)) })
    }

    private static func node(
        _ json: JSON, base: Path, below path: Path, deferred: inout [Deferred]
    ) throws(DataError) -> Node {
        switch json {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .string(let text): return .string(text)
        case .number(let number):
            guard number.isFinite else {
                let place = base.appending(path)
                throw DataError(
                    .invalidValue, at: place.description,
                    "The value at \(place) is NaN or infinite; only finite numbers can be stored.")
            }
            return .number(number)
        case .array(let elements):
            var entries: [(Key, Node)] = []
            for (index, element) in elements.enumerated() {
                let key = Key(index: index)
                entries.append((key, try child(element, key, base, path, &deferred)))
            }
            return Node(Children(entries))
        case .object(let members):
            if members.contains(where: { $0.name == DeferredValue.marker }) {
                let place = base.appending(path)
                guard members.count == 1 else {
                    throw DataError(
                        .invalidValue, at: place.description,
                        "The server value at \(place) has other members beside \".sv\"; remove them.")
                }
                deferred.append(Deferred(path: path, value: try DeferredValue(members[0].value, at: place)))
                return .null
            }
            var entries: [(Key, Node)] = []
            for member in members {
                let key = try checkedKey(member.name, in: base.appending(path))
                entries.append((key, try child(member.value, key, base, path, &deferred)))
            }
            return Node(Children(entries))
        }
    }

    private static func child(
        _ json: JSON, _ key: Key, _ base: Path, _ path: Path, _ deferred: inout [Deferred]
    ) throws(DataError) -> Node {
        guard base.count + path.count < Path.maximumDepth else {
            let place = base.appending(path)
            throw DataError(
                .invalidValue, at: place.description,
                "The value at \(place) lies deeper than the limit of \(Path.maximumDepth) levels; flatten the data.")
        }
        return try node(json, base: base, below: path.child(key), deferred: &deferred)
    }

    private static func checkedKey(_ name: String, in path: Path) throws(DataError) -> Key {
        do throws(DataError) {
            return try Key(name)
        } catch {
            throw DataError(.invalidKey, at: path.description, "In the value at \(path): \(error.message)")
        }
    }
}
