package import DatasyncTree

/// Random data over a small alphabet, so that random writes overlap.
extension SeededGenerator {
    package mutating func key() -> Key { Key(unchecked: pick(["a", "b", "c", "9", "10"])) }

    package mutating func path(upTo depth: Int) -> Path {
        let count = below(depth + 1)
        return Path((0..<count).map { _ in key() })
    }

    package mutating func node(depth: Int = 2) -> Node {
        if depth == 0 || chance(40) {
            return pick([.null, .number(1), .number(2), .string("x"), .boolean(true)])
        }
        return Node(
            Children(
                Dictionary((0..<3).map { _ in (key(), node(depth: depth - 1)) }, uniquingKeysWith: { $1 }).map {
                    ($0, $1)
                }))
    }
}
