import DatasyncTree

/// The node `.info` at the root: the state of this client's connection, which is read-only and never sent.
///
/// `.info/connected` is whether the client is connected. `.info/serverTimeOffset` is the back end's time minus the device's
/// in milliseconds, null before the first connection.
extension EngineState {
    /// Announces a change of the connection status, and raises the events of `.info`.
    mutating func announceStatus() {
        effects.append(.connectionChanged(connectionStatus))
        guard !info.registrations.isEmpty else { return }
        let node = infoNode
        for (key, child) in node.children { info.received(child, at: Path.info.child(key), into: &effects) }
    }

    private var infoNode: Node {
        var node = Node.null
        node.set(.boolean(isReady), at: Path([Key(unchecked: "connected")]))
        if let offset { node.set(.number(offset), at: Path([Key(unchecked: "serverTimeOffset")])) }
        return node
    }

    mutating func listenToInfo(_ receiver: Receiver, _ query: Query, _ interest: Interest) {
        let node = infoNode[query.path.tail]
        let known = Cache(node: node, isComplete: true, isFiltered: false)
        _ = info.listen(receiver, to: query, interest: interest, cachedData: known, into: &effects)
    }

    mutating func unlistenToInfo(_ id: RegistrationID) {
        guard info.registrations[id] != nil else { return }
        if let receiver = info.unlisten(id).receiver { effects.append(.end(receiver, .cancelled)) }
    }

    /// Settles a read of `.info`.
    mutating func readInfo(_ operation: OperationID, _ query: Query) {
        settle(operation, .success(.value(query.window.cut(infoNode[query.path.tail]), isAcknowledged: true)))
    }
}

extension Path {
    fileprivate static let info = Path([.info])

    /// Whether the path is `.info`, the client's own connection, or below it.
    var isInfo: Bool { count > 0 && self[0].isInfo }
}
