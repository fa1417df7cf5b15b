import DatasyncClient
import DatasyncConcurrency
import DatasyncTesting
import Testing

@Suite("The suite of dialects", .timeLimit(.minutes(30)))
struct DialectSuiteTests {
    private static let features = Set(DialectFeature.allCases).subtracting([.hiddenData, .revocationFilters])

    private func suite(
        _ fault: Topic.Fault? = nil, features: Set<DialectFeature> = Self.features
    ) -> DialectSuite {
        DialectSuite("topics", features: features) { application, queue in
            TopicDriver(Topic(application, deliveringOn: queue, fault: fault))
        }
    }

    @Test("a dialect without a fault passes every scenario of its features")
    func passes() throws {
        let report = try suite().run()
        #expect(report.failed == [])
        #expect(report.passed.count > 350)
        #expect(report.passed.count + report.skipped.count >= 439)
    }

    @Test(
        "a scenario that needs a missing feature is skipped",
        arguments: [
            (DialectFeature.increments, #"{"do": "increment", "client": "A", "path": "/n", "by": 1}"#),
            (.transactions, #"{"do": "transaction", "client": "A", "path": "/n", "op": {"add": 1}}"#),
            (.onDisconnect, #"{"do": "onDisconnect", "client": "A", "path": "/n", "value": 1}"#),
            (.orders, #"{"do": "set", "client": "A", "path": "/n/.priority", "value": 1}"#),
        ])
    func skips(feature: DialectFeature, step: String) throws {
        let text = #"[{"name": "a step", "steps": [\#(step)], "expect": {}}]"#
        let scenarios = try ScenarioReader.scenarios(in: Array(text.utf8), file: "step.json")
        #expect(suite().run(scenarios).passed == ["a step"])
        #expect(suite(features: Self.features.subtracting([feature])).run(scenarios).skipped == ["a step"])
    }

    @Test("generated scenarios check a dialect too")
    func generated() {
        let scenarios = (0..<100).map { ScenarioGenerator.scenario(seed: 1, index: $0) }
        let report = suite().run(scenarios)
        #expect(report.failed == [])
        #expect(report.passed.count > 70)
    }

    /// A driver that passes on one event at the end of its step, and fails all writes.
    private final class LateDriver: DialectDriver {
        let writesPriorities: Bool
        private let subscription = Guarded<DialectSubscription?>(nil)

        init(writesPriorities: Bool) { self.writesPriorities = writesPriorities }

        func subscribe(_ subscription: DialectSubscription) { _ = self.subscription.exchange(subscription) }

        func unsubscribe(_ subscription: DialectSubscription) { subscription.end() }

        func perform(_ write: DialectWrite) { write.complete(WebcomError(.tooLarge, "\(write)")) }

        func finishStep() {
            subscription.exchange(nil)?
                .deliver("value", key: nil, previousKey: nil, isAcknowledged: true, valueText: #"{"a":1}"#)
        }
    }

    @Test("events can come at the end of a step, and a dialect with priorities takes their writes")
    func lateEvents() throws {
        let text = """
            [{"name": "a step", "data": {"n": {"a": 1}}, "steps": [
              {"do": "subscribe", "id": "s", "client": "A", "path": "/n", "events": ["value"]},
              {"do": "unsubscribe", "id": "s"},
              {"do": "set", "client": "A", "path": "/n/.priority", "value": 1}]}]
            """
        let scenarios = try ScenarioReader.scenarios(in: Array(text.utf8), file: "step.json")
        #expect(DialectSuite("late") { _, _ in LateDriver(writesPriorities: false) }.run(scenarios).failed == [])
        let report = DialectSuite("late") { _, _ in LateDriver(writesPriorities: true) }.run(scenarios)
        #expect(report.failed.first?.reason.contains("set /n/.priority tooLarge") == true, "\(report)")
    }

    @Test("each fault fails a scenario", arguments: Topic.Fault.allCases)
    func faults(fault: Topic.Fault) throws {
        let report = try suite(fault).run(stopsAtFailure: true)
        #expect(report.failed.count == 1, "\(report)")
    }
}
