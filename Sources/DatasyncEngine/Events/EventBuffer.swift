import DatasyncTree
import DatasyncWire

/// What a consumer has not taken yet, under one of three policies.
package struct EventBuffer: Sendable {
    package enum Policy: Sendable, Equatable {
        /// Every event is kept.
        case lossless
        /// Events of one target merge, as within one transition: a shorter stream that leads to the same state.
        case coalescing
        /// At most so many are kept; one more is an overflow.
        case bounded(Int)
    }

    private let policy: Policy
    private var queue = Fifo<Event>()
    private var coalesced: CoalescedEvents

    package init(_ policy: Policy, interest: Interest) {
        self.policy = policy
        coalesced = CoalescedEvents(interest)
    }

    /// Takes an event in; answers `false` when there is no room for it.
    package mutating func push(_ event: Event) -> Bool {
        switch policy {
        case .lossless: queue.append(event)
        case .coalescing: coalesced.merge(event)
        case .bounded(let most):
            if queue.count >= most { return false }
            queue.append(event)
        }
        return true
    }

    package mutating func pop() -> Event? { policy == .coalescing ? coalesced.pop() : queue.popFirst() }

    package var count: Int { policy == .coalescing ? coalesced.count : queue.count }

    package mutating func removeAll() {
        queue.removeAll()
        coalesced = CoalescedEvents([])
    }
}

/// Events that nobody has taken yet, at most one for each child and one for the value.
struct CoalescedEvents: Sendable {
    private var value: Event?
    private var children = OrderedMap<Key, Event>()
    /// The removals among them, which go first: an addition then finds the list without what is gone.
    private var removals = OrderedMap<Key, Event>()
    /// The children as the last event has left them, to tell the key before; not kept when not all events are heard.
    private var present = OrderedMap<Key, Bool>()
    /// The children as the consumer knows them: what a removal carries, and what an addition is compared with.
    private var taken = OrderedMap<Key, Node>()
    private let followsOrder: Bool
    /// Whether a removal and an addition may become a change; otherwise both are kept.
    private let hearsChanges: Bool

    init(_ interest: Interest) {
        followsOrder = interest.isSuperset(of: [.childAddition, .childRemoval])
        hearsChanges = interest.wants(.childChange)
    }

    var count: Int { children.count + removals.count + (value == nil ? 0 : 1) }

    mutating func merge(_ event: Event) {
        guard let key = event.key else {
            value = value.flatMap { event.merged(over: $0, taken: nil) } ?? event
            return
        }
        switch event.kind {
        case .childAddition, .childChange: present.set(true, for: key)
        case .childRemoval: present.removeValue(for: key)
        default: break
        }
        guard let earlier = children[key] ?? removals[key] else { return keep(event, of: key) }
        if earlier.kind == .childRemoval, event.kind == .childAddition, !hearsChanges,
            (taken[key] ?? earlier.node) != event.node
        {
            children[key] = event
        } else {
            let hasBoth = children[key] != nil && removals[key] != nil
            children[key] = nil
            if !hasBoth { removals[key] = nil }
            if let merged = event.merged(over: earlier, taken: taken[key]) { keep(merged, of: key) }
        }
    }

    private mutating func keep(_ event: Event, of key: Key) {
        if event.kind == .childRemoval { removals[key] = event } else { children[key] = event }
    }

    mutating func pop() -> Event? {
        if let (key, event) = removals.first {
            removals.removeValue(for: key)
            taken.removeValue(for: key)
            return event
        }
        guard let (key, event) = children.first else {
            defer { value = nil }
            return value
        }
        children.removeValue(for: key)
        if !event.node.isNull { taken.set(event.node, for: key) }
        guard followsOrder, event.kind != .childRemoval, !event.node.isNull else { return event }
        return event.with(previousKey: present.entry(before: key)?.key)
    }
}

extension Event {
    /// This event and an earlier one of the same target as one, or `nil` when nothing is left of them.
    ///
    /// `taken`: The value that the consumer knows, where it does.
    fileprivate func merged(over earlier: Event, taken: Node?) -> Event? {
        switch (earlier.kind, kind) {
        case (.childAddition, .childRemoval): return nil
        case (.childAddition, .childChange): return with(kind: .childAddition)
        case (.childRemoval, .childAddition): return taken == node ? nil : with(kind: .childChange)
        case (.childChange, .childRemoval): return with(node: taken ?? node)
        case (.childRemoval, .childAcknowledgement): return earlier.with(isAcknowledged: true)
        case (.childAcknowledgement, _), (.valueAcknowledgement, _): return self
        case (_, .childAcknowledgement), (_, .valueAcknowledgement):
            return with(kind: earlier.kind).with(previousKey: previousKey)
        default: return self
        }
    }

    fileprivate func with(
        kind: Kind? = nil, node: Node? = nil, isAcknowledged: Bool? = nil
    ) -> Event {
        Event(
            kind: kind ?? self.kind, key: key, node: node ?? self.node, previousKey: previousKey,
            isAcknowledged: isAcknowledged ?? self.isAcknowledged)
    }

    fileprivate func with(previousKey: Key?) -> Event {
        Event(kind: kind, key: key, node: node, previousKey: previousKey, isAcknowledged: isAcknowledged)
    }
}
