import DatasyncTree
import Foundation
import TestSupport
import Testing

@testable import DatasyncTesting
@testable import DatasyncTestingInternals

/// Tests with random scenarios: all dialects agree with each other and with the naive model.
///
/// Set `DATASYNC_SEED` for another series.
struct RandomConformanceTests {
    static let seed = ProcessInfo.processInfo.environment["DATASYNC_SEED"].flatMap(UInt64.init) ?? 20_261

    /// The stage `random` of the gate runs thousands of them in an optimised build.
    private static let count = LongForm.count(100, long: 300)

    @Test("random scenarios give no difference between dialects or to the model")
    func scenariosByChanceShowNoDifference() {
        let report = RandomConformance.report(seed: Self.seed, indices: 0..<Self.count)
        let failures = report.failures.joined(separator: "\n")
        #expect(report.failures.isEmpty, "DATASYNC_SEED=\(Self.seed)\n\(failures)")
        #expect(report.passed + report.failures.count == Self.count)
    }

    @Test("the model predicts all events of at least three subscriptions in four")
    func modelPredictsMostSubscriptions() {
        let predictions = (0..<1000).map { index in
            NaiveModel.prediction(of: ScenarioGenerator.scenario(seed: Self.seed, index: index))
        }
        let all = predictions.map { $0.lines.count - 1 }.reduce(0, +)
        let open = predictions.map { $0.isOpen.subtracting(["writes"]).count }.reduce(0, +)
        #expect((all - open) * 4 >= all * 3, "DATASYNC_SEED=\(Self.seed): \(open) of \(all) are open")
    }

    @Test("a wrong last line in a prediction is a difference")
    func wrongLineIsFound() {
        var changed = 0
        let run = ScenarioRun(.dialect(.callback), throughText: false)
        for index in 0..<60 {
            let scenario = ScenarioGenerator.scenario(seed: 7, index: index)
            let right = NaiveModel.prediction(of: scenario)
            for (id, lines) in right.lines {
                guard let last = lines.last else { continue }
                var wrong = right
                wrong.lines[id] = lines.dropLast() + [last + "!"]
                changed += 1
                #expect(
                    RandomConformance.firstDifference(in: scenario, wrong, [run]) != nil,
                    "index \(index), \(id): \(last)")
            }
        }
        #expect(changed > 100)
    }
}
