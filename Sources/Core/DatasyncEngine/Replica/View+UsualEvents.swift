import DatasyncTree

/// The events of the usual walk, in the order of ``View/raise(_:since:isNewlyServerComplete:by:under:pending:_:into:)``.
extension View {
    /// Raises the addition or change of one child, and the change of the value.
    mutating func raiseUsualChange(
        of key: Key, isNew: Bool, isOwnWrite: Bool, isChildAcknowledged: Bool, isAcknowledged: Bool,
        into effects: inout [Effect]
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
            effects.append(.raise(made, registrations[index].receiver))
        }
        raiseValue(isAcknowledged: isAcknowledged, isOwnWrite: isOwnWrite, into: &effects)
    }

    /// Raises the changes of the children and of the value after the whole value was replaced.
    mutating func raiseUsualReplacement(
        of old: Node, by new: Node, isOwnWrite: Bool, isAcknowledged: Bool, into effects: inout [Effect]
    ) {
        event.node = new
        if registrations.contains(where: { $0.interest.concernsChildren }) {
            var changes = ChildChanges()
            changes.noteDifferences(from: old.children, to: new.children)
            raiseChildren(changes, TouchedKeys(coversAll: !isAcknowledged, tree: nil), into: &effects)
        }
        raiseValue(isAcknowledged: isAcknowledged, isOwnWrite: isOwnWrite, into: &effects)
    }

    /// Raises the acknowledgements of one child, or of all if `key` is `nil`, and of the value.
    mutating func raiseUsualAcknowledgement(
        of key: Key?, isChildAcknowledged: Bool, isAcknowledged: Bool, into effects: inout [Effect]
    ) {
        if isChildAcknowledged, registrations.contains(where: { !$0.unacknowledgedKeys.isEmpty }) {
            if let key {
                raiseUsualAcknowledgement(ofChild: key, into: &effects)
            } else {
                let keys = registrations.reduce(into: Set<Key>()) { $0.formUnion($1.unacknowledgedKeys) }
                for key in event.node.children.sorted(Array(keys), by: window.order) {
                    raiseUsualAcknowledgement(ofChild: key, into: &effects)
                }
            }
        }
        if isAcknowledged { raiseValueAcknowledgement(into: &effects) }
    }

    private mutating func raiseUsualAcknowledgement(ofChild key: Key, into effects: inout [Effect]) {
        guard registrations.contains(where: { $0.unacknowledgedKeys.contains(key) }) else { return }
        let node = event.node[key]
        let acknowledgement = Event(
            kind: .childAcknowledgement, key: key, node: node,
            previousKey: node.isNull ? nil : previousKey(of: key), isAcknowledged: true)
        for index in registrations.indices where registrations[index].unacknowledgedKeys.contains(key) {
            registrations[index].delivered(key, isAcknowledged: true)
            effects.append(.raise(acknowledgement, registrations[index].receiver))
        }
    }
}
