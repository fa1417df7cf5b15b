import DatasyncTree

/// A JSON value prepared for comparison: sorted members, and for every part its hash and the length of its text.
struct JSONTree: Sendable {
    indirect enum Shape: Sendable {
        case scalar
        case array([JSONTree])
        /// The members in byte order of their names; of equal names, only the last.
        case object([(name: String, value: JSONTree)])
    }

    let json: JSON
    let shape: Shape
    /// The number of bytes of the compact text.
    let length: Int
    /// A hash of the value; equal values have equal hashes.
    let digest: Int

    init(_ json: JSON) {
        self.json = json
        var hasher = Hasher()
        switch json.content {
        case .array(let elements):
            let trees = elements.map(JSONTree.init)
            shape = .array(trees)
            length = trees.reduce(1 + max(1, trees.count)) { $0 + $1.length }
            hasher.combine(1)
            for tree in trees { hasher.combine(tree.digest) }
        case .object(let members):
            var trees: [(name: String, value: JSONTree)] = []
            for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
                if let last = trees.last, last.name.hasSameBytes(as: member.name) { trees.removeLast() }
                trees.append((member.name, JSONTree(member.value)))
            }
            shape = .object(trees)
            length = trees.reduce(1 + max(1, trees.count)) {
                $0 + JSON.string($1.name).text.utf8.count + 1 + $1.value.length
            }
            hasher.combine(2)
            for (name, tree) in trees {
                hasher.combine(name)
                hasher.combine(tree.digest)
            }
        default:
            shape = .scalar
            let text = json.text
            length = text.utf8.count
            hasher.combine(0)
            hasher.combine(text)
        }
        digest = hasher.finalize()
    }
}

extension JSONTree: Equatable {
    /// Returns whether two values are equal.
    static func == (left: JSONTree, right: JSONTree) -> Bool {
        guard left.digest == right.digest else { return false }
        switch (left.shape, right.shape) {
        case (.scalar, .scalar): return left.json.text == right.json.text
        case (.array(let mine), .array(let theirs)): return mine == theirs
        case (.object(let mine), .object(let theirs)):
            return mine.count == theirs.count
                && zip(mine, theirs).allSatisfy { $0.name.hasSameBytes(as: $1.name) && $0.value == $1.value }
        default: return false
        }
    }
}
