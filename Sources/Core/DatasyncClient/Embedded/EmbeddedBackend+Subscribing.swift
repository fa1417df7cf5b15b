import DatasyncBackend
import DatasyncConcurrency
public import DatasyncLog
import DatasyncTree

extension EmbeddedBackend {
    /// Passes the changes of a node on to a closure, from a position in the log on.
    ///
    /// A program that stores the position of each change continues where it stopped, however long ago: it misses no event, and
    /// receives the last one again if it was stopped before it stored the position. It needs a directory or a log, which keeps
    /// records at least until the next snapshot; from a position whose records are gone, and without a position, the first
    /// event is a ``BackendEvent/Kind/reload`` with the current value.
    ///
    /// ```swift
    /// let subscription = try backend.subscribe(path: "orders", events: [.childAddition], from: lastPosition) { change in
    ///     for event in change.events { await ship(event) }
    ///     await store(change.position)
    /// }
    /// ```
    ///
    /// The closure runs in a task of its own. A slow one delays only its own subscription: records that it has not received
    /// stay in the log. Rules do not apply, and there are no acknowledgements, since every change comes from the back end.
    ///
    /// - Parameters:
    ///   - path: The path of the node.
    ///   - events: The kinds of events; a `reload` comes in any case.
    ///   - position: The position of the last change that the program is done with; `nil` to begin now.
    ///   - ended: Called once if the subscription ends by itself, with the reason: for instance a damaged log.
    ///   - receive: Called with each change, in order; the next call waits until it has returned.
    /// - Returns: The subscription, which continues until it is cancelled or the back end is released or closed.
    /// - Throws: ``WebcomError`` `invalidPath`; `unavailable` for a back end without a directory or log.
    @discardableResult
    public func subscribe(
        path: String, events: Set<BackendEvent.Kind>, from position: LogPosition? = nil,
        ended: @escaping @Sendable (WebcomError) -> Void = { _ in },
        _ receive: @escaping @Sendable (BackendChange) async -> Void
    ) throws(WebcomError) -> BackendSubscription {
        let place: Path
        do throws(DatasyncError) {
            place = try Path(path)
        } catch {
            throw WebcomError(error)
        }
        guard isStored else {
            throw Self.keepsNoRecords
        }
        let kinds = Set(events.compactMap { EventKind(rawValue: $0.rawValue) })
        let feed = NodeFeed(backend, after: position)
        let subscription = BackendSubscription()
        let id = ObjectIdentifier(subscription)
        subscriptions.withLock { $0[id] = subscription }
        subscription.run { [weak self] in
            defer { _ = self?.subscriptions.withLock { $0.removeValue(forKey: id) } }
            do {
                while let step = try await feed.next() {
                    guard let change = BackendChange(step, at: place, kinds), !Task.isCancelled else { continue }
                    await receive(change)
                }
            } catch {
                if Task.isCancelled { return }
                ended(WebcomError(.unavailable, at: place.description, (error as? LogError)?.message ?? "\(error)"))
            }
        }
        return subscription
    }

    /// The error for a back end in memory.
    static var keepsNoRecords: WebcomError {
        WebcomError(.unavailable, "The back end keeps no records; open it with a directory or a log.")
    }

    /// Ends all subscriptions to changes.
    func endSubscriptions() { for subscription in subscriptions.exchange([:]).values { subscription.cancel() } }
}

/// A subscription to the changes of a back end.
public final class BackendSubscription: Sendable {
    private let task = Guarded<Task<Void, Never>?>(nil)

    /// Runs the subscription, before anybody can cancel it.
    func run(_ body: @escaping @Sendable () async -> Void) { task.withLock { $0 = Task { await body() } } }

    /// Cancels the subscription; further calls have no effect.
    ///
    /// At most the call that is running finishes; its task is cancelled.
    public func cancel() { task.withLock(\.self)?.cancel() }
}

extension BackendChange {
    /// Creates the change of a node that a step of a feed makes; `nil` if it makes none.
    fileprivate init?(_ step: NodeFeed.Step, at path: Path, _ kinds: Set<EventKind>) {
        position = step.position
        switch step {
        case .reload(let data, _):
            time = nil
            events = [BackendEvent(reload: data[path], at: path)]
        case .record(_, let time, let transitions, _):
            self.time = time
            events = transitions.flatMap { $0.events(at: path, kinds) }.map { BackendEvent($0, at: path) }
            if events.isEmpty { return nil }
        }
    }
}
