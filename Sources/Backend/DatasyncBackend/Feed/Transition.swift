package import DatasyncLog
package import DatasyncTree

/// The data before and after one write.
package struct Transition: Sendable {
    let before: Node
    let after: Node
    /// The rules at the time of the write.
    private let rules: Rules

    init(_ write: AppliedWrite, _ rules: Rules) {
        before = write.before
        after = write.after
        self.rules = rules
    }

    /// Returns whether a user may have a webhook at a path, with the data after the write.
    package func allowsWebhook(of user: RuleAuth, at path: Path, time: LogTime) -> Bool {
        let context = RuleContext(auth: user, now: Double(time.sinceEpoch), data: after)
        return rules.allowWebhook(at: path, in: context)
    }

    /// Returns whether a node may have changed; constant time for each level.
    package func changes(_ path: Path) -> Bool { !before[path].isIdentical(to: after[path]) }

    /// An event of a node, without the acknowledgements that only the client of a write receives.
    package struct Event: Sendable {
        package let kind: EventKind
        /// The key of the child; `nil` for the value of the node.
        package let key: Key?
        /// The value of the node or child; for a removal, the old value.
        package let node: Node
        /// The key just before the child; `nil` for the first child, removals and the value of the node.
        package let previousKey: Key?
    }

    /// Returns the events of a node, in the order in which every client receives them.
    ///
    /// - Parameters:
    ///   - path: The path of the node; the children are in the order by priority.
    ///   - kinds: The kinds of events that are wanted.
    /// - Returns: The events; none if the write has not changed the node.
    package func events(at path: Path, _ kinds: Set<EventKind>) -> [Event] {
        let (old, new) = (before[path], after[path])
        if old.isIdentical(to: new) || old == new { return [] }
        var events: [Event] = []
        if kinds.contains(where: \.isChild) {
            var changes = ChildChanges()
            changes.noteDifferences(from: old.children, to: new.children)
            for (kind, entries) in changes.events(by: .priority) where kinds.contains(kind) {
                events += entries.map { key, node in
                    let previous = kind == .childRemoval ? nil : new.children.key(before: key, by: .priority)
                    return Event(kind: kind, key: key, node: node, previousKey: previous)
                }
            }
        }
        if kinds.contains(.valueChange) {
            events.append(Event(kind: .valueChange, key: nil, node: new, previousKey: nil))
        }
        return events
    }
}
