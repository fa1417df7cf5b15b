import DatasyncTree

/// Conversion of one transition's changes into events, in the order that all dialects deliver them.
extension View {
    /// Raises the events of an operation.
    ///
    /// The order is: removals, additions, moves, changes, child acknowledgements, then the value or its acknowledgement.
    /// Events of one kind are in the order of the window.
    ///
    /// - Parameters:
    ///   - changes: The merged changes of the children.
    ///   - old: The event cache before the operation.
    ///   - isNewlyServerComplete: Whether the server cache has just become complete.
    ///   - operation: The operation.
    ///   - overlay: The pending writes from the view's path down.
    ///   - pending: The pending writes of the client.
    ///   - touchedKeys: The children that they touch.
    ///   - effects: Receives the events in the order of delivery.
    mutating func raise(
        _ changes: ChildChanges, since old: Cache, isNewlyServerComplete: Bool, by operation: DataOperation,
        under overlay: Overlay, pending: PendingWrites, _ touchedKeys: TouchedKeys, into effects: inout [Effect]
    ) {
        raiseChildren(changes, touchedKeys, into: &effects)
        if operation.isResponse { raiseChildAcknowledgements(operation, touchedKeys, into: &effects) }
        // Primitives and priorities change without a change of a child.
        let isReplaced =
            (event.node.isLeaf || old.node.isLeaf || event.node.priority != old.node.priority)
            && event.node != old.node
        let valueChanged = event.isComplete && (!old.isComplete || !changes.isEmpty || isReplaced)
        if valueChanged {
            raiseValue(isAcknowledged: !pending.touches(path), isOwnWrite: operation.isLocal, into: &effects)
        } else if operation.isResponse {
            raiseValueAcknowledgement(pending, into: &effects)
        }
        if !valueChanged, isNewlyServerComplete || !event.isComplete {
            raiseCachedValue(isOwnWrite: operation.isLocal, overlay, pending, into: &effects)
        }
    }

    /// Raises the current state, for a new registration only.
    mutating func raiseInitially(at index: Int, pending: PendingWrites, into effects: inout [Effect]) {
        let receiver = registrations[index].receiver
        let interest = registrations[index].interest
        let children = event.node.children
        if interest.concernsChildren, !children.isEmpty {
            let touchedKeys = pending.touchedKeys(below: path)
            registrations[index].deliveredAll(children, touchedKeys)
            if interest.wants(.childAddition) {
                effects.append(
                    .raiseAdditions(
                        ChildAdditions(
                            of: children, by: window.order, to: [receiver], touchedKeys: touchedKeys,
                            isNodeKnown: true)))
            }
        }
        if event.isComplete, !interest.isDisjoint(with: .valueFamily) {
            let isAcknowledged = !pending.touches(path)
            registrations[index].isValueUnacknowledged = !isAcknowledged
            if interest.wants(.valueChange) {
                effects.append(.raise(valueEvent(.valueChange, isAcknowledged: isAcknowledged), receiver))
            }
        }
    }

    /// Raises the events of the changed children: removals, additions, moves, changes.
    mutating func raiseChildren(
        _ changes: ChildChanges, _ touchedKeys: TouchedKeys, into effects: inout [Effect]
    ) {
        if changes.allAdded != nil { return raiseAdditions(touchedKeys, into: &effects) }
        for (kind, entries) in changes.events(by: window.order) {
            for (key, node) in entries {
                raiseChild(
                    kind, key, node, previousKey: kind == .childRemoval ? nil : previousKey(of: key),
                    isAcknowledged: !touchedKeys.contains(key), into: &effects)
            }
        }
    }

    /// Raises an addition for each child; all of them are new.
    private mutating func raiseAdditions(_ touchedKeys: TouchedKeys, into effects: inout [Effect]) {
        let children = event.node.children
        for index in registrations.indices { registrations[index].deliveredAll(children, touchedKeys) }
        let receivers = registrations.filter { $0.interest.wants(.childAddition) }.map(\.receiver)
        if receivers.isEmpty { return }
        effects.append(
            .raiseAdditions(
                ChildAdditions(
                    of: children, by: window.order, to: receivers, touchedKeys: touchedKeys,
                    isNodeKnown: event.isComplete)))
    }

