import DatasyncConcurrency
package import DatasyncEngine
package import DatasyncTree

/// Events that the consumer has not taken yet, buffered under one of three policies.
///
/// Every event passes through the buffer, even if the consumer is waiting: the events taken determine how later ones merge.
package struct EventBuffer: Sendable {
    package enum Policy: Sendable, Equatable {
        /// Retains every event.
        case lossless
        /// Merges events of one child, or of the value, into a shorter stream that leads to the same state.
        case coalescing
        /// Retains at most this many events; one more is an overflow.
        case bounded(Int)
    }

    private let policy: Policy
    private var queue = Fifo<Event>()
    private var coalesced: CoalescedEvents

    /// Creates a buffer for the events of a subscription.
    ///
    /// - Parameters:
    ///   - policy: The buffering for a slow consumer.
    ///   - interest: The kinds of events of the subscription.
    ///   - order: The order of the children in the subscription's constraint.
    package init(_ policy: Policy, interest: Interest, order: Order = .priority) {
        self.policy = policy
        coalesced = CoalescedEvents(interest, order)
    }

    /// Adds an event.
    ///
    /// - Returns: `false` when the buffer is full.
    package mutating func push(_ event: Event) -> Bool {
        switch policy {
        case .lossless: queue.append(event)
        case .coalescing: coalesced.merge(event)
        case .bounded(let limit):
            if queue.count >= limit { return false }
            queue.append(event)
        }
        return true
    }

    package mutating func pop() -> Event? { policy == .coalescing ? coalesced.pop() : queue.popFirst() }

    package var count: Int { policy == .coalescing ? coalesced.count : queue.count }

    package mutating func removeAll() {
        queue.removeAll()
        coalesced = CoalescedEvents([], .key)
    }
}

/// Merged events: at most one for the value and one for each child, or a removal and an addition.
///
/// Invariant: a consumer that takes all events ends up with the same value and acknowledgement state for each child as without
/// coalescing.
struct CoalescedEvents: Sendable {
    /// The last state of a child that the consumer has received.
    private struct Known: Sendable {
        /// The value; null for a removal that is not acknowledged.
        let node: Node
        let isAcknowledged: Bool
    }

    private var value: Event?
    private var children = OrderedMap<Key, Event>()
    /// The removals, delivered first: an addition then applies to the list without the removed children.
    private var removals = OrderedMap<Key, Event>()
    /// The places of the buffered events of children, in the order of delivery.
    private var queued: ChildPlaces
    /// The places of the children that exist after the last merged event; they determine the previous keys.
    private var present: ChildPlaces
    /// The children with a move before their buffered change.
    private var moved: Set<Key> = []
    /// The last state of each child that the consumer has received.
    private var known = OrderedMap<Key, Known>()
    /// Whether the events determine the list of children; otherwise previous keys stay unchanged.
    private var followsList: Bool
    private let interest: Interest
    private let order: Order

    init(_ interest: Interest, _ order: Order) {
        self.interest = interest
        self.order = order
        queued = ChildPlaces(order)
        present = ChildPlaces(order)
        // Without changes, the places are known only in key order.
        followsList =
            interest.isSuperset(of: [.childAddition, .childRemoval])
            && (order == .key || order == .priority || interest.wants(.childChange))
    }

    var count: Int { children.count + removals.count + moved.count + (value == nil ? 0 : 1) }

    mutating func merge(_ event: Event) {
        guard let key = event.key else {
            value = value.map { event.merged(overValue: $0) } ?? event
            return
        }
        if order == .priority, event.node.isPrioritized, !interest.wants(.childChange) { followsList = false }
        switch event.kind {
        case .childAddition, .childChange, .childMove: present.place(key, event.node)
        case .childRemoval:
            present.remove(key)
            moved.remove(key)
        default: break
        }
        // A move is buffered as a change with a move before it; the change that follows merges with it.
        if event.kind == .childMove, interest.wants(.childChange) {
            if children[key]?.kind != .childAddition { moved.insert(key) }
            return merge(event.with(kind: .childChange))
        }
        let removal = removals.removeValue(for: key)
        queued.remove(key)
        guard let earlier = children.removeValue(for: key) else {
            if let removal { return merge(event, over: removal, of: key) }
            // The event acknowledges a removal that merged with an addition, so the consumer has received neither.
            let isVoid = followsList && event.node.isNull && known[key] == nil
            return isVoid ? () : keep(event, of: key)
        }
        // A removal before an addition stays; the event merges with the addition only.
        let merged = event.merged(over: earlier, known: known[key]?.node)
        if let removal {
            let isAcknowledged = merged == nil ? event.isAcknowledged : nil
            removals.set(removal.with(isAcknowledged: isAcknowledged), for: key)
        }
        if let merged { return keep(merged, of: key) }
        // The consumer has taken an earlier local removal, so its acknowledgement must still be delivered.
        let acknowledges = removal == nil && event.isAcknowledged && known[key]?.isAcknowledged == false
        if acknowledges, interest.wants(.childAcknowledgement) {
            keep(event.with(kind: .childAcknowledgement, node: Node.null), of: key)
        }
    }

