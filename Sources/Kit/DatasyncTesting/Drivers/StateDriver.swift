import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
import Dispatch

/// The driver of the async dialect whose subscriptions are loops over `values(as:)` and `children(as:)`.
///
/// Such a sequence delivers states, and skips states if its consumer is too slow. So the trace has the state after each step
/// that changed it, which does not depend on the consumer's speed. See ``StateFold``.
final class StateDriver: DialectDriver {
    private let executor: QueueTaskExecutor
    private let driver: AsyncDriver
    private let tasks = Guarded<[String: Task<Void, Never>]>([:])
    /// The latest state of each subscription that the trace does not have yet.
    private let states = Guarded<[String: (subscription: DialectSubscription, state: String)]>([:])

    init(_ application: WebcomApplication, _ queue: DispatchQueue) {
        executor = QueueTaskExecutor(queue: queue)
        driver = AsyncDriver(application, queue)
    }

    deinit {
        for task in tasks.withLock(\.values) { task.cancel() }
    }

    var isBusy: Bool { executor.isBusy }

    func subscribe(_ subscription: DialectSubscription) {
        guard let form = StateFold(subscription.source) else { return driver.subscribe(subscription) }
        let node = driver.manager[subscription.path]
        let constraint = subscription.childrenConstraint
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

    func unsubscribe(_ subscription: DialectSubscription) {
        guard let task = tasks.withLock({ $0.removeValue(forKey: subscription.id) }) else {
            return driver.unsubscribe(subscription)
        }
        task.cancel()
    }

    func perform(_ write: DialectWrite) { driver.perform(write) }

    func finishStep() {
        for (subscription, state) in states.exchange([:]).values { subscription.deliver(line: state) }
    }

    private func loop<States: AsyncSequence & Sendable>(
        _ subscription: DialectSubscription, over sequence: States,
        _ text: @escaping @Sendable (States.Element) -> String
    ) -> Task<Void, Never> where States.AsyncIterator: SendableMetatype {
        executor.loop(subscription, over: { sequence }, finish: { [weak self] in self?.finishStep() }) {
            [weak self] element in
            let state = text(element)
            self?.states.withLock { $0[subscription.id] = (subscription, state) }
        }
    }
}
