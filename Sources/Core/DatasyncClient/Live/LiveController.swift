import DatasyncConcurrency
import DatasyncEngine
package import DatasyncLive
package import DatasyncTree
import DatasyncWire
package import Dispatch

/// The implementation of a live object or collection in every dialect: state, subscriptions and listeners.
///
/// The published state changes on one delivery queue, between two calls of listeners. So a listener on that queue reads exactly
/// the state that it receives. The lock is never held while other code is called.
package final class LiveController<Model: Sendable>: Sendable {
    package typealias Update = DatasyncLiveUpdate<Model>
    private typealias Listeners = ListenerHub<Topic, Update>
    /// Wraps each mutation of the published state; the changes are the parts that may differ afterwards.
    package typealias Publishing = @Sendable (_ changes: [LiveChange], _ mutation: () -> Void) -> Void
    /// Makes the model of a record, with the reason if a part cannot be decoded.
    package typealias Decoding = @Sendable (_ record: LiveRecord) -> (model: Model?, error: WebcomError?)

    /// A delivery to listeners: one change of a record, or the record as a whole.
    private enum Topic: Equatable, Sendable {
        case change(LiveChange)
        case record
    }

    /// The state guarded by the lock, which is never held while other code is called.
    private struct State: Sendable {
        var machine: LiveState
        /// Whether the machine has received the initial value; inputs are not processed before that.
        var hasBegun = false
        var isDisposed = false
        var inbox = Fifo<LiveInput<WebcomError>>()
        var handles: [LiveState.Span: SubscriptionHandle] = [:]
        var published: Update

        /// Replaces the published state and returns the old one, which the caller releases outside the lock.
        mutating func publish(_ new: Update) -> Update {
            let old = published
            published = new
            return old
        }
    }

    package let location: Location
    private let window: Result<Window, WebcomError>
    /// The number of children per page; `nil` for objects.
    private let pageSize: Int?
    /// The order of a collection's children.
    private let order: WebcomOrder
    private let queue: DispatchQueue?
    private let deliveryQueue: DeliveryQueue
    private let publishing: Publishing
    private let decoding: Decoding
    private let listeners: Listeners
    private let state: Guarded<State>

    /// Makes a source; ``begin()`` starts it.
    ///
    /// An invalid window, page size or order is published as an error.
    ///
    /// - Parameters:
    ///   - location: The location of the object or collection.
    ///   - window: The window of an object.
    ///   - pageSize: The number of children per page of a collection; `nil` for objects.
    ///   - order: The order of a collection's children.
    ///   - queue: The queue that processes events and calls listeners; the client's default queue if `nil`.
    ///   - publishing: Wraps each mutation of the published state.
    ///   - decoding: Makes the model of a record; called once for each record.
    package init(
        _ location: Location, window: Result<Window, WebcomError> = .success(.all), pageSize: Int? = nil,
        order: WebcomOrder = .key, queue: DispatchQueue?,
        publishing: @escaping Publishing = { _, mutation in mutation() }, decoding: @escaping Decoding
    ) {
        self.location = location
        self.window = window
        self.queue = queue
        self.publishing = publishing
        self.decoding = decoding
        self.pageSize = pageSize
        self.order = order
        deliveryQueue = location.client.deliveryQueue(queue)
        listeners = Listeners(deliveryQueue)
        let machine = LiveState(pageSize: pageSize, order: order.checked)
        let (model, error) = decoding(machine.record)
        let update = Update(machine.record, model: model, error: error)
        state = Guarded(State(machine: machine, published: update))
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
        let update = update(of: record)
        _ = state.withLock { state in
            state.hasBegun = true
            if let handle { state.handles[span] = handle }
            return state.publish(update)
        }
        // Inputs that arrived during the call have not been processed yet.
        deliveryQueue.post { [weak self] in self?.publishNext() }
    }

    /// The published state.
    package var published: Update { state.withLock(\.published) }

    // MARK: Pages

    /// Requests one more page, or a failed page again.
    ///
    /// No effect on an object, while a request is pending, or when there are no more children.
    package func nextPage() { put(.nextPage) }

    /// Reduces the collection to its first page.
    package func resetPage() { put(.resetPage) }

    // MARK: Listeners

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - change: The change that the listener receives. With `nil` it receives each record once, starting with the published
    ///     record if that has any information.
    ///   - isOnce: Whether the listener is removed with its first call.
    ///   - wantsLocal: Whether a listener for a change also receives local data that are already published.
    ///   - queue: The queue of the listener; the source's queue if `nil`.
    ///   - ended: Called when no further call can follow, because the source was disposed of or an object failed.
    ///   - body: Called with each published state.
    /// - Returns: The number of the listener; `nil` if the source was disposed of; then the listener is never called.
    package func listen(
        for change: LiveChange?, isOnce: Bool = false, wantsLocal: Bool = false, queue: DispatchQueue? = nil,
        ended: @escaping @Sendable () -> Void = {}, _ body: @escaping @Sendable (Update) -> Void
    ) -> Int? {
        let start: Listeners.Start = change == nil ? .state : wantsLocal ? .stateOrUpdate : .update
        let number = listeners.add(
            for: change.map(Topic.change) ?? .record, isOnce: isOnce, start: start,
            on: queue.map(location.client.deliveryQueue), ended: ended, body)
        if let number, start != .update { put(.attach(number)) }
        return number
    }

    /// Removes a listener.
    package func removeListener(_ number: Int) { listeners.remove(number) }

    /// Removes the listeners of one change, or all listeners.
    package func removeListeners(of change: LiveChange? = nil) { listeners.remove(for: change.map(Topic.change)) }

    /// Removes the listeners without calling them, publishes the disposed state and cancels the subscriptions.
    package func dispose() {
        guard let removed = listeners.close() else { return }
        let (handles, record) = state.withLock { state in
            state.isDisposed = true
            state.machine.dispose()
            state.inbox = Fifo()
            defer { state.handles = [:] }
            return (Array(state.handles.values), state.machine.record)
        }
        let update = update(of: record)
        publishing(update.differences(from: published) + [.data]) { _ = state.withLock { $0.publish(update) } }
        for handle in handles { handle.cancel() }
        for listener in removed { listener.ended() }
    }

    /// Reports to the diagnostics that a disposed source was used.
    ///
    /// - Parameter what: The subject of the message.
    package func reportDisposal(at what: String) {
        location.client.diagnose(
            WebcomError(
                .released, at: location.path.description,
                "\(what) of the live data at \(location.path) has no effect, as they were disposed of; make new ones."))
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
        do throws(DatasyncError) {
            return try Window(order: try order.order(), limit: limit)
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

    /// Processes all inputs, including any added meanwhile; called on the delivery queue only.
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
            return (action, spans.compactMap { state.handles.removeValue(forKey: $0) }, state.published.error)
        }
        if let span = action.start { start(span) }
        for handle in stopped { handle.cancel() }
        guard let record = action.record else { return }
        if case .failure(let reason, _) = input { return publish(update(of: record, error: reason)) }
        publish(update(of: record, error: record.loadingStatus == .error ? error : nil))
    }

    /// Returns the state to publish for a record; an error of its request takes precedence over a decoding error.
    private func update(of record: LiveRecord, error: WebcomError? = nil) -> Update {
        let (model, failure) = decoding(record)
        return Update(record, model: model, error: error ?? failure)
    }

    private func publish(_ update: Update) {
        publishing(update.differences(from: published)) {
            _ = state.withLock { state in state.isDisposed ? nil : state.publish(update) }
        }
        listeners.deliver(update, to: update.changes.map(Topic.change) + [.record])
        if isOver(update) { listeners.end() }
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

    /// Delivers the published state to a listener that waits for it.
    private func attach(_ number: Int) {
        let update = published
        let isWanted =
            switch listeners.begin(number) {
            case .state: update.hasData
            case .stateOrUpdate: update.dataStatus == .local && update.model != nil
            case .update, nil: false
            }
        guard isWanted else { return }
        listeners.deliver(update.withoutChanges, to: number)
        if isOver(update) { listeners.end() }
    }

    /// Returns whether no record can follow: a failed object is final, but a failed collection can request its page again.
    private func isOver(_ update: Update) -> Bool { pageSize == nil && update.loadingStatus == .error }
}

extension LiveController {
    /// Makes a source whose model is a snapshot of the value; `nil` for a null value.
    package convenience init(
        _ location: Location, window: Result<Window, WebcomError> = .success(.all), pageSize: Int? = nil,
        order: WebcomOrder = .key, queue: DispatchQueue?, snapshot: @escaping @Sendable (LocatedValue) -> Model
    ) {
        let shown = pageSize == nil ? (try? window.get().order) ?? .key : order.checked
        self.init(location, window: window, pageSize: pageSize, order: order, queue: queue) { record in
            if record.node.isNull { return (nil, nil) }
            let isAcknowledged = record.dataStatus == .fresh
            return (
                snapshot(LocatedValue(record.node, at: location, isAcknowledged: isAcknowledged, order: shown)), nil
            )
        }
    }
}

extension WebcomError {
    fileprivate static func pageSize(_ size: Int, at path: Path) -> WebcomError {
        WebcomError(
            .invalidConstraint, at: path.description,
            "A page of \(size) children of \(path) makes no sense; use a page size of 1 or more.")
    }
}
