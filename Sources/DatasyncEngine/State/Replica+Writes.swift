package import DatasyncTree

/// Writes of this client, their answers, and what the back end pushes.
extension Replica {
    /// A local write: shown at once when it is visible.
    package mutating func write(_ write: PendingWrite, number: Int) -> [RaisedEvent] {
        pending.add(write, number: number)
        guard write.isVisible else { return [] }
        let kind: DataOperation.Kind = write.isMerge ? .merge(write.branch { $0.node }) : .set(write.parts[0].node)
        return apply(DataOperation(kind: kind, path: write.path, isLocal: true))
    }

    /// The back end accepted a write; what it says of the data it has pushed before.
    package mutating func accepted(number: Int) -> [RaisedEvent] { handleResponse(number) { .accepted($0) } }

    /// The back end rejected a write: it is undone.
    package mutating func rejected(number: Int) -> [RaisedEvent] { handleResponse(number) { .rejected($0) } }

    private mutating func handleResponse(_ number: Int, _ kind: (PathTree<Bool>) -> DataOperation.Kind) -> [RaisedEvent]
    {
        guard let removal = pending.remove(number: number), removal.write.isVisible else { return [] }
        if let place = removal.restoredPlace {
            return apply(DataOperation(kind: .restored(PathTree(true)), path: place))
        }
        let affected = removal.write.branch { _ in true }
        return apply(
            DataOperation(
                kind: removal.mayShow ? kind(affected) : .shadowedResponse(affected), path: removal.write.path))
    }

    /// The back end said the value of a node, to one window when there is a tag.
    package mutating func received(_ node: Node, at path: Path, tag: Int? = nil) -> [RaisedEvent] {
        received(.set(node), at: path, tag: tag)
    }

    /// The back end said the values of some places below a node, to one window when there is a tag.
    package mutating func received(merging children: [(Path, Node)], at path: Path, tag: Int? = nil) -> [RaisedEvent] {
        var branch = PathTree<Node>()
        for (relative, node) in children { branch.modify(relative) { $0.value = node } }
        return received(.merge(branch), at: path, tag: tag)
    }

    private mutating func received(_ kind: DataOperation.Kind, at path: Path, tag: Int?) -> [RaisedEvent] {
        guard let tag else { return apply(DataOperation(kind: kind, path: path)) }
        guard let relative = query(tag: tag).flatMap({ path.relative(to: $0.path) }) else { return [] }
        return apply(DataOperation(kind: kind, path: relative, isTagged: true), toViewWith: tag)
    }
}

extension PendingWrite {
    /// The parts as a branch below the place of the write.
    fileprivate func branch<Value: Sendable>(_ value: (Part) -> Value) -> PathTree<Value> {
        var branch = PathTree<Value>()
        for part in parts { branch.modify(part.path.relative(to: path) ?? .root) { $0.value = value(part) } }
        return branch
    }
}
