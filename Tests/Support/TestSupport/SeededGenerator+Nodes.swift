package import DatasyncTree

/// Random data over a small alphabet, so that random writes overlap.
extension SeededGenerator {
    package mutating func key() -> Key { Key(unchecked: pick(["a", "b", "c", "9", "10"])) }

    package mutating func path(upTo depth: Int) -> Path {
        let count = below(depth + 1)
        return Path((0..<count).map { _ in key() })
    }

    /// Returns random data.
    ///
    /// - Parameters:
    ///   - depth: The maximum number of levels.
    ///   - priorities: The chance of each node to have a priority, in percent.
    /// - Returns: The data.
    package mutating func node(depth: Int = 2, priorities: Int = 0) -> Node {
        var node = Node.null
        if depth == 0 || chance(40) {
            node = pick([.null, .number(1), .number(2), .string("x"), .boolean(true)])
        } else {
            let children = (0..<3).map { _ in (key(), self.node(depth: depth - 1, priorities: priorities)) }
            node = Node(Children(Dictionary(children, uniquingKeysWith: { $1 }).map { ($0, $1) }))
        }
        guard priorities > 0, chance(priorities) else { return node }
        return node.withPriority(pick([.number(1), .string("p")]))
    }
}