    func previousKey(of key: Key) -> Key? { event.node.children.key(before: key, by: window.order) }

    private mutating func raiseChild(
        _ kind: Event.Kind, _ key: Key, _ node: Node, previousKey: Key?, isAcknowledged: Bool,
        into effects: inout [Effect]
    ) {
        let event = Event(
            kind: kind, key: key, node: node, previousKey: previousKey, isAcknowledged: isAcknowledged,
            isNodeKnown: event.isComplete)
        for index in registrations.indices {
            registrations[index].delivered(key, isAcknowledged: isAcknowledged)
            if registrations[index].interest.wants(kind) {
                effects.append(.raise(event, registrations[index].receiver))
            }
        }
    }

    private mutating func raiseChildAcknowledgements(
        _ operation: DataOperation, _ touchedKeys: TouchedKeys, into effects: inout [Effect]
    ) {
        var waiting: [Key: [Int]] = [:]
        for index in registrations.indices {
            let keys = operation.acknowledgedKeys(among: registrations[index].unacknowledgedKeys)
            for key in keys where !touchedKeys.contains(key) { waiting[key, default: []].append(index) }
        }
        for key in event.node.children.sorted(Array(waiting.keys), by: window.order) {
            let node = event.node[key]
            let event = Event(
                kind: .childAcknowledgement, key: key, node: node,
                previousKey: node.isNull ? nil : previousKey(of: key),
                isAcknowledged: true)
            for index in waiting[key] ?? [] {
                registrations[index].delivered(key, isAcknowledged: true)
                effects.append(.raise(event, registrations[index].receiver))
            }
        }
    }

    mutating func raiseValue(isAcknowledged: Bool, isOwnWrite: Bool, into effects: inout [Effect]) {
        for index in registrations.indices {
            registrations[index].isValueUnacknowledged = !isAcknowledged
            if registrations[index].interest.wants(.valueChange) {
                let event = valueEvent(.valueChange, isAcknowledged: isAcknowledged, isOwnWrite: isOwnWrite)
                effects.append(.raise(event, registrations[index].receiver))
            }
        }
    }

    mutating func raiseValueAcknowledgement(_ pending: PendingWrites, into effects: inout [Effect]) {
        guard event.isComplete, registrations.contains(where: { $0.isValueUnacknowledged }) else { return }
        if pending.touches(path) { return }
        raiseValueAcknowledgement(into: &effects)
    }

    /// Raises the acknowledgement of the value for the registrations that wait for it.
    mutating func raiseValueAcknowledgement(into effects: inout [Effect]) {
        for index in registrations.indices where registrations[index].isValueUnacknowledged {
            registrations[index].isValueUnacknowledged = false
            if registrations[index].interest.wants(.valueAcknowledgement) {
                let event = valueEvent(.valueAcknowledgement, isAcknowledged: true)
                effects.append(.raise(event, registrations[index].receiver))
            }
        }
    }

    func valueEvent(_ kind: Event.Kind, isAcknowledged: Bool, isOwnWrite: Bool = false) -> Event {
        Event(
            kind: kind, key: nil, node: event.node, previousKey: nil, isAcknowledged: isAcknowledged,
            isServerComplete: server.isComplete, isOwnWrite: isOwnWrite)
    }
}

extension DataOperation {
    /// Returns the keys that a response may have acknowledged.
    fileprivate func acknowledgedKeys(among keys: Set<Key>) -> [Key] {
        guard !keys.isEmpty else { return [] }
        if let key = path.first { return keys.contains(key) ? [key] : [] }
        switch kind {
        case .accepted(let branch), .rejected(let branch), .restored(let branch), .shadowedResponse(let branch):
            if branch.value != nil { return Array(keys) }
            return branch.children.compactMap { keys.contains($0.key.key) ? $0.key.key : nil }
        case .set, .merge: return []
        }
    }
}
