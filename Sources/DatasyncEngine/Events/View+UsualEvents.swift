import DatasyncTree

/// The events of the usual walk, in the order of ``View/raise(_:since:isNewlyServerComplete:by:under:pending:)``.
extension View {
    /// Raises the addition or change of one child, and the change of the value.
    mutating func raiseUsualChange(
        of key: Key, isNew: Bool, isOwnWrite: Bool, isChildAcknowledged: Bool, isAcknowledged: Bool,
        into raised: inout [RaisedEvent]
    ) {
        var event: Event?
        let kind = isNew ? Event.Kind.childAddition : .childChange
        for index in registrations.indices where registrations[index].interest.concernsChildren {
            registrations[index].delivered(key, isAcknowledged: isChildAcknowledged)
            guard registrations[index].interest.wants(kind) else { continue }
            let made =
                event
                ?? Event(
                    kind: kind, key: key, node: self.event.node[key],
                    previousKey: self.event.node.children.entry(before: key)?.key, isAcknowledged: isChildAcknowledged)
            event = made
            raised.append(RaisedEvent(event: made, receiver: registrations[index].receiver))
        }
        raiseValue(isAcknowledged: isAcknowledged, isOwnWrite: isOwnWrite, into: &raised)
    }

    /// Raises the changes of the children and of the value after the whole value was replaced.
    mutating func raiseUsualReplacement(
        of old: Node, by new: Node, isOwnWrite: Bool, isAcknowledged: Bool, into raised: inout [RaisedEvent]
    ) {
        event.node = new
        if registrations.contains(where: \.interest.concernsChildren) {
            var changes = ChildChanges()
            new.children.forEachDifference(from: old.children) { changes.note($0, from: $1, to: $2) }
            raiseUsualChildren(changes, isAcknowledged: isAcknowledged, into: &raised)
        }
        raiseValue(isAcknowledged: isAcknowledged, isOwnWrite: isOwnWrite, into: &raised)
    }

    private mutating func raiseUsualChildren(
        _ changes: ChildChanges, isAcknowledged: Bool, into raised: inout [RaisedEvent]
    ) {
        for (key, node) in changes.removed {
            raiseChild(.childRemoval, key, node, previousKey: nil, isAcknowledged: isAcknowledged, into: &raised)
        }
        for (kind, entries) in [(Event.Kind.childAddition, changes.added), (.childChange, changes.changed)] {
            for (key, node) in entries {
                raiseChild(
                    kind, key, node, previousKey: event.node.children.entry(before: key)?.key,
                    isAcknowledged: isAcknowledged, into: &raised)
            }
        }
    }

    /// Raises the acknowledgements of one child, or of all if `key` is `nil`, and of the value.
    mutating func raiseUsualAcknowledgement(
        of key: Key?, isChildAcknowledged: Bool, isAcknowledged: Bool, into raised: inout [RaisedEvent]
    ) {
        if isChildAcknowledged {
            var keys: Set<Key> = []
            for registration in registrations where !registration.unacknowledgedKeys.isEmpty {
                if let key {
                    if registration.unacknowledgedKeys.contains(key) { keys.insert(key) }
                } else {
                    keys.formUnion(registration.unacknowledgedKeys)
                }
            }
            for key in keys.sorted() { raiseUsualAcknowledgement(ofChild: key, into: &raised) }
        }
        guard isAcknowledged else { return }
        for index in registrations.indices where registrations[index].isValueUnacknowledged {
            registrations[index].isValueUnacknowledged = false
            if registrations[index].interest.wants(.valueAcknowledgement) {
                let event = valueEvent(.valueAcknowledgement, isAcknowledged: true)
                raised.append(RaisedEvent(event: event, receiver: registrations[index].receiver))
            }
        }
    }

    private mutating func raiseUsualAcknowledgement(ofChild key: Key, into raised: inout [RaisedEvent]) {
        let node = event.node[key]
        let acknowledgement = Event(
            kind: .childAcknowledgement, key: key, node: node,
            previousKey: node.isNull ? nil : event.node.children.entry(before: key)?.key, isAcknowledged: true)
        for index in registrations.indices where registrations[index].unacknowledgedKeys.contains(key) {
            registrations[index].delivered(key, isAcknowledged: true)
            raised.append(RaisedEvent(event: acknowledgement, receiver: registrations[index].receiver))
        }
    }
}
