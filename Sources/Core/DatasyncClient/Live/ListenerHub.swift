package import DatasyncConcurrency
import DatasyncTree

/// The listeners of a live object, a live collection or an item subscription.
///
/// The hub's owner delivers updates on one delivery queue. Listeners on that queue are called directly, the others on their own
/// queue. The lock is never held while a listener is called or released.
package final class ListenerHub<Topic: Equatable & Sendable, Update: Sendable>: Sendable {
    /// The body of a listener.
    package typealias Body = @Sendable (Update) -> Void

    /// The first delivery to a listener.
    package enum Start: Sendable {
        /// The next update.
        case update
        /// The published state, which the owner delivers; no update before that.
        case state
        /// The published state, which the owner delivers unless an update comes first.
        case stateOrUpdate
    }

    /// A registered listener.
    package struct Listener: Sendable {
        /// The topic that the listener receives; all topics if `nil`.
        fileprivate let topic: Topic?
        fileprivate let owner: ObjectIdentifier?
        fileprivate let isOnce: Bool
        fileprivate var start: Start
        /// Whether the single call of a one-time listener has been posted to another queue.
        fileprivate var isSpent = false
        fileprivate let deliveryQueue: DeliveryQueue
        fileprivate let body: ApplicationOwned<Body>
        package let ended: @Sendable () -> Void

        fileprivate func receives(_ topic: Topic) -> Bool {
            (self.topic == nil || self.topic == topic) && start != .state && !isSpent
        }
    }

    /// The state guarded by the lock, which is never held while other code is called.
    private struct State: Sendable {
        var listeners = OrderedMap<Int, Listener>()
        var lastNumber = 0
        var isDelivering = false
        var isClosed = false
    }

    private let deliveryQueue: DeliveryQueue
    private let state = Guarded(State())

    /// Creates a hub without listeners.
    ///
    /// - Parameter deliveryQueue: The queue on which the owner delivers updates.
    package init(_ deliveryQueue: DeliveryQueue) { self.deliveryQueue = deliveryQueue }

    // MARK: Registration

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - topic: The topic that the listener receives; all topics if `nil`.
    ///   - owner: The owner of the listener; an owner has at most one listener.
    ///   - isOnce: Whether the listener is removed with its first call.
    ///   - start: The first delivery; during a delivery, `stateOrUpdate` means the next update.
    ///   - deliveryQueue: The queue of the listener; the hub's queue if `nil`.
    ///   - ended: Called by ``end()``.
    ///   - body: Called with each update.
    /// - Returns: The number of the listener; `nil` if its owner already has one or the hub is closed.
    package func add(
        for topic: Topic?, owner: ObjectIdentifier? = nil, isOnce: Bool = false, start: Start = .update,
        on deliveryQueue: DeliveryQueue? = nil, ended: @escaping @Sendable () -> Void = {}, _ body: @escaping Body
    ) -> Int? {
        let deliveryQueue = deliveryQueue ?? self.deliveryQueue
        let body = ApplicationOwned(body)
        return state.withLock { state in
            if state.isClosed { return nil }
            if owner != nil, state.listeners.contains(where: { $0.value.owner == owner }) { return nil }
            state.lastNumber += 1
            state.listeners[state.lastNumber] = Listener(
                topic: topic, owner: owner, isOnce: isOnce,
                start: start == .stateOrUpdate && state.isDelivering ? .update : start,
                deliveryQueue: deliveryQueue, body: body, ended: ended)
            return state.lastNumber
        }
    }

    /// Removes a listener.
    package func remove(_ number: Int) { _ = state.withLock { $0.listeners.removeValue(for: number) } }

    /// Removes the listener of an owner.
    package func remove(of owner: ObjectIdentifier) { remove { $0.owner == owner } }

    /// Removes the listeners of one topic, or all listeners if `topic` is `nil`.
    package func remove(for topic: Topic?) { remove { topic == nil || $0.topic == topic } }

    private func remove(where isGone: @Sendable (Listener) -> Bool) {
        // The removed listeners are returned, so that they are released outside the lock.
        _ = state.withLock { state in
            let gone = state.listeners.filter { isGone($0.value) }
            for (number, _) in gone { state.listeners.removeValue(for: number) }
            return gone.map(\.value)
        }
    }

    /// Removes all listeners; the hub accepts no further ones.
    ///
    /// - Returns: The removed listeners, for the caller to end and release; `nil` if the hub was already closed.
    package func close() -> [Listener]? {
        state.withLock { state in
            if state.isClosed { return nil }
            state.isClosed = true
            defer { state.listeners = OrderedMap() }
            return state.listeners.map(\.value)
        }
    }

    /// Calls the listeners' `ended` closures; the listeners stay registered.
    package func end() {
        for listener in state.withLock({ $0.listeners.map(\.value) }) { listener.ended() }
    }

    // MARK: Delivery, on the delivery queue

    /// Delivers an update to the listeners of some topics, in the order of the topics.
    ///
    /// Calls the listeners registered when the delivery reaches their topic, if they are still registered at their turn.
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - topics: The topics.
    ///   - isCurrent: Checked before each call, also on the listener's own queue; if `false`, the listener is not called.
    package func deliver(
        _ update: Update, to topics: [Topic], while isCurrent: @escaping @Sendable () -> Bool = { true }
    ) {
        state.withLock { $0.isDelivering = true }
        for topic in topics {
            let numbers = state.withLock { state in
                state.listeners.filter { $0.value.receives(topic) }.map(\.key)
            }
            for number in numbers { deliver(update, to: number, while: isCurrent) }
        }
        state.withLock { $0.isDelivering = false }
    }

    /// Returns the first delivery that a listener waits for, and starts delivering updates to it; `nil` if it was removed.
    package func begin(_ number: Int) -> Start? {
        state.withLock { state in
            state.listeners.modify(number) { listener in
                defer { listener.start = .update }
                return listener.start
            }
        }
    }

    /// Delivers an update to one listener, if it is still registered.
    package func deliver(
        _ update: Update, to number: Int, while isCurrent: @escaping @Sendable () -> Bool = { true }
    ) {
        guard isCurrent(), let listener = take(number) else { return }
        if listener.deliveryQueue === deliveryQueue { return listener.body.value(update) }
        listener.deliveryQueue.post { [weak self] in
            if isCurrent() { self?.takePosted(number)?.body.value(update) }
        }
    }

    /// Returns a listener for a call; removes a one-time listener, or marks it if the call goes to another queue.
    private func take(_ number: Int) -> Listener? {
        state.withLock { state in
            let listener = state.listeners.modify(number) { listener in
                listener.start = .update
                listener.isSpent = listener.isOnce
                return listener
            }
            guard let listener, listener.isOnce, listener.deliveryQueue === deliveryQueue else { return listener }
            return state.listeners.removeValue(for: number)
        }
    }

    private func takePosted(_ number: Int) -> Listener? {
        state.withLock { state in
            let listener = state.listeners[number]
            if listener?.isOnce == true { state.listeners.removeValue(for: number) }
            return listener
        }
    }
}
