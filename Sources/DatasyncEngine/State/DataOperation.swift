import DatasyncTree

/// What happens to the data of a replica, as it is told to the views from the root down.
struct DataOperation: Sendable {
    enum Kind: Sendable {
        /// A value is put at the path.
        case set(Node)
        /// Values are put at paths below the path.
        case merge(PathTree<Node>)
        /// A write was accepted; the branch marks the places it had written.
        case accepted(PathTree<Bool>)
        /// A write was rejected and is gone.
        case rejected(PathTree<Bool>)
        /// A write was answered, and with it a pending primitive above shows again: everything from the path down is shown anew.
        case restored(PathTree<Bool>)
        /// A write was answered while newer writes cover all of it: nothing but acknowledgements can follow.
        case shadowedResponse(PathTree<Bool>)
    }

    let kind: Kind
    let path: Path
    /// Whether this client wrote it, or the back end said it.
    var isLocal = false
    /// Whether the back end said it to one window alone.
    var isTagged = false

    /// Whether pending writes may have become fewer, so that something may have become acknowledged.
    var isResponse: Bool {
        switch kind {
        case .accepted, .rejected, .restored, .shadowedResponse: true
        case .set, .merge: false
        }
    }

    /// The operation as a child sees it, or `nil` when it does not concern the child.
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

    /// A set concerns all that is below it, a merge what it lists.
    private static func below(_ key: Key, _ branch: PathTree<Bool>) -> PathTree<Bool> {
        branch.value != nil ? branch : branch.child(key) ?? PathTree()
    }
}
