import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
import Dispatch

/// The driver of the async dialect whose subscriptions are loops over `values(as:)` and `children(as:)`.
///
/// Such a sequence delivers states, and skips states if its consumer is too slow. So the trace has the state after each step
/// that changed it, which does not depend on the consumer's speed. See ``StateFold``.
final class StateDriver: StepDriver {
    let reportsCancellation = true
    private let trace: Trace
    private let executor: QueueTaskExecutor
    private let driver: AsyncDriver
    private let tasks = Guarded<[String: Task<Void, Never>]>([:])
    /// The latest state of each subscription that the trace does not have yet.
    private let states = Guarded<[String: (subscription: Scenario.Subscription, state: String)]>([:])

    init(queue: DispatchQueue, trace: Trace) {
        self.trace = trace
        executor = QueueTaskExecutor(queue: queue)
        driver = AsyncDriver(queue: queue, trace: trace)
    }

    deinit {
        for task in tasks.withLock(\.values) { task.cancel() }
    }

    var isBusy: Bool { executor.isBusy }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        guard let form = StateFold(subscription) else { return driver.subscribe(subscription, application) }
        let node = driver.node(subscription.path, application)
        let constraint = subscription.window.childrenConstraint
        let task =
            if form == .value {
                loop(subscription, over: node.values(as: DecodedJSON?.self, childrenConstraint: constraint)) { value in
                    form.text(ofValue: value?.text ?? "null")
                }
            } else {
                loop(subscription, over: node.children(as: DecodedJSON.self, childrenConstraint: constraint)) { rows in
                    form.text(ofRows: rows.map { (Trace.text($0.key), $0.value.text, $0.isAcknowledged) })
                }
            }
        tasks.withLock { $0[subscription.id] = task }
    }

    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        guard let task = tasks.withLock({ $0.removeValue(forKey: subscription.id) }) else {
            return driver.unsubscribe(subscription, application)
        }
        task.cancel()
    }

    func perform(_ write: Scenario.Write, _ application: WebcomApplication) { driver.perform(write, application) }

    func finishStep() {
        let states = states.withLock { states in
            defer { states = [:] }
            return states.values
        }
        for (subscription, state) in states { trace.add(state, to: subscription) }
    }

    private func loop<States: AsyncSequence & Sendable>(
        _ subscription: Scenario.Subscription, over sequence: States,
        _ text: @escaping @Sendable (States.Element) -> String
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { [weak self, trace] in
            do {
                for try await element in sequence {
                    let state = text(element)
                    self?.states.withLock { $0[subscription.id] = (subscription, state) }
                }
                self?.finishStep()
                trace.addCancellation(to: subscription)
            } catch {
                self?.finishStep()
                if let error = error as? WebcomError { trace.addRevocation(error, to: subscription) }
            }
        }
    }
}
