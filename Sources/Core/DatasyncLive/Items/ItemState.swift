package import DatasyncEngine
package import DatasyncTree

/// The state of an item of an item subscription, which turns the events of its node into updates.
///
/// Pure: events go in, outputs come out.
///
///                        the value is complete                 its events
///        ┌─────────┐ ───────────────────────────▶ ┌────────┐ ───────────────▶ updates
///  ────▶ │ waiting │   the snapshot, its end       │ active │ ◀──┘
///        └─────────┘                               └────────┘
///
/// No update is made before the first value event, so that a snapshot is complete.
package struct ItemState: Sendable {
    /// An output for the owner of the state to execute.
    package enum Output: Sendable {
        case update(ItemUpdate)
        case endOfSnapshot
        /// Subscribe to the second level of a key.
        case watch(Key)
        /// Cancel the subscription to the second level of a key.
        case unwatch(Key)
    }

    /// A row of command mode.
    private struct Row: Sendable {
        var node: Node
        var second: [Node]
        var command: ItemCommand
        /// The values of the last update; `nil` before the first.
        var lastPushed: [Node]?
        /// Whether an event of the second level has arrived.
        var hasSecond = false
    }

    package let identity: ItemIdentity
    private let schema: ItemSchema
    private let snapshot: ItemSnapshot
    private var isActive = false
    /// The values of the last update, in all modes except command mode.
    private var lastPushed: [Node]?
    private var rows: [Key: Row] = [:]
    /// The current field values of a record, delivered or not.
    private var present: [Node] = []

    package init(_ identity: ItemIdentity, schema: ItemSchema, snapshot: ItemSnapshot) {
        self.identity = identity
        self.schema = schema
        self.snapshot = snapshot
    }

    /// Returns the kinds of events that an item of a mode needs.
    package static func interest(of mode: ItemMode) -> Interest {
        switch mode {
        case .raw: .valueFamily
        case .merge: .valueChange
        case .distinct: [.valueChange, .childAddition]
        case .command: [.valueChange, .childAddition, .childChange, .childRemoval]
        }
    }

    /// The kinds of events of the second level, whose nodes are records.
    package static let secondInterest = interest(of: .merge)

    /// Processes an event of the item's node.
    package mutating func received(_ event: Event) -> [Output] {
        guard isActive else { return event.kind == .valueChange ? begin(with: event.node) : [] }
        switch schema.mode {
        case .raw: return [push(schema.firstValues(of: event.node), isSnapshot: false)]
        case .merge: return changed(to: schema.firstValues(of: event.node))
        case .distinct:
            guard event.kind == .childAddition else { return [] }
            return [push(schema.firstValues(of: event.node), isSnapshot: false)]
        case .command:
            guard let key = event.key else { return [] }
            switch event.kind {
            case .childAddition: return add(key, event.node, isSnapshot: false)
            case .childChange: return update(key, event.node)
            case .childRemoval: return delete(key)
            default: return []
            }
        }
    }

    // MARK: The first value

    private mutating func begin(with node: Node) -> [Output] {
        isActive = true
        var outputs: [Output] = []
        switch schema.mode {
        case .raw: return [push(schema.firstValues(of: node), isSnapshot: false)]
        case .merge:
            let values = schema.firstValues(of: node)
            // Without a snapshot, later changes are still compared with these values.
            present = values
            return snapshot.isWanted ? [push(values, isSnapshot: true)] : []
        case .distinct:
            for (_, child) in snapshot.cut(Array(node.children)) {
                outputs.append(push(schema.firstValues(of: child), isSnapshot: true))
            }
        case .command:
            for (key, child) in node.children {
                if snapshot.isWanted {
                    outputs += add(key, child, isSnapshot: true)
                } else {
                    rows[key] = Row(node: child, second: schema.secondValues(of: .null), command: .add, lastPushed: nil)
                    if schema.hasSecondLevel { outputs.append(.watch(key)) }
                }
            }
        }
        return snapshot.isWanted ? outputs + [.endOfSnapshot] : outputs
    }

    // MARK: Items of one record or of messages

    /// Returns an update if a field of the record has changed.
    private mutating func changed(to values: [Node]) -> [Output] {
        if values == present { return [] }
        present = values
        return [push(values, isSnapshot: false)]
    }

    private mutating func push(_ values: [Node], isSnapshot: Bool) -> Output {
        defer { lastPushed = values }
        return update(to: values, since: lastPushed, isSnapshot: isSnapshot)
    }

    /// Returns an update with the fields that differ from the previous values; without previous values, with all fields.
    private func update(to values: [Node], since previous: [Node]?, isSnapshot: Bool) -> Output {
        let changed = values.indices.map { index in previous.map { $0[index] != values[index] } ?? true }
        return .update(
            ItemUpdate(
                item: identity, isSnapshot: isSnapshot, schema: schema, values: values, previous: previous,
                changed: changed))
    }

    // MARK: Rows

    private mutating func add(_ key: Key, _ node: Node, isSnapshot: Bool) -> [Output] {
        var row = Row(node: node, second: schema.secondValues(of: .null), command: .add, lastPushed: nil)
        let update = push(&row, key, isSnapshot: isSnapshot)
        rows[key] = row
        return schema.hasSecondLevel ? [update, .watch(key)] : [update]
    }

    private mutating func update(_ key: Key, _ node: Node) -> [Output] {
        guard var row = rows[key] else { return [] }
        let isChanged = schema.firstValues(of: row.node) != schema.firstValues(of: node)
        row.node = node
        defer { rows[key] = row }
        guard isChanged else { return [] }
        row.command = .update
        return [push(&row, key, isSnapshot: false)]
    }

    private mutating func delete(_ key: Key) -> [Output] {
        guard let row = rows.removeValue(forKey: key) else { return [] }
        let values = schema.firstValues(of: .null, key: key, command: .delete) + schema.secondValues(of: .null)
        let changed = schema.sources.map { $0 != .key }
        let update = ItemUpdate(
            item: identity, isSnapshot: false, schema: schema, values: values, previous: row.lastPushed,
            changed: changed, isDeletion: true)
        return schema.hasSecondLevel ? [.update(update), .unwatch(key)] : [.update(update)]
    }

    /// Processes an event of the second level of a key.
    package mutating func received(_ event: Event, ofSecondLevel key: Key) -> [Output] {
        guard var row = rows[key] else { return [] }
        let values = schema.secondValues(of: event.node)
        let isFirst = !row.hasSecond
        let isChanged = values != row.second
        row.hasSecond = true
        row.second = values
        defer { rows[key] = row }
        // The first second-level values of a row that was never delivered are stored without an update, like the row.
        if !isChanged || (isFirst && row.lastPushed == nil) { return [] }
        row.command = .update
        return [push(&row, key, isSnapshot: isFirst && snapshot.isWanted)]
    }

    private func push(_ row: inout Row, _ key: Key, isSnapshot: Bool) -> Output {
        let values = schema.firstValues(of: row.node, key: key, command: row.command) + row.second
        defer { row.lastPushed = values }
        return update(to: values, since: row.lastPushed, isSnapshot: isSnapshot)
    }
}
