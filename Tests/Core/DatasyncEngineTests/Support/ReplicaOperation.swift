import DatasyncTree

@testable import DatasyncEngine

/// One call of a replica, as a value that a test repeats and prints.
enum ReplicaOperation {
    case listen(number: Int, query: Query, interest: Interest, cachedNode: Node?)
    case unlisten(number: Int)
    case revoke(query: Query)
    case write(number: Int, write: PendingWrite)
    case push(node: Node, path: Path, tag: Int?)
    case pushMerge(children: [(Path, Node)], path: Path, tag: Int?)
    case accept(number: Int)
    case reject(number: Int)

    /// The consequences of an operation.
    struct Outcome {
        var events: [RaisedEvent] = []
        /// The started and stopped listens, and the receivers of removed registrations.
        var listens = ""
    }

    /// Applies the operation; one with an unknown number has no effect.
    func perform(on replica: inout Replica) -> Outcome {
        var effects: [Effect] = []
        switch self {
        case .listen(let number, let query, let interest, let cachedNode):
            let receiver = Receiver(id: RegistrationID(number: number))
            let changes = replica.listen(
                receiver, to: query, interest: interest, cachedNode: cachedNode, into: &effects)
            return Outcome(events: effects.raisedEvents, listens: "\(changes.started), \(changes.stopped)")
        case .unlisten(let number):
            let (changes, receiver) = replica.unlisten(RegistrationID(number: number))
            let removed = receiver.map { "\($0.id.number)" } ?? "none"
            return Outcome(listens: "\(changes.started), \(changes.stopped), \(removed)")
        case .revoke(let query):
            let (changes, ended) = replica.revoked(query)
            return Outcome(listens: "\(changes.started), \(changes.stopped), \(ended.map(\.id.number))")
        case .write(let number, let write): replica.write(write, number: number, into: &effects)
        case .push(let node, let path, let tag):
            replica.received(node, at: path, tag: tag, into: &effects)
        case .pushMerge(let children, let path, let tag):
            replica.received(merging: children, at: path, tag: tag, into: &effects)
        case .accept(let number): replica.accepted(number: number, into: &effects)
        case .reject(let number): replica.rejected(number: number, into: &effects)
        }
        return Outcome(events: effects.raisedEvents)
    }

    /// Returns the events that the usual walk would raise; `nil` if the operation is unusual.
    ///
    /// It repeats the conditions under which a replica calls the usual walk.
    func usualEvents(in replica: Replica) -> [RaisedEvent]? {
        var replica = replica
        var effects: [Effect] = []
        replica.takesUsualWalk = true
        let isUsual: Bool
        switch self {
        case .write(let number, let write) where write.isVisible:
            guard let node = write.setNode else { return nil }
            isUsual = replica.writeUsually(node, at: write.path, into: &effects)
            replica.pending.add(write, number: number)
        case .push(let node, let path, nil): isUsual = replica.pushUsually(node, at: path, into: &effects)
        case .accept(let number):
            guard let removal = replica.pending.remove(number: number), removal.restoredPlace == nil,
                removal.write.isVisible, !removal.write.isMerge
            else { return nil }
            let path = removal.write.path
            if removal.mayShow, replica.pending.overlap(with: path).isCovered { return nil }
            isUsual = replica.acknowledgeUsually(at: path, into: &effects)
        default: return nil
        }
        return isUsual ? effects.raisedEvents : nil
    }

    /// The operation with copies of its nodes that share no structure with the originals.
    var rebuilt: ReplicaOperation {
        switch self {
        case .listen(let number, let query, let interest, let cachedNode):
            .listen(number: number, query: query, interest: interest, cachedNode: cachedNode?.rebuilt)
        case .write(let number, let write):
            .write(number: number, write: write.rebuilt)
        case .push(let node, let path, let tag): .push(node: node.rebuilt, path: path, tag: tag)
        case .pushMerge(let children, let path, let tag):
            .pushMerge(children: children.map { ($0, $1.rebuilt) }, path: path, tag: tag)
        case .unlisten, .revoke, .accept, .reject: self
        }
    }
}

extension ReplicaOperation: CustomStringConvertible {
    var description: String {
        switch self {
        case .listen(let number, let query, let interest, let cachedNode):
            let shown =
                interest.contains(.showsCachedValue) ? ", shows the cached \(cachedNode?.text ?? "nothing")" : ""
            return "listen \(number) to \(query.path), \(query.window), for \(interest)\(shown)"
        case .unlisten(let number): return "unlisten \(number)"
        case .revoke(let query): return "revoke \(query.path), \(query.window)"
        case .write(let number, let write):
            let parts = write.parts.map { "\($0.path) = \($0.node.text)" }.joined(separator: ", ")
            let kind = write.isMerge ? "merge at \(write.path):" : write.isVisible ? "set" : "set invisibly"
            return "write \(number): \(kind) \(parts)"
        case .push(let node, let path, let tag):
            return "push\(tag.map { " to tag \($0)" } ?? "") \(path) = \(node.text)"
        case .pushMerge(let children, let path, let tag):
            let parts = children.map { "\($0.relativeText) = \($1.text)" }.joined(separator: ", ")
            return "push\(tag.map { " to tag \($0)" } ?? "") merge at \(path): \(parts)"
        case .accept(let number): return "accept \(number)"
        case .reject(let number): return "reject \(number)"
        }
    }
}

extension PendingWrite {
    fileprivate var rebuilt: PendingWrite {
        if let setNode { return .set(setNode.rebuilt, at: path, isVisible: isVisible) }
        return .merge(parts.map { ($0.path.dropping(path.count), $0.node.rebuilt) }, at: path)
    }
}

extension Node {
    /// A copy that shares no structure with the node.
    fileprivate var rebuilt: Node {
        guard case .inner(let children) = content else { return self }
        return Node(Children(children.map { ($0.key, $0.value.rebuilt) })).withPriority(priority)
    }
}
