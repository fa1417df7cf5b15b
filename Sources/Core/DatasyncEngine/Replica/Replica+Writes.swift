package import DatasyncTree

/// Local writes, their responses, and pushes of the back end.
extension Replica {
    /// Adds a local write, and raises its events if it is visible.
    package mutating func write(_ write: consuming PendingWrite, number: Int, into effects: inout [Effect]) {
        guard write.isVisible else { return pending.add(write, number: number) }
        let path = write.path
        let kind: DataOperation.Kind
        if let node = write.setNode {
            let isUsual = writeUsually(node, at: path, into: &effects)
            pending.add(write, number: number)
            if isUsual { return }
            kind = .set(node)
        } else {
            kind = .merge(write.branch { $0.node })
            pending.add(write, number: number)
        }
        apply(DataOperation(kind: kind, path: path, isLocal: true), into: &effects)
    }

    /// Removes a write that the back end accepted; the back end has already pushed the resulting data.
    package mutating func accepted(number: Int, into effects: inout [Effect]) {
        handleResponse(number, isAccepted: true, into: &effects) { .accepted($0) }
    }

    /// Removes a write that the back end rejected, which reverts it.
    package mutating func rejected(number: Int, into effects: inout [Effect]) {
        handleResponse(number, isAccepted: false, into: &effects) { .rejected($0) }
    }

    private mutating func handleResponse(
        _ number: Int, isAccepted: Bool, into effects: inout [Effect],
        _ kind: (PathTree<Bool>) -> DataOperation.Kind
    ) {
        defer { if pending.isEmpty { mayHideOlderWrites = false } }
        guard let removal = pending.remove(number: number), removal.write.isVisible else { return }
        if removal.mayShow, let oldest = pending.writes.firstNumber, oldest < number, !mayHideOlderWrites {
            mayHideOlderWrites = pending.touches(removal.write)
        }
        if isAccepted, !unansweredListens.isEmpty { confirm(removal.write, number: number) }
        if isAccepted, !removal.write.isMerge, removal.restoredPlace == nil,
            acknowledgeUsually(at: removal.write.path, into: &effects)
        {
            return
        }
        if let place = removal.restoredPlace {
            return apply(DataOperation(kind: .restored(PathTree(true)), path: place), into: &effects)
        }
        let affected = removal.write.branch { _ in true }
        apply(
            DataOperation(
                kind: removal.mayShow ? kind(affected) : .shadowedResponse(affected), path: removal.write.path),
            into: &effects)
    }

    /// Stores an accepted write in the server caches whose listen was sent after it and has no data yet.
    ///
    /// The back end has not pushed the write to them, and their data may be older than the write.
    private mutating func confirm(_ write: PendingWrite, number: Int) {
        let later = unansweredListens.filter { query, last in
            number <= last && (query.path.isAtOrBelow(write.path) || write.path.isAtOrBelow(query.path))
        }
        if later.isEmpty { return }
        editSyncPoints { tree in
            for part in write.parts {
                Self.confirm(part.node, at: part.path, in: &tree, Set(later.keys), isUnanswered: nil)
            }
        }
    }

    /// Stores an accepted value in the server caches of a subtree.
    ///
    /// - Parameters:
    ///   - node: The accepted value.
    ///   - path: Its path, relative to the subtree.
    ///   - branch: The subtree.
    ///   - unanswered: The queries whose listens have no data yet.
    ///   - isUnanswered: Whether the listen of the default view above has no data yet; `nil` without such a view.
    private static func confirm(
        _ node: Node, at path: Path, in branch: inout SyncTree, _ unanswered: Set<Query>, isUnanswered: Bool?
    ) {
        let own = branch.value?.defaultView.map { unanswered.contains(Query(path: $0.path, window: .all)) }
        let isUnanswered = isUnanswered ?? own
        for plain in path.first.map({ [TextOrderedKey($0)] }) ?? branch.children.keys {
            _ = branch.children.modify(plain) { child in
                confirm(
                    path.isRoot ? node[plain.key] : node, at: path.isRoot ? path : path.tail, in: &child, unanswered,
                    isUnanswered: isUnanswered)
            }
        }
        for index in branch.value?.views.indices ?? 0..<0
        where isUnanswered ?? unanswered.contains(branch.value!.views[index].query) {
            branch.value!.views[index].confirm(node, at: path)
        }
    }

    /// Applies a pushed value: to the window with the tag, or to all views if there is no tag.
    package mutating func received(_ node: Node, at path: Path, tag: Int? = nil, into effects: inout [Effect]) {
        if tag == nil, pushUsually(node, at: path, into: &effects) { return }
        received(.set(node), at: path, tag: tag, into: &effects)
    }

    /// Applies pushed values of paths below a node: to the window with the tag, or to all views.
    package mutating func received(
        merging children: [(Path, Node)], at path: Path, tag: Int? = nil, into effects: inout [Effect]
    ) {
        var branch = PathTree<Node>()
        for (relative, node) in children { branch.modify(relative) { $0.value = node } }
        received(.merge(branch), at: path, tag: tag, into: &effects)
    }

    private mutating func received(
        _ kind: DataOperation.Kind, at path: Path, tag: Int?, into effects: inout [Effect]
    ) {
        guard let tag else { return apply(DataOperation(kind: kind, path: path), into: &effects) }
        guard let relative = query(tag: tag).flatMap({ path.relative(to: $0.path) }) else { return }
        apply(DataOperation(kind: kind, path: relative, isTagged: true), toViewWith: tag, into: &effects)
    }
}

extension PendingWrite {
    /// Returns the parts as a tree below the path of the write.
    fileprivate func branch<Value: Sendable>(_ value: (Part) -> Value) -> PathTree<Value> {
        var branch = PathTree<Value>()
        for part in parts { branch.modify(part.path.relative(to: path) ?? .root) { $0.value = value(part) } }
        return branch
    }
}
