import DatasyncConcurrency
import DatasyncTree

/// The additions of all children of a node, as one effect; its events are made in parts just before delivery.
///
/// So subscribing to a node with many children, or receiving a list, takes constant time under the lock.
package struct ChildAdditions: Sendable {
    /// The registrations that receive each event, in order; at least one.
    package let receivers: [Receiver]
    /// The number of events that are left.
    package private(set) var count: Int
    private let children: Children
    private let order: Order
    private let touchedKeys: TouchedKeys
    private let isNodeKnown: Bool
    /// The last delivered event, and the number of receivers that have it.
    private var last: (event: Event, receiverCount: Int)?

    /// Creates the additions; there must be a receiver.
    init(
        of children: Children, by order: Order, to receivers: [Receiver], touchedKeys: TouchedKeys, isNodeKnown: Bool
    ) {
        self.receivers = receivers
        count = children.count * receivers.count
        // Each part begins at a child in the order; only an index finds it without sorting.
        self.children = children.indexed(by: order)
        self.order = order
        self.touchedKeys = touchedKeys
        self.isNodeKnown = isNodeKnown
    }

    /// Whether a part begins without sorting the children; for tests.
    var isIndexed: Bool { !Node(children).lacksIndex(order) }

    /// The queue on which all receivers are called; `nil` if they have several or none.
    var commonQueue: DeliveryQueue? {
        guard let queue = receivers[0].sink?.value.deliveryQueue else { return nil }
        return receivers.allSatisfy { $0.sink?.value.deliveryQueue === queue } ? queue : nil
    }

    /// Removes the next events.
    ///
    /// - Parameter limit: The maximum number of events.
    /// - Returns: The removed events, in order.
    mutating func removeFirst(_ limit: Int) -> [RaisedEvent] {
        var part: [RaisedEvent] = []
        part.reserveCapacity(min(limit, count))
        deliver(atMost: limit) { part.append(RaisedEvent(event: $0, receiver: $1)) }
        return part
    }

    /// Passes the next events to a closure, child by child; all receivers come before the next child.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of events.
    ///   - body: Called with each event and its receiver.
    package mutating func deliver(atMost limit: Int, _ body: (Event, Receiver) -> Void) {
        var left = min(limit, count)
        count -= left
        var previousKey: Key?
        var entries: OrderedEntries
        if let (event, delivered) = last, let key = event.key {
            let end = min(receivers.count, delivered + left)
            for index in delivered..<end { body(event, receivers[index]) }
            left -= end - delivered
            last?.receiverCount = end
            entries = children.entries(after: (key, event.node), by: order, isReversed: false)
            previousKey = key
        } else {
            entries = children.entries(by: order)
        }
        while left > 0, let (key, node) = entries.next() {
            let event = Event(
                kind: .childAddition, key: key, node: node, previousKey: previousKey,
                isAcknowledged: !touchedKeys.contains(key), isNodeKnown: isNodeKnown)
            let end = min(receivers.count, left)
            for index in 0..<end { body(event, receivers[index]) }
            left -= end
            previousKey = key
            if left == 0 { last = (event, end) }
        }
    }
}

extension [Effect] {
    /// The effects, with an effect for each addition of a list.
    package var expanded: [Effect] {
        flatMap { effect -> [Effect] in
            guard case .raiseAdditions(var additions) = effect else { return [effect] }
            var events: [Effect] = []
            additions.deliver(atMost: .max) { events.append(.raise($0, $1)) }
            return events
        }
    }

    /// The raised events, each with its registration.
    package var raisedEvents: [RaisedEvent] {
        expanded.compactMap { effect in
            guard case .raise(let event, let receiver) = effect else { return nil }
            return RaisedEvent(event: event, receiver: receiver)
        }
    }
}
