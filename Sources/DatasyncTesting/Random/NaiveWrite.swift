import DatasyncTree

/// A write as the client knows it: what was asked, and what it shows until the answer.
struct NaiveWrite {
    /// One place of a write and what is put there.
    struct Part {
        let path: Path
        let value: JSON
    }

    let id: Int
    /// The step, for the line of its completion.
    let step: String
    /// The path that the line names.
    let path: Path
    /// A merge has several parts and its base path, any other write one part.
    let isMerge: Bool
    let parts: [Part]
    /// What each part shows.
    let shown: [(path: Path, value: Node)]
    /// Whether what is shown was computed from data that the model does not know.
    let isUncertain: Bool

    /// Whether one of the paths is this one, above it or below it.
    func touches(_ path: Path) -> Bool { shown.contains { $0.path.isRelated(to: path) } }
}

extension Path {
    /// Whether one of both is the other, or above it.
    func isRelated(to other: Path) -> Bool { isAtOrBelow(other) || other.isAtOrBelow(self) }
}

extension JSON {
    /// What the back end stores for a written value, given the value now at its place; `nil` when it refuses it.
    func stored(now: Double, present: Node) -> Node? {
        switch self {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .array(let elements):
            return Self.node(elements.enumerated().map { (String($0.offset), $0.element) }, now, present)
        case .object(let members):
            guard let value = self[".sv"] else { return Self.node(members.map { ($0.name, $0.value) }, now, present) }
            guard let step = value["increment"]?.number else { return .number(now) }
            guard present.isNull || present.number != nil else { return nil }
            return .number((present.number ?? value["from"]?.number ?? 0) + step)
        }
    }

    private static func node(_ members: [(name: String, value: JSON)], _ now: Double, _ present: Node) -> Node? {
        var children: [(DatasyncTree.Key, Node)] = []
        for member in members {
            let key = DatasyncTree.Key(unchecked: member.name)
            guard let child = member.value.stored(now: now, present: present[key]) else { return nil }
            children.append((key, child))
        }
        return Node(Children(children))
    }
}
