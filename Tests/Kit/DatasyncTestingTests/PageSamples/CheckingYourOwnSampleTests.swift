import DatasyncAsync
import DatasyncTesting
import DatasyncWire
import Dispatch
import Synchronization
import TestSupport
import Testing

/// The samples of the page `CheckingYourOwn`.
@Suite("Samples of the page CheckingYourOwn", .timeLimit(.minutes(30)))
struct CheckingYourOwnSampleTests {
    // sample: driver
    /// The driver of a dialect that only watches and sets values.
    final class WatchDriver: DialectDriver {
        private let manager: DatasyncManager
        private let queue: DispatchQueue
        private let subscriptions = Mutex<[String: DatasyncSubscription]>([:])

        init(_ manager: DatasyncManager, _ queue: DispatchQueue) {
            self.manager = manager
            self.queue = queue
        }

        func subscribe(_ subscription: DialectSubscription) {
            let events = DatasyncEventType.value(change: true, acknowledgement: subscription.includesAcknowledgements)
            let made = manager[subscription.path].promise.subscribe(to: events, queue: queue) { event in
                subscription.deliver(ComparedEvent(event))
            }
            subscriptions.withLock { $0[subscription.id] = made }
        }

        func unsubscribe(_ subscription: DialectSubscription) {
            subscriptions.withLock { $0.removeValue(forKey: subscription.id) }?.cancel()
        }

        func perform(_ write: DialectWrite) {
            _ = manager[write.path].promise.set(.raw, write.value).tap(on: queue) { result in
                switch result {
                case .success: write.complete(nil)
                case .failure(let error): write.complete(error as? WebcomError)
                }
            }
        }
    }
    // end of sample

    private func scenarios() throws -> [Scenario] {
        let text = """
            [{"name": "a local value is delivered at once, then acknowledged",
              "steps": [
                {"do": "subscribe", "id": "total", "client": "A", "path": "/total", "events": ["value"], "acks": true},
                {"do": "hold", "client": "A"},
                {"do": "set", "client": "A", "path": "/total", "value": 3},
                {"do": "release", "client": "A"}],
              "expect": {
                "total": ["value acked value=null", "value local value=3", "value_ack acked value=3"],
                "writes": ["set /total ok"]}}]
            """
        return try ScenarioReader.scenarios(in: Array(text.utf8), file: "total.json")
    }

    @Test("a dialect")
    func dialect() throws {
        let scenarios = try scenarios()
        // sample: dialect
        let suite = DialectSuite("watches", features: []) { application, queue in
            WatchDriver(application.datasyncService.createManager(), queue)
        }
        let report = suite.run(scenarios)
        #expect(report.failed == [])
        // end of sample
        #expect(report.passed.count == 1)
    }

    @Test("a transport")
    func transport() async throws {
        // sample: transport
        let suite = TransportSuite { backend in QueueTransport(to: backend) }
        let report = try await suite.check()
        print(report)
        // end of sample
        #expect(report.failed == [])
    }
}
