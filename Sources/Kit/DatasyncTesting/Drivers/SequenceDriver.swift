import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
import Dispatch

/// The driver of the async dialect whose subscriptions are loops over sequences; it writes like ``AsyncDriver``.
///
/// Each loop runs in a task on the run's queue, so that the run can wait until the loop has taken all events.
final class SequenceDriver: StepDriver {
    let reportsCancellation = true
    private let trace: Trace
    private let isTyped: Bool
    private let executor: QueueTaskExecutor
    private let driver: AsyncDriver
    private let tasks = Guarded<[String: Task<Void, Never>]>([:])

    /// Creates a driver.
    ///
    /// - Parameters:
    ///   - queue: The serial queue of the run.
    ///   - trace: Receives the lines of the run.
    ///   - isTyped: Whether subscriptions use typed events where a type for their events exists.
    init(queue: DispatchQueue, trace: Trace, isTyped: Bool) {
        self.trace = trace
        self.isTyped = isTyped
        executor = QueueTaskExecutor(queue: queue)
        driver = AsyncDriver(queue: queue, trace: trace)
    }

    deinit {
        for task in tasks.withLock(\.values) { task.cancel() }
    }

    var isBusy: Bool { executor.isBusy }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        let node = driver.node(subscription.path, application)
        let task = isTyped ? typedLoop(subscription, node) : nil
        let started =
            task
            ?? loop(subscription, over: events(subscription, node)) { [trace] event in
                trace.add(event, to: subscription)
            }
        tasks.withLock { $0[subscription.id] = started }
    }

    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        tasks.withLock { $0.removeValue(forKey: subscription.id) }?.cancel()
    }

    func perform(_ write: Scenario.Write, _ application: WebcomApplication) { driver.perform(write, application) }

    private func events(_ subscription: Scenario.Subscription, _ node: DatasyncNode) -> DatasyncEvents {
        node.events(subscription.eventType, childrenConstraint: subscription.window.childrenConstraint)
    }

    /// Starts a task that takes all elements of a sequence.
    private func loop<Events: AsyncSequence & Sendable>(
        _ subscription: Scenario.Subscription, over events: Events,
        _ add: @escaping @Sendable (Events.Element) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { [trace] in
            do {
                for try await event in events { add(event) }
                trace.addCancellation(to: subscription)
            } catch {
                if let error = error as? WebcomError { trace.addRevocation(error, to: subscription) }
            }
        }
    }

    private static let childEvents: Set = ["child_added", "child_changed", "child_removed", "child_moved"]

    /// Starts a task that takes typed events; `nil` if no type has exactly the events of the subscription.
    private func typedLoop(_ subscription: Scenario.Subscription, _ node: DatasyncNode) -> Task<Void, Never>? {
        let trace = trace
        switch (subscription.events, subscription.includesAcknowledgements) {
        case (["value"], false) where subscription.hidesData:
            return typedLoop(subscription, node, ValueChangeHidingData.self) { event in
                trace.add("value", isAcknowledged: event.isAcknowledged, to: subscription)
            }
        case (["value"], false):
            return typedLoop(subscription, node, ValueChange.self) { event in
                trace.add("value", event.value, to: subscription)
            }
        case (["child_added"], false):
            return typedLoop(subscription, node, ChildAddition.self) { trace.add($0, to: subscription) }
        case (["child_changed"], false):
            return typedLoop(subscription, node, ChildChange.self) { trace.add($0, to: subscription) }
        case (["child_removed"], false):
            return typedLoop(subscription, node, ChildRemoval.self) { trace.add($0, to: subscription) }
        case (["child_moved"], false):
            return typedLoop(subscription, node, ChildMove.self) { trace.add($0, to: subscription) }
        case (let events, true) where Set(events + ["child_moved"]) == Self.childEvents:
            return typedLoop(subscription, node, ChildEvent.self) { event in
                switch event {
                case .addition(let event): trace.add(event, to: subscription)
                case .change(let event): trace.add(event, to: subscription)
                case .removal(let event): trace.add(event, to: subscription)
                case .move(let event): if events.contains("child_moved") { trace.add(event, to: subscription) }
                case .acknowledgement(let event):
                    trace.add("child_ack", event.value, event.key, event.previousChildKey, to: subscription)
                }
            }
        default: return nil
        }
    }

    private func typedLoop<Typed: DatasyncTypedEvent>(
        _ subscription: Scenario.Subscription, _ node: DatasyncNode, _ type: Typed.Type,
        _ add: @escaping @Sendable (Typed) -> Void
    ) -> Task<Void, Never> {
        // The sequence of `events(of:)` is not Sendable, so the task creates it.
        let constraint = subscription.window.childrenConstraint
        return Task(executorPreference: executor) { [trace] in
            do {
                for try await event in node.events(of: type, childrenConstraint: constraint) { add(event) }
                trace.addCancellation(to: subscription)
            } catch {
                if let error = error as? WebcomError { trace.addRevocation(error, to: subscription) }
            }
        }
    }
}

extension Trace {
    /// Adds the line of an event of the async dialect.
    func add(_ event: DatasyncEvent, to subscription: Scenario.Subscription) {
        add(
            event.eventType.description, key: subscription.isOfValue ? nil : event.key,
            previous: event.previousChildKey, isAcknowledged: event.acked, value: event.value.description,
            to: subscription)
    }

    fileprivate func add(_ kind: String, isAcknowledged: Bool, to subscription: Scenario.Subscription) {
        add(kind, key: nil, previous: nil, isAcknowledged: isAcknowledged, value: nil, to: subscription)
    }

    fileprivate func add(
        _ kind: String, _ value: DatasyncValue, _ key: String? = nil, _ previous: String? = nil,
        to subscription: Scenario.Subscription
    ) {
        add(
            kind, key: key, previous: previous, isAcknowledged: value.isAcknowledged, value: value.description,
            to: subscription)
    }

    fileprivate func add(_ event: ChildAddition, to subscription: Scenario.Subscription) {
        add("child_added", event.value, event.key, event.previousChildKey, to: subscription)
    }

    fileprivate func add(_ event: ChildChange, to subscription: Scenario.Subscription) {
        add("child_changed", event.value, event.key, event.previousChildKey, to: subscription)
    }

    fileprivate func add(_ event: ChildRemoval, to subscription: Scenario.Subscription) {
        add("child_removed", event.value, event.key, to: subscription)
    }

    fileprivate func add(_ event: ChildMove, to subscription: Scenario.Subscription) {
        add("child_moved", event.value, event.key, event.previousChildKey, to: subscription)
    }
}
