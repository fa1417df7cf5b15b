import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import Dispatch

/// The driver of the async dialect whose subscriptions are loops over sequences; it writes like ``AsyncDriver``.
///
/// Each loop runs in a task on the run's queue, so that the run can wait until the loop has taken all events.
final class SequenceDriver: DialectDriver {
    private let isTyped: Bool
    private let executor: QueueTaskExecutor
    private let driver: AsyncDriver
    private let tasks = Guarded<[String: Task<Void, Never>]>([:])

    /// Creates a driver.
    ///
    /// - Parameters:
    ///   - application: The application of a client.
    ///   - queue: The serial queue of the run.
    ///   - isTyped: Whether subscriptions use typed events where a type for their events exists.
    init(_ application: WebcomApplication, _ queue: DispatchQueue, isTyped: Bool) {
        self.isTyped = isTyped
        executor = QueueTaskExecutor(queue: queue)
        driver = AsyncDriver(application, queue)
    }

    deinit {
        for task in tasks.withLock(\.values) { task.cancel() }
    }

    var isBusy: Bool { executor.isBusy }

    func subscribe(_ subscription: DialectSubscription) {
        let task = (isTyped ? typedLoop(subscription) : nil) ?? loop(subscription)
        tasks.withLock { $0[subscription.id] = task }
    }

    func unsubscribe(_ subscription: DialectSubscription) {
        tasks.withLock { $0.removeValue(forKey: subscription.id) }?.cancel()
    }

    func perform(_ write: DialectWrite) { driver.perform(write) }

    private func loop(_ subscription: DialectSubscription) -> Task<Void, Never> {
        let events = driver.manager[subscription.path]
            .events(subscription.eventType, childrenConstraint: subscription.childrenConstraint)
        return executor.loop(subscription, over: { events }) { subscription.deliver($0) }
    }

    private static let childEvents: Set = ["child_added", "child_changed", "child_removed", "child_moved"]

    /// Starts a task that takes typed events; `nil` if no type has exactly the events of the subscription.
    private func typedLoop(_ subscription: DialectSubscription) -> Task<Void, Never>? {
        switch (subscription.events, subscription.includesAcknowledgements) {
        case (["value"], false) where subscription.hidesData:
            return typedLoop(subscription, DatasyncValueChangeHidingData.self) { event in
                subscription.deliver(
                    "value", key: nil, previousKey: nil, isAcknowledged: event.isAcknowledged, valueText: nil)
            }
        case (["value"], false):
            return typedLoop(subscription, DatasyncValueChange.self) { subscription.deliver("value", $0.value) }
        case (["child_added"], false):
            return typedLoop(subscription, DatasyncChildAddition.self) { subscription.deliver($0) }
        case (["child_changed"], false):
            return typedLoop(subscription, DatasyncChildChange.self) { subscription.deliver($0) }
        case (["child_removed"], false):
            return typedLoop(subscription, DatasyncChildRemoval.self) { subscription.deliver($0) }
        case (["child_moved"], false):
            return typedLoop(subscription, DatasyncChildMove.self) { subscription.deliver($0) }
        case (let events, true) where Set(events + ["child_moved"]) == Self.childEvents:
            return typedLoop(subscription, DatasyncChildEvent.self) { event in
                switch event {
                case .addition(let event): subscription.deliver(event)
                case .change(let event): subscription.deliver(event)
                case .removal(let event): subscription.deliver(event)
                case .move(let event): if events.contains("child_moved") { subscription.deliver(event) }
                case .acknowledgement(let event):
                    subscription.deliver("child_ack", event.value, event.key, event.previousChildKey)
                }
            }
        default: return nil
        }
    }

    private func typedLoop<Typed: DatasyncTypedEvent>(
        _ subscription: DialectSubscription, _ type: Typed.Type, _ add: @escaping @Sendable (Typed) -> Void
    ) -> Task<Void, Never> {
        let node = driver.manager[subscription.path]
        return executor.loop(
            subscription, over: { node.events(of: type, childrenConstraint: subscription.childrenConstraint) }, add)
    }
}

extension DialectSubscription {
    fileprivate func deliver(
        _ kind: String, _ value: DatasyncValue, _ key: String? = nil, _ previousKey: String? = nil
    ) {
        deliver(
            kind, key: key, previousKey: previousKey, isAcknowledged: value.isAcknowledged,
            valueText: value.description)
    }

    fileprivate func deliver(_ event: DatasyncChildAddition) {
        deliver("child_added", event.value, event.key, event.previousChildKey)
    }

    fileprivate func deliver(_ event: DatasyncChildChange) {
        deliver("child_changed", event.value, event.key, event.previousChildKey)
    }

    fileprivate func deliver(_ event: DatasyncChildRemoval) { deliver("child_removed", event.value, event.key) }

    fileprivate func deliver(_ event: DatasyncChildMove) {
        deliver("child_moved", event.value, event.key, event.previousChildKey)
    }
}
