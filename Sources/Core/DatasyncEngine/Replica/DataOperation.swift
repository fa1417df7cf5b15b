import DatasyncTree

/// A change of a replica's data, applied to the views from the root down.
struct DataOperation: Sendable {
    enum Kind: Sendable {
        /// A new value for the path.
        case set(Node)
        /// New values for paths below the path.
        case merge(PathTree<Node>)
        /// The back end accepted a write; the branch marks the paths that it wrote.
        case accepted(PathTree<Bool>)
        /// A write was rejected and is no longer pending; the branch marks the paths that it wrote.
        case rejected(PathTree<Bool>)
        /// A write is no longer pending, and a primitive of a pending write above it is visible again.
        ///
        /// Everything from the path down is recomputed.
        case restored(PathTree<Bool>)
        /// A write is no longer pending, but newer pending writes cover all of it.
        ///
        /// Only acknowledgements follow, unless a primitive of the server cache above it becomes visible.
        case shadowedResponse(PathTree<Bool>)
    }

    let kind: Kind
    let path: Path
    /// Whether the operation is a local write.
    var isLocal = false
    /// Whether the operation is a push for one window only.
    var isTagged = false

    /// The pushed value, if the operation is a push for all views.
    var pushedNode: Node? { if case .set(let node) = kind, !isLocal, !isTagged { node } else { nil } }

    /// Whether the operation removed a pending write, so that values may have become acknowledged.
    var isResponse: Bool {
        switch kind {
        case .accepted, .rejected, .restored, .shadowedResponse: true
        case .set, .merge: false
        }
    }

    /// The pushed values without the children that the push removes, as a merge for a view with all data.
    var withoutRemovals: DataOperation {
        var below = PathTree<Node>()
        switch kind {
        case .set(let node) where path.isRoot:
            for (key, child) in node.children { below.modify(Path([key])) { $0.value = child } }
        case .set(let node): below.modify(path) { $0.value = node }
        case .merge(let children): below.modify(path) { $0 = children }
        case .accepted, .rejected, .restored, .shadowedResponse: return self
        }
        for (plain, branch) in below.children where branch.value?.isNull == true {
            below.modify(Path([plain.key])) { $0 = PathTree() }
        }
        return DataOperation(kind: .merge(below), path: .root)
    }

    /// Returns the operation relative to a child, or `nil` if it does not affect the child.
    func below(_ key: Key) -> DataOperation? {
        if let first = path.first {
            return first == key ? DataOperation(kind: kind, path: path.tail, isLocal: isLocal, isTagged: isTagged) : nil
        }
        switch kind {
        case .set(let node): return with(.set(node[key]))
        case .merge(let children):
            guard let child = children.child(key) else { return nil }
            return with(child.value.map(Kind.set) ?? .merge(child))
        case .accepted(let branch): return with(.accepted(Self.below(key, branch)))
        case .rejected(let branch): return with(.rejected(Self.below(key, branch)))
        case .restored(let branch): return with(.restored(Self.below(key, branch)))
        case .shadowedResponse(let branch): return with(.shadowedResponse(Self.below(key, branch)))
        }
    }

    private func with(_ kind: Kind) -> DataOperation {
        DataOperation(kind: kind, path: .root, isLocal: isLocal, isTagged: isTagged)
    }

    /// Returns the branch below a child: a set affects everything below it, a merge only the listed paths.
    private static func below(_ key: Key, _ branch: PathTree<Bool>) -> PathTree<Bool> {
        branch.value != nil ? branch : branch.child(key) ?? PathTree()
    }
}
