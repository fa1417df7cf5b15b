import DatasyncTree

/// A pending write of a client, with its local values until it is acknowledged.
struct NaiveWrite {
    /// A path of a write and the value written there.
    struct Part {
        let path: Path
        let value: JSON

        /// Returns whether this part cancels the effect of an earlier on-disconnect write at a path.
        func covers(_ other: Path) -> Bool {
            // An increment depends on the value before it.
            other.isAtOrBelow(path) && !value.text.contains("\"increment\"")
        }
    }

    let id: Int
    /// The name of the step, for the line of its completion.
    let step: String
    /// The path in the line of its completion.
    let path: Path
    /// Whether the write is a merge with several parts below `path`; any other write has one part.
    let isMerge: Bool
    let parts: [Part]
    /// The local value of each part.
    let shown: [(path: Path, value: Node)]
    /// Whether a local value was computed from data that the model does not know.
    let isUncertain: Bool

    /// Returns the write with only some of its parts.
    func keeping(_ parts: [Part]) -> NaiveWrite {
        NaiveWrite(
            id: id, step: step, path: path, isMerge: isMerge, parts: parts, shown: shown, isUncertain: isUncertain)
    }

    /// Returns whether a path of the write equals this path, or lies above or below it.
    func touches(_ path: Path) -> Bool { shown.contains { $0.path.isRelated(to: path) } }
}

extension Path {
    /// Whether one path equals the other or lies above it.
    func isRelated(to other: Path) -> Bool { isAtOrBelow(other) || other.isAtOrBelow(self) }
}

extension JSON {
    /// Returns the node that the back end stores for a written value; `nil` if it refuses the value.
    ///
    /// - Parameters:
    ///   - now: The time of the back end, for timestamps.
    ///   - present: The current value at the path, for increments.
    ///   - isReadable: Whether the writer may read it; otherwise an increment takes a value that is no number for none.
    /// - Returns: The stored node.
    func stored(now: Double, present: Node, isReadable: Bool = true) -> Node? {
        switch content {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .array(let elements):
            return Self.node(elements.enumerated().map { (String($0.offset), $0.element) }, now, present, isReadable)
        case .object(let members):
            if let priority = self[".priority"] ?? self[".value"].map({ _ in .null }) {
                let rest = members.filter { $0.name != ".priority" }
                let value = self[".value"] ?? .object(rest)
                return value.stored(now: now, present: present, isReadable: isReadable)?.withPriority(
                    priority.stored(now: now, present: .null) ?? .null)
            }
            guard let value = self[".sv"] else {
                return Self.node(members.map { ($0.name, $0.value) }, now, present, isReadable)
            }
            guard let step = value["increment"]?.number else { return .number(now) }
            guard present.isNull || present.number != nil || !isReadable else { return nil }
            return .number((present.number ?? value["from"]?.number ?? 0) + step)
        }
    }

    private static func node(
        _ members: [(name: String, value: JSON)], _ now: Double, _ present: Node, _ isReadable: Bool
    ) -> Node? {
        var children: [(DatasyncTree.Key, Node)] = []
        for member in members {
            let key = DatasyncTree.Key(unchecked: member.name)
            guard let child = member.value.stored(now: now, present: present[key], isReadable: isReadable) else {
                return nil
            }
            children.append((key, child))
        }
        return Node(Children(children))
    }
}

extension JSON {
    /// Returns the value with a priority, unless it is null or already has one.
    func withPriority(_ priority: Node) -> JSON {
        guard let priority = priority.primitive?.json, !isNull, self[".priority"] == nil else { return self }
        if let members { return .object(members + [Member(".priority", priority)]) }
        if let array {
            let members = array.enumerated().map { Member(String($0.offset), $0.element) }
            return .object(members + [Member(".priority", priority)])
        }
        return [".value": self, ".priority": priority]
    }
}

extension [(path: Path, value: Node)] {
    /// The parts of a merge in the order in which they take effect: values, then nulls, then priorities.
    var inMergeOrder: Self {
        func isPriority(_ part: Element) -> Bool { part.path.last?.isPriority == true }
        return filter { !isPriority($0) && !$0.value.isNull } + filter { !isPriority($0) && $0.value.isNull }
            + filter(isPriority)
    }
}
