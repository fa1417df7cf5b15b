import DatasyncClient
import DatasyncTree
import Dispatch

/// Performs the steps of a scenario in one dialect.
protocol StepDriver: AnyObject, Sendable {
    /// Whether the dialect reports the cancellation of a subscription.
    var reportsCancellation: Bool { get }

    /// Completes the trace of a step after all its events were delivered.
    func finishStep()

    /// Whether tasks of the driver still have to run on the queue.
    var isBusy: Bool { get }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication)
    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication)
    func perform(_ write: Scenario.Write, _ application: WebcomApplication)
}

extension StepDriver {
    var isBusy: Bool { false }

    func finishStep() {}
}

extension Scenario.Write.Change {
    /// Returns the new value of a transaction; `nil` aborts it, also for a value of the wrong type.
    func applied(to value: Any?) -> JSON? {
        let present = (try? JSON(foundation: value)) ?? .null
        switch self {
        case .add(let step): return present.isNull ? .number(step) : present.number.map { .number($0 + step) }
        case .set(let json): return json
        case .toggle: return present.isNull ? false : present.boolean.map { .boolean(!$0) }
        case .abort: return nil
        }
    }
}
