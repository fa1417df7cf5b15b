import DatasyncTree

@testable import DatasyncEngine

/// Two replicas with the same operations: one takes the usual walk, the other only the general path.
struct ReplicaPair {
    private(set) var walking = Replica()
    private(set) var general = Replica()
    /// The events of both, as long as applications may hold them.
    private var retained: [(walking: RaisedEvent, general: RaisedEvent)] = []
    private let retainsEvents: Bool

    init(retainsEvents: Bool) {
        self.retainsEvents = retainsEvents
        general.takesUsualWalk = false
    }

    /// Applies an operation to both, and returns the first difference; `nil` without one.
    mutating func perform(_ operation: ReplicaOperation) -> String? {
        let mine = operation.perform(on: &walking)
        let other = operation.rebuilt.perform(on: &general)
        if mine.listens != other.listens { return "The listens are \(mine.listens) instead of \(other.listens)." }
        if retainsEvents { retained += zip(mine.events, other.events).map { ($0, $1) } }
        return difference(mine.events, other.events)
            ?? difference(walking.syncPoints, general.syncPoints, at: .root)
            ?? (walking.mayHideOlderWrites == general.mayHideOlderWrites ? nil : "mayHideOlderWrites differs.")
    }

    /// The first problem at the end of a history: an event that has changed since, or a violated invariant.
    var finalProblem: String? {
        for (mine, other) in retained where !mine.event.isSame(as: other.event) {
            return "A later operation changed the event \(mine.text), which was \(other.text)."
        }
        var problem = walking.pending.violatedInvariant
        walking.syncPoints.visit { path, syncPoint in
            for view in syncPoint.views {
                problem = problem ?? (view.server.node.violatedInvariant ?? view.event.node.violatedInvariant)
            }
        }
        return problem
    }

    // MARK: Comparison

    private func difference(_ mine: [RaisedEvent], _ other: [RaisedEvent]) -> String? {
        let isSame = mine.elementsEqual(other) { mine, other in
            mine.registration == other.registration && mine.event.isSame(as: other.event)
        }
        if isSame { return nil }
        return "The events are\n    \(mine.map(\.text).joined(separator: "\n    "))\n  instead of\n    "
            + other.map(\.text).joined(separator: "\n    ")
    }

    private func difference(_ mine: SyncTree, _ other: SyncTree, at path: Path) -> String? {
        if mine.children.count != other.children.count { return "The sync points below \(path) differ." }
        for (mine, other) in zip(mine.children, other.children) {
            guard mine.key == other.key else { return "The sync points below \(path) differ." }
            if let problem = difference(mine.value, other.value, at: path.child(mine.key.key)) { return problem }
        }
        let (mine, other) = (mine.value?.views ?? [], other.value?.views ?? [])
        if mine.map(\.window) != other.map(\.window) { return "The views of \(path) differ." }
        for (mine, other) in zip(mine, other) {
            if let problem = difference(mine, other) { return problem }
        }
        return nil
    }

    private func difference(_ mine: View, _ other: View) -> String? {
        let name = "of \(mine.path), \(mine.window),"
        if !mine.server.isSame(as: other.server) {
            return "The server cache \(name) is \(mine.server.text) instead of \(other.server.text)."
        }
        if !mine.event.isSame(as: other.event) {
            return "The event cache \(name) is \(mine.event.text) instead of \(other.event.text)."
        }
        if mine.cachedNode != other.cachedNode { return "The offline cache \(name) differs." }
        if mine.registrations.map(\.id) != other.registrations.map(\.id) { return "The registrations \(name) differ." }
        for (mine, other) in zip(mine.registrations, other.registrations) where !mine.isSame(as: other) {
            return "The registration \(mine.id.number) \(name) holds \(mine.record) instead of \(other.record)."
        }
        return nil
    }
}

extension Cache {
    fileprivate func isSame(as other: Cache) -> Bool {
        isComplete == other.isComplete && isFiltered == other.isFiltered && node.size == other.node.size
            && node == other.node
    }

    fileprivate var text: String {
        "\(node.text) (complete: \(isComplete), filtered: \(isFiltered), \(node.size) bytes)"
    }
}

extension Registration {
    fileprivate func isSame(as other: Registration) -> Bool {
        isValueUnacknowledged == other.isValueUnacknowledged && unacknowledgedKeys == other.unacknowledgedKeys
    }

    fileprivate var record: String {
        "the unacknowledged keys \(unacknowledgedKeys.sorted()) and \(isValueUnacknowledged) for the value"
    }
}

extension Event {
    fileprivate func isSame(as other: Event) -> Bool {
        kind == other.kind && key == other.key && previousKey == other.previousKey
            && isAcknowledged == other.isAcknowledged && isServerComplete == other.isServerComplete
            && isOwnWrite == other.isOwnWrite && node == other.node
    }
}

extension RaisedEvent {
    fileprivate var text: String {
        "\(registration.number): \(event.kind.rawValue) of \(event.key?.text ?? "the value") = \(event.node.text) after "
            + "\(event.previousKey?.text ?? "nothing"), acknowledged: \(event.isAcknowledged), "
            + "server-complete: \(event.isServerComplete), own: \(event.isOwnWrite)"
    }
}
