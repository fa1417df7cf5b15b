import DatasyncClient
import DatasyncConcurrency
import Dispatch

/// The driver of a ``DialectSuite``: one ``DialectDriver`` for each client.
final class SuiteDriver: StepDriver {
    private let suite: DialectSuite
    private let queue: DispatchQueue
    private let trace: Trace
    private let drivers = Guarded<[ObjectIdentifier: any DialectDriver]>([:])

    init(_ suite: DialectSuite, queue: DispatchQueue, trace: Trace) {
        self.suite = suite
        self.queue = queue
        self.trace = trace
    }

    var reportsCancellation: Bool { suite.features.contains(.cancellations) }

    var isBusy: Bool { drivers.withLock { Array($0.values) }.contains(where: \.isBusy) }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        driver(application).subscribe(DialectSubscription(subscription, trace))
    }

    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        driver(application).unsubscribe(DialectSubscription(subscription, trace))
    }

    func perform(_ write: Scenario.Write, _ application: WebcomApplication) {
        let isDone = write.performPriorityWrite(application) { [queue, trace] error in
            queue.async { DialectWrite(write, trace).complete(error) }
        }
        if !isDone { driver(application).perform(DialectWrite(write, trace)) }
    }

    private func driver(_ application: WebcomApplication) -> any DialectDriver {
        let client = ObjectIdentifier(application.client)
        if let driver = drivers.withLock({ $0[client] }) { return driver }
        let driver = suite.makeDriver(application, queue)
        drivers.withLock { $0[client] = driver }
        return driver
    }
}