    /// Merges an event with a removal that is still buffered.
    private mutating func merge(_ event: Event, over removal: Event, of key: Key) {
        switch event.kind {
        case .childAcknowledgement: keep(removal.with(isAcknowledged: true), of: key)
        case .childAddition:
            let before = known[key] ?? Known(node: removal.node, isAcknowledged: true)
            // The consumer may already have placed other children as if this one had moved or gone.
            let isPlacedAgain = interest.wants(.childMove) && order != .key
            if isPlacedAgain || before.node != event.node, interest.wants(.childChange) {
                if isPlacedAgain { moved.insert(key) }
                keep(event.with(kind: .childChange), of: key)
            } else if before.node == event.node, before.isAcknowledged == event.isAcknowledged {
                break
            } else if before.node == event.node, event.isAcknowledged, interest.wants(.childAcknowledgement) {
                keep(event.with(kind: .childAcknowledgement), of: key)
            } else {
                removals.set(removal, for: key)
                queue(event, of: key)
            }
        default:
            // The subscription has no additions, so the event means that the child exists again.
            removals.set(removal, for: key)
            queue(event, of: key)
        }
    }

    private mutating func keep(_ event: Event, of key: Key) {
        if event.kind == .childRemoval { removals.set(event, for: key) } else { queue(event, of: key) }
    }

    private mutating func queue(_ event: Event, of key: Key) {
        children.set(event, for: key)
        queued.place(key, event.node)
    }

    mutating func pop() -> Event? {
        if let (key, event) = removals.first {
            removals.removeValue(for: key)
            take(event, of: key)
            return event
        }
        guard let key = queued.first, let event = children[key] else {
            defer { value = nil }
            return value
        }
        if moved.remove(key) != nil, event.kind == .childChange {
            // The consumer has the new value and place from here on, even if the change is merged away.
            take(event, of: key)
            return placed(event.with(kind: .childMove), of: key)
        }
        queued.remove(key)
        children.removeValue(for: key)
        take(event, of: key)
        return placed(event, of: key)
    }

    private func placed(_ event: Event, of key: Key) -> Event {
        followsList && !event.node.isNull ? event.with(previousKey: present.key(before: key)) : event
    }

    /// Records the state of a child that the consumer receives with an event.
    private mutating func take(_ event: Event, of key: Key) {
        let node = event.kind == .childRemoval ? .null : event.node
        if node.isNull, event.isAcknowledged {
            known.removeValue(for: key)
        } else {
            known.set(Known(node: node, isAcknowledged: event.isAcknowledged), for: key)
        }
    }
}

extension Event {
    /// Returns this event merged with an earlier event of the value.
    fileprivate func merged(overValue earlier: Event) -> Event {
        kind == .valueAcknowledgement ? with(kind: earlier.kind) : self
    }

    /// Returns this event merged with an earlier event of the same child; `nil` when they cancel out.
    ///
    /// - Parameters:
    ///   - earlier: The earlier event, which is not a removal.
    ///   - known: The last value that the consumer received, if any.
    /// - Returns: The merged event.
    fileprivate func merged(over earlier: Event, known: Node?) -> Event? {
        switch (earlier.kind, kind) {
        case (.childAddition, .childRemoval): nil
        case (.childAddition, .childChange), (.childAddition, .childMove): with(kind: .childAddition)
        case (.childChange, .childRemoval), (.childMove, .childRemoval), (.childAcknowledgement, .childRemoval):
            with(node: known)
        case (.childAcknowledgement, _): self
        case (_, .childAcknowledgement): with(kind: earlier.kind)
        default: self
        }
    }

    fileprivate func with(kind: Kind? = nil, node: Node? = nil, isAcknowledged: Bool? = nil) -> Event {
        var event = self
        if let kind { event.kind = kind }
        if let node { event.node = node }
        if let isAcknowledged { event.isAcknowledged = isAcknowledged }
        return event
    }

    fileprivate func with(previousKey: Key?) -> Event {
        var event = self
        event.previousKey = previousKey
        return event
    }
}
