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
                    previousKey: previousKey(of: key), isAcknowledged: isChildAcknowledged)
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
            raiseChildren(changes, isAcknowledged: { _ in isAcknowledged }, into: &raised)
        }
        raiseValue(isAcknowledged: isAcknowledged, isOwnWrite: isOwnWrite, into: &raised)
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
            for key in event.node.children.sorted(Array(keys), by: window.order) {
                raiseUsualAcknowledgement(ofChild: key, into: &raised)
            }
        }
        if isAcknowledged { raiseValueAcknowledgement(into: &raised) }
    }

    private mutating func raiseUsualAcknowledgement(ofChild key: Key, into raised: inout [RaisedEvent]) {
        let node = event.node[key]
        let acknowledgement = Event(
            kind: .childAcknowledgement, key: key, node: node,
            previousKey: node.isNull ? nil : previousKey(of: key), isAcknowledged: true)
        for index in registrations.indices where registrations[index].unacknowledgedKeys.contains(key) {
            registrations[index].delivered(key, isAcknowledged: true)
            raised.append(RaisedEvent(event: acknowledgement, receiver: registrations[index].receiver))
        }
    }
}
