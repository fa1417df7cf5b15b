import DatasyncConcurrency
import DatasyncEngine
package import DatasyncLive
package import DatasyncTree
import DatasyncWire
package import Dispatch

/// The implementation of a live object or collection in every dialect: state, subscriptions and listeners.
///
/// The published state changes on one delivery queue, between two calls of listeners. A listener on that queue therefore reads
/// exactly the state that it receives. The lock is never held during a call of other code.
package final class LiveController<Model: Sendable>: Sendable {
    /// The body of a listener, called with the published state.
    package typealias Body = @Sendable (LiveShown<Model>) -> Void
    /// Wraps each mutation of the published state.
    package typealias Publishing = @Sendable (_ change: () -> Void) -> Void

    private struct Listener: Sendable {
        /// The change that the listener receives; `nil` for one call with each record.
        let change: LiveChange?
        let isOnce: Bool
        /// Whether the listener receives new records; false until it has received the record published at its registration.
        var isAttached: Bool
        /// Whether the listener receives the local data published at its registration, unless an update comes first.
        var wantsLocal: Bool
        /// Whether the single call of a one-time listener is posted to another queue.
        var isSpent = false
        let deliveryQueue: DeliveryQueue
        let body: ApplicationOwned<Body>
        let ended: @Sendable () -> Void
    }

    /// The state guarded by the lock, which is never held during a call of other code.
    private struct State: Sendable {
        var machine: LiveState
        /// Whether the machine has received the initial value; inputs are not processed before.
        var hasBegun = false
        var isDisposed = false
        var inbox = Fifo<LiveInput<WebcomError>>()
        var handles: [LiveState.Span: SubscriptionHandle] = [:]
        var shown: LiveShown<Model>
        /// Whether listeners are currently called with a record.
        var isPublishing = false
        var listeners = OrderedMap<Int, Listener>()
        var lastListener = 0

        /// Replaces the published state and returns the old one, which the caller releases outside the lock.
        mutating func publish(_ new: LiveShown<Model>) -> LiveShown<Model> {
            let old = shown
            shown = new
            return old
        }
    }

    package let location: Location
    private let window: Result<Window, WebcomError>
    /// The number of children of a page; `nil` for objects.
    private let pageSize: Int?
    private let queue: DispatchQueue?
    private let deliveryQueue: DeliveryQueue
    private let publishing: Publishing
    private let model: @Sendable (LiveRecord) -> Model
    private let state: Guarded<State>

    /// Makes a source, which starts with ``begin()``.
    ///
    /// `window`: The window of an object. `pageSize`: The number of children of a page, for collections. An invalid window or
    /// page size is published as an error.
    /// `queue`: The queue that processes events and calls listeners; the client's default queue if `nil`.
    /// `publishing`: Wraps each mutation of the published state.
    /// `model`: Makes the model of a record; called once for each record.
    package init(
        _ location: Location, window: Result<Window, WebcomError> = .success(.all), pageSize: Int? = nil,
        queue: DispatchQueue?,
        publishing: @escaping Publishing = { change in change() }, model: @escaping @Sendable (LiveRecord) -> Model
    ) {
        self.location = location
        self.window = window
        self.queue = queue
        self.publishing = publishing
        self.model = model
        self.pageSize = pageSize
        deliveryQueue = location.client.deliveryQueue(queue)
        let machine = LiveState(pageSize: pageSize)
        let shown = LiveShown(record: machine.record, model: model(machine.record))
        state = Guarded(State(machine: machine, shown: shown))
    }

    /// Subscribes, and publishes the initial value before the call returns.
    package func begin() {
        let span = state.withLock(\.machine.firstSpan)
        var handle: SubscriptionHandle?
        do throws(WebcomError) {
            handle = try subscribe(to: span)
        } catch {
            state.withLock { $0.inbox.append(.failure(error, span)) }
        }
        let present = handle?.takePresent()
        let record = state.withLock { state in
            if let present { state.machine.began(with: present) }
            return state.machine.record
        }
        let shown = LiveShown(record: record, model: model(record))
        _ = state.withLock { state in
            state.hasBegun = true
            if let handle { state.handles[span] = handle }
            return state.publish(shown)
        }
        // Inputs that arrived during the call are still unprocessed.
        deliveryQueue.post { [weak self] in self?.publishNext() }
    }

    /// The published state.
    package var shown: LiveShown<Model> { state.withLock(\.shown) }

    // MARK: Pages

    /// Requests one more page, or the failed page again.
    ///
    /// No effect on an object, while a request is pending, or if there are no more children.
    package func nextPage() { put(.nextPage) }

    /// Reduces the collection to its first page.
    package func resetPage() { put(.resetPage) }

    // MARK: Listeners

    /// Adds a listener.
    ///
    /// `change`: The change that the listener receives. With `nil` it receives each record once, starting with the published
    /// record if that has any information. `wantsLocal`: Whether a listener for a change also receives local data that are
    /// already published. `queue`: The queue of the listener; the queue of the source if `nil`. `ended`: Called when no further
    /// call can follow, because the source was disposed of or an object failed.
    /// - Returns: The number of the listener; `nil` if the source was disposed of, and then the listener is never called.
    package func listen(
        for change: LiveChange?, isOnce: Bool = false, wantsLocal: Bool = false, queue: DispatchQueue? = nil,
        ended: @escaping @Sendable () -> Void = {}, _ body: @escaping Body
    ) -> Int? {
        let body = ApplicationOwned(body)
        let deliveryQueue = queue.map(location.client.deliveryQueue) ?? deliveryQueue
        let number = state.withLock { state -> Int? in
            if state.isDisposed { return nil }
            state.lastListener += 1
            state.listeners[state.lastListener] = Listener(
                change: change, isOnce: isOnce, isAttached: change != nil,
                wantsLocal: wantsLocal && !state.isPublishing,
                deliveryQueue: deliveryQueue, body: body, ended: ended)
            return state.lastListener
        }
        guard let number else { return nil }
        if change == nil || wantsLocal { put(.attach(number)) }
        return number
    }

    /// Removes a listener.
    package func removeListener(_ number: Int) { _ = state.withLock { $0.listeners.removeValue(for: number) } }

    /// Removes the listeners of one change, or all listeners.
    package func removeListeners(of change: LiveChange? = nil) {
        // The removed listeners are returned, so that they are released outside the lock.
        _ = state.withLock { state in
            let gone = state.listeners.filter { change == nil || $0.value.change == change }
            for (number, _) in gone { state.listeners.removeValue(for: number) }
            return gone.map(\.value)
        }
    }

    /// Removes the listeners without calling them, publishes the disposed state and cancels the subscriptions.
    package func dispose() {
        let taken = state.withLock { state -> (handles: [SubscriptionHandle], listeners: [Listener], LiveRecord)? in
            if state.isDisposed { return nil }
            state.isDisposed = true
            state.machine.dispose()
            state.inbox = Fifo()
            defer {
                state.handles = [:]
                state.listeners = OrderedMap()
            }
            return (Array(state.handles.values), state.listeners.map(\.value), state.machine.record)
        }
        guard let taken else { return }
        let shown = LiveShown(record: taken.2, model: model(taken.2))
        publishing { _ = state.withLock { $0.publish(shown) } }
        for handle in taken.handles { handle.cancel() }
        for listener in taken.listeners { listener.ended() }
    }

    // MARK: Inputs

    private func put(_ input: LiveInput<WebcomError>) {
        state.withLock { state in
            if !state.isDisposed { state.inbox.append(input) }
        }
        deliveryQueue.post { [weak self] in self?.publishNext() }
    }

    private func subscribe(to span: LiveState.Span) throws(WebcomError) -> SubscriptionHandle {
        let query = try location.query(try self.window(of: span))
        return SubscriptionHandle.subscribe(
            location.client, to: query, interest: [.valueFamily, .showsCachedValue], delivery: .queue(queue)
        ) { [weak self] _, event in
            self?.received(.event(event, span))
        } ended: { [weak self] ending in
            if case .revoked(let reason) = ending { self?.received(.failure(WebcomError(reason), span)) }
        }
    }

    private func window(of span: LiveState.Span) throws(WebcomError) -> Window {
        if let pageSize, pageSize < 1 { throw .pageSize(pageSize, at: location.path) }
        guard case .first(let limit) = span else { return try window.get() }
        do throws(DataError) {
            return try Window(limit: limit)
        } catch {
            throw WebcomError(error)
        }
    }

    /// Processes an input from a subscription; called on the delivery queue.
    private func received(_ input: LiveInput<WebcomError>) {
        state.withLock { state in
            if !state.isDisposed { state.inbox.append(input) }
        }
        publishNext()
    }

    /// Processes all inputs, including those added meanwhile; called on the delivery queue only.
    private func publishNext() {
        while let input = state.withLock({ $0.hasBegun ? $0.inbox.popFirst() : nil }) {
            if case .attach(let number) = input {
                attach(number)
            } else {
                follow(input)
            }
        }
    }

    private func follow(_ input: LiveInput<WebcomError>) {
        let (action, stopped, error) = state.withLock { state in
            let action = state.machine.take(input)
            var spans = action.stop
            if case .failure(_, let span) = input { spans.append(span) }
            return (action, spans.compactMap { state.handles.removeValue(forKey: $0) }, state.shown.error)
        }
        if let span = action.start { start(span) }
        for handle in stopped { handle.cancel() }
        guard let record = action.record else { return }
        var shown = LiveShown(record: record, model: model(record))
        if case .failure(let reason, _) = input {
            shown.error = reason
        } else if record.loadingStatus == .error {
            shown.error = error
        }
        publish(shown)
    }

    private func publish(_ shown: LiveShown<Model>) {
        publishing {
            _ = state.withLock { state in state.isDisposed ? nil : state.publish(shown) }
        }
        state.withLock { $0.isPublishing = true }
        for change in shown.record.changes { notify(change, shown) }
        notify(nil, shown)
        state.withLock { $0.isPublishing = false }
        if isOver(shown) { end() }
    }

    private func start(_ span: LiveState.Span) {
        let handle: SubscriptionHandle
        do throws(WebcomError) {
            handle = try subscribe(to: span)
        } catch {
            return state.withLock { $0.inbox.append(.failure(error, span)) }
        }
        let isWanted = state.withLock { state in
            if state.isDisposed { return false }
            state.handles[span] = handle
            return true
        }
        if !isWanted { handle.cancel() }
    }

    private func attach(_ number: Int) {
        let (published, wantsLocal) = state.withLock { state in
            let wantsLocal = state.listeners.modify(number) { listener in
                defer {
                    listener.isAttached = true
                    listener.wantsLocal = false
                }
                return listener.wantsLocal
            }
            return (state.shown, wantsLocal)
        }
        var shown = published
        // A listener for one change that has already received an update does not receive the published record.
        let isWanted =
            wantsLocal == true
            ? shown.record.dataStatus == .local && !shown.record.node.isNull
            : state.withLock { $0.listeners[number]?.change == nil }
        guard isWanted, shown.record.hasData else { return }
        shown.record = shown.record.withoutChanges
        call(number, shown)
        if isOver(shown) { end() }
    }

    /// Calls the listeners that are registered at the start of the call and still registered at their turn.
    private func notify(_ change: LiveChange?, _ shown: LiveShown<Model>) {
        let numbers = state.withLock { state in
            state.listeners.filter { $0.value.change == change && $0.value.isAttached && !$0.value.isSpent }.map(\.key)
        }
        for number in numbers { call(number, shown) }
    }

    private func call(_ number: Int, _ shown: LiveShown<Model>) {
        let listener = state.withLock { state in
            _ = state.listeners.modify(number) { $0.wantsLocal = false }
            return state.listeners[number]
        }
        guard let listener else { return }
        if listener.deliveryQueue === deliveryQueue {
            if listener.isOnce { removeListener(number) }
            return listener.body.value(shown)
        }
        if listener.isOnce { state.withLock { state in _ = state.listeners.modify(number) { $0.isSpent = true } } }
        listener.deliveryQueue.post { [weak self] in
            let listener = self?.state.withLock { state in
                listener.isOnce ? state.listeners.removeValue(for: number) : state.listeners[number]
            }
            listener?.body.value(shown)
        }
    }

    /// Returns whether no record can follow: a failed object is final, but a failed collection can request its page again.
    private func isOver(_ shown: LiveShown<Model>) -> Bool { pageSize == nil && shown.record.loadingStatus == .error }

    /// Calls the `ended` closures of the listeners, as no further record follows.
    private func end() {
        for listener in state.withLock({ $0.listeners.map(\.value) }) { listener.ended() }
    }
}
