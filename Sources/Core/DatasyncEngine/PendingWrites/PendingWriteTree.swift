package import DatasyncTree

/// The pending writes at a node and below, by number; the numbers are in write order.
package struct PendingWriteTree: Sendable {
    /// The writes at exactly this node.
    private(set) var own = OrderedMap<Int, Node>()
    private(set) var children = OrderedMap<Key, PendingWriteTree>()
    /// The number of writes at this node and below.
    private(set) var count = 0
    /// The number of those writes that set a value other than null.
    private(set) var solidCount = 0
    /// The number of those writes that set priorities.
    private(set) var priorityCount = 0

    package init() {}

    mutating func add(_ node: Node, number: Int, at path: Path) {
        count += 1
        if path.last?.isPriority == true { priorityCount += 1 } else if !node.isNull { solidCount += 1 }
        if let key = path.first {
            children.modify(key, default: PendingWriteTree()) { $0.add(node, number: number, at: path.tail) }
        } else {
            own.set(node, for: number)
        }
    }

    mutating func remove(_ node: Node, number: Int, at path: Path) {
        count -= 1
        if path.last?.isPriority == true { priorityCount -= 1 } else if !node.isNull { solidCount -= 1 }
        guard let key = path.first else {
            own.removeValue(for: number)
            return
        }
        let isEmpty = children.modify(key) { child in
            child.remove(node, number: number, at: path.tail)
            return child.count == 0
        }
        if isEmpty == true { children.removeValue(for: key) }
    }

    /// Determines how the writes of this tree relate to a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - depth: The depth of this tree on the path.
    ///   - overlap: Receives the relation.
    func find(_ path: Path, from depth: Int, _ overlap: inout PendingWrites.Overlap) {
        if count == 0 { return }
        if !own.isEmpty {
            overlap = PendingWrites.Overlap(touchedDepth: path.count, isCovered: true)
            return
        }
        overlap.touchedDepth = depth
        if depth < path.count { children[path[depth]]?.find(path, from: depth + 1, &overlap) }
    }

    package func child(_ key: Key) -> PendingWriteTree? { children[key] }

    /// Returns the trees from this node down to a path, as far as they exist.
    func trees(to path: Path) -> (passed: [PendingWriteTree], last: PendingWriteTree?) {
        var passed: [PendingWriteTree] = []
        var tree: PendingWriteTree? = self
        for key in path {
            guard let here = tree else { break }
            passed.append(here)
            tree = here.children[key]
        }
        return (passed, tree)
    }

    /// Returns a value with the writes at this node and below that are newer than `number` applied in order.
    func replayed(on node: Node, after number: Int) -> Node {
        var writes: [NumberedWrite] = []
        collect(after: number, at: .root, into: &writes)
        var result = node
        for write in writes.sorted(by: { ($0.number, $0.step) < ($1.number, $1.step) }) {
            result.set(write.node, at: write.path)
        }
        return result
    }

    func collect(after number: Int, at path: Path, into writes: inout [NumberedWrite]) {
        for (own, node) in own.entries(from: number) where own > number {
            writes.append(NumberedWrite(number: own, path: path, node: node))
        }
        for (key, child) in children { child.collect(after: number, at: path.child(key), into: &writes) }
    }
}

/// A part of a pending write, with the number of the write.
struct NumberedWrite {
    let number: Int
    let path: Path
    let node: Node

    /// The step in which a merge applies the part.
    var step: Int { path.mergeStep(of: node) }
}

extension PathTree<Node> {
    /// The writes of a merge in the order in which they take effect.
    var writes: [(path: Path, node: Node)] {
        var writes: [(path: Path, node: Node)] = []
        visit { writes.append(($0, $1)) }
        let steps = Dictionary(grouping: writes) { $0.path.mergeStep(of: $0.node) }
        return (0...2).flatMap { steps[$0] ?? [] }
    }
}
