import DatasyncConcurrency
import DatasyncEngine
import DatasyncLive
import DatasyncTree
import DatasyncWire
package import Dispatch

/// The implementation of an item subscription in every dialect: item states, subscriptions and listeners.
///
/// All events are processed in order on one delivery queue. The lock is never held while a listener is called.
package final class ItemController: Sendable {
    /// The key of an engine subscription: an item, or the second level of one of its keys.
    private struct ItemKey: Hashable, Sendable {
        let item: Int
        let key: Key?
    }

    /// A start or end of the subscription that has not been processed yet.
    private enum Turn: Sendable {
        case begin(generation: Int)
        case end
    }

    /// The state guarded by the lock, which is never held while other code is called.
    private struct State: Sendable {
        /// The number of starts and ends; events of an earlier generation are not delivered.
        var generation = 0
        var isSubscribed = false
        var turns = Fifo<Turn>()
        var items: [ItemState] = []
        var handles: [ItemKey: SubscriptionHandle] = [:]
    }

    private let location: Location
    private let request: ItemRequest
    private let queue: DispatchQueue?
    private let deliveryQueue: DeliveryQueue
    private let listeners: ListenerHub<String, ItemEvent>
    private let state = Guarded(State())

    /// Makes an item subscription without starting it.
    ///
    /// - Parameters:
    ///   - location: The base of the items' relative paths.
    ///   - request: The settings of the subscription.
    ///   - queue: The queue that processes events and calls listeners; the client's default queue if `nil`.
    package init(_ location: Location, _ request: ItemRequest, queue: DispatchQueue?) {
        self.location = location
        self.request = request
        self.queue = queue
        deliveryQueue = location.client.deliveryQueue(queue)
        listeners = ListenerHub(deliveryQueue)
    }

    package var isSubscribed: Bool { state.withLock(\.isSubscribed) }

    // MARK: Listeners

    /// Adds a listener for later events.
    ///
    /// - Parameters:
    ///   - owner: The owner of the listener; an owner has at most one listener.
    ///   - name: The event that the listener receives; all events if `nil`.
    ///   - queue: The queue of the listener; the subscription's queue if `nil`.
    ///   - body: Called with each event.
    /// - Returns: The number of the listener; `nil` if its owner already has one.
    @discardableResult
    package func listen(
        owner: ObjectIdentifier? = nil, for name: String? = nil, queue: DispatchQueue? = nil,
        _ body: @escaping @Sendable (ItemEvent) -> Void
    ) -> Int? {
        listeners.add(for: name, owner: owner, on: queue.map(location.client.deliveryQueue), body)
    }

    package func removeListener(_ number: Int) { listeners.remove(number) }

    package func removeListener(of owner: ObjectIdentifier) { listeners.remove(of: owner) }

    /// Removes the listeners of an event, or all listeners.
    package func removeListeners(for name: String? = nil) { listeners.remove(for: name) }

    // MARK: Start and end

    /// Starts the subscription; no effect if it is already started.
    package func subscribe() {
        state.withLock { state in
            if state.isSubscribed { return }
            state.isSubscribed = true
            state.generation += 1
            state.turns.append(.begin(generation: state.generation))
        }
        deliveryQueue.post { [weak self] in self?.takeTurns() }
    }

    /// Ends the subscription; after that its listeners receive only the event `unsubscription`.
    package func unsubscribe() {
        let handles = state.withLock { state -> [SubscriptionHandle]? in
            guard state.isSubscribed else { return nil }
            state.isSubscribed = false
            state.generation += 1
            state.turns.append(.end)
            defer { state.handles = [:] }
            return Array(state.handles.values)
        }
        guard let handles else { return }
        for handle in handles { handle.cancel() }
        deliveryQueue.post { [weak self] in self?.takeTurns() }
    }

    // MARK: On the delivery queue

    private func takeTurns() {
        while let turn = state.withLock({ $0.turns.popFirst() }) {
            switch turn {
            case .begin(let generation):
                notify(.subscription)
                if isCurrent(generation) { begin(generation) }
            case .end: notify(.unsubscription)
            }
        }
    }

    private func begin(_ generation: Int) {
        if let problem = request.problem {
            let place = location.path
            let error = WebcomError(
                .invalidConstraint, at: place.description, "The item subscription at \(place) \(problem).")
            return notify(.failure(error, itemName: nil, itemPos: 0), of: generation)
        }
        let schema: ItemSchema
        do throws(DatasyncError) {
            schema = try ItemSchema(
                mode: request.mode, fields: request.fields, secondLevel: request.secondLevel?.fields)
        } catch {
            return notify(.failure(WebcomError(error), itemName: nil, itemPos: 0), of: generation)
        }
        let report = { @Sendable [weak client = location.client] (message: String) in
            client?.diagnose(WebcomError(.unknownField, message)) ?? ()
        }
        let items = request.items.paths.indices.map { index in
            let identity = ItemIdentity(name: request.items.name(at: index), position: index + 1, report: report)
            return ItemState(identity, schema: schema, snapshot: request.snapshot)
        }
        state.withLock { state in
            if state.generation == generation { state.items = items }
        }
        for (index, path) in request.items.paths.enumerated() {
            subscribe(ItemKey(item: index, key: nil), to: path, ItemState.interest(of: request.mode), generation)
        }
    }

    private func subscribe(_ place: ItemKey, to path: String, _ interest: Interest, _ generation: Int) {
        guard isCurrent(generation) else { return }
        let handle: SubscriptionHandle
        do throws(WebcomError) {
            let query = try location.relative(path).query(.all)
            handle = SubscriptionHandle.subscribe(
                location.client, to: query, interest: interest, delivery: .queue(queue)
            ) { [weak self] _, event in
                self?.received(event, of: place, generation)
            } ended: { [weak self] ending in
                if case .revoked(let reason) = ending { self?.failed(WebcomError(reason), place, generation) }
            }
        } catch {
            return failed(error, place, generation)
        }
        let isWanted = state.withLock { state in
            guard state.generation == generation else { return false }
            state.handles[place] = handle
            return true
        }
        if !isWanted { handle.cancel() }
    }

    private func received(_ event: Event, of place: ItemKey, _ generation: Int) {
        let outputs = state.withLock { state -> [ItemState.Output] in
            guard state.generation == generation else { return [] }
            guard let key = place.key else { return state.items[place.item].received(event) }
            return state.items[place.item].received(event, ofSecondLevel: key)
        }
        for output in outputs { follow(output, of: place.item, generation) }
    }

    private func follow(_ output: ItemState.Output, of item: Int, _ generation: Int) {
        guard isCurrent(generation) else { return }
        switch output {
        case .update(let update): notify(.update(update), of: generation)
        case .endOfSnapshot:
            notify(.endOfSnapshot(itemName: request.items.name(at: item), itemPos: item + 1), of: generation)
        case .watch(let key):
            guard let path = request.secondLevel?.path(key.text) else { return }
            subscribe(ItemKey(item: item, key: key), to: path, ItemState.secondInterest, generation)
        case .unwatch(let key):
            let handle = state.withLock { $0.handles.removeValue(forKey: ItemKey(item: item, key: key)) }
            handle?.cancel()
        }
    }

    private func failed(_ error: WebcomError, _ place: ItemKey, _ generation: Int) {
        // When an item fails, the second-level subscriptions of its keys end too.
        let gone = state.withLock { state -> [SubscriptionHandle] in
            guard state.generation == generation else { return [] }
            let places = place.key == nil ? state.handles.keys.filter { $0.item == place.item } : [place]
            return places.compactMap { state.handles.removeValue(forKey: $0) }
        }
        for handle in gone { handle.cancel() }
        notify(.failure(error, itemName: request.items.name(at: place.item), itemPos: place.item + 1), of: generation)
    }

    private func isCurrent(_ generation: Int) -> Bool { state.withLock { $0.generation == generation } }

    /// Delivers an event to the listeners.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - generation: The generation of the event; listeners are not called if it has ended. `nil` for an event that is always
    ///     delivered.
    private func notify(_ event: ItemEvent, of generation: Int? = nil) {
        guard let generation else { return listeners.deliver(event, to: [event.name]) }
        listeners.deliver(event, to: [event.name]) { [weak self] in self?.isCurrent(generation) ?? false }
    }
}

extension ItemController: CustomStringConvertible {
    /// The node, the mode, the items, and whether it is subscribed.
    package var description: String { "\(location), \(request), \(isSubscribed ? "subscribed" : "not subscribed")" }
}
