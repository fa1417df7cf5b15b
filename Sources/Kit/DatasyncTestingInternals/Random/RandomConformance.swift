package import DatasyncTesting

/// A comparison of the dialects with each other and with a naive model, using generated scenarios.
///
/// ```swift
/// let report = RandomConformance.report(seed: 1, indices: 0..<1000)
/// for failure in report.failures { print(failure) }
/// ```
package enum RandomConformance {
    /// The result of a series.
    package struct Report: Sendable {
        /// The number of scenarios that passed.
        package var passed = 0
        /// The first difference and the shrunk scenario of each failure.
        package var failures: [String] = []
        /// The shrunk scenario of each failure, as the text of a file that ``ScenarioReader`` reads.
        package var files: [String] = []
        /// The number of subscriptions in all scenarios.
        package var subscriptions = 0
        /// The number of subscriptions whose lines the model predicts completely.
        package var predicted = 0
    }

    /// Runs a part of a series.
    ///
    /// - Parameters:
    ///   - seed: The seed of the series; equal seeds generate equal series.
    ///   - indices: The indices of the scenarios to run.
    ///   - runs: The runs of each scenario; it fails at the first difference between any two. Of the runs with live
    ///     views, each scenario uses one, in turn.
    /// - Returns: The result of the part.
    package static func report(seed: UInt64, indices: Range<Int>, runs: [ScenarioRun] = Conformance.allRuns) -> Report {
        var report = Report()
        for index in indices {
            let scenario = ScenarioGenerator.scenario(seed: seed, index: index)
            let prediction = NaiveModel.prediction(of: scenario)
            report.subscriptions += prediction.lines.count - 1
            report.predicted += prediction.lines.keys.count { $0 != "writes" && !prediction.isOpen.contains($0) }
            let runs = Self.runs(runs, at: index)
            guard firstDifference(in: scenario, prediction, runs) != nil else {
                report.passed += 1
                continue
            }
            let shrunk = Shrinker.shrunk(scenario) { firstDifference(in: $0, nil, runs) != nil }
            let difference = firstDifference(in: shrunk, nil, runs) ?? "the difference comes and goes"
            report.failures.append("seed \(seed), index \(index): \(difference)\n\(shrunk.fileText)")
            report.files.append(shrunk.fileText)
        }
        return report
    }

    /// Returns the runs of a scenario, with live views in one dialect only; these are compared with the dialect's events.
    private static func runs(_ runs: [ScenarioRun], at index: Int) -> [ScenarioRun] {
        let dialect = Dialect.allCases[index % Dialect.allCases.count]
        return runs.filter { run in
            if case .liveViews(let other) = run.speaker { other == dialect } else { true }
        }
    }

    /// Returns the first difference between the dialects, or between the dialects and the model.
    static func firstDifference(
        in scenario: Scenario, _ prediction: NaiveModel.Prediction? = nil, _ runs: [ScenarioRun] = Conformance.allRuns
    ) -> String? {
        let prediction = prediction ?? NaiveModel.prediction(of: scenario)
        let whole = prediction.lines.filter { !prediction.isOpen.contains($0.key) }.sorted { $0.key < $1.key }
        let expecting = copy(of: scenario, with: \.expected, whole.map { ($0.key, $0.value) })
        if let difference = Conformance.firstDifference(in: expecting, runs: runs) { return difference }
        if let difference = finalDifference(in: scenario, runs) { return difference }
        return firstImpossibility(in: scenario, prediction, runs)
    }

    /// Returns the difference in the final data, including priorities, which the lines do not show.
    private static func finalDifference(in scenario: Scenario, _ runs: [ScenarioRun]) -> String? {
        guard let expected = NaiveModel.final(of: scenario, nil),
            let run = runs.first(where: { $0.isPossible(for: scenario) }),
            let difference = FaultMatrix.difference(of: run.finalState(of: scenario), from: expected)
        else { return nil }
        return "\(scenario.name): \(run.description): the final state: \(difference)"
    }

    /// Returns the first line that contradicts the predicted beginning or that no state permits.
    private static func firstImpossibility(
        in scenario: Scenario, _ prediction: NaiveModel.Prediction, _ runs: [ScenarioRun]
    ) -> String? {
        guard !prediction.isOpen.isEmpty, let run = runs.first(where: { $0.isPossible(for: scenario) }) else {
            return nil
        }
        let outcome = run.outcome(of: scenario)
        for id in prediction.isOpen.sorted() {
            let beginning = outcome.comparable(prediction.lines[id, default: []], for: id)
            let delivered = outcome.comparable(outcome.lines[id, default: []], for: id)
            var problem: String?
            if !delivered.starts(with: beginning) {
                problem = "the model expects these lines first:\n" + beginning.joined(separator: "\n")
            }
            for case .subscribe(let subscription) in scenario.steps where subscription.id == id {
                let impossible = TraceAudit.problem(
                    in: delivered, of: subscription, endingWith: prediction.finals[id],
                    hasPriorities: scenario.usesOrders)
                problem = problem ?? impossible
            }
            if let problem {
                let lines = delivered.joined(separator: "\n")
                return "\(scenario.name): \(run.description): \(id): \(problem)\nDelivered were:\n\(lines)"
            }
        }
        return nil
    }
}

extension RandomConformance.Report: CustomStringConvertible {
    /// The numbers of scenarios and subscriptions.
    package var description: String {
        "Report(\(passed) passed, \(failures.count) failed, \(predicted) of \(subscriptions) subscriptions predicted)"
    }
}

extension Scenario {
    /// Whether the scenario has priorities or subscriptions in an order other than key order.
    fileprivate var usesOrders: Bool {
        if fileText.contains(".priority") { return true }
        return steps.contains { step in
            guard case .subscribe(let subscription) = step, case .ordered = subscription.window else { return false }
            return true
        }
    }
}
