import DatasyncTree

/// Runs scenarios in every dialect and compares the delivered lines with the expected ones and with each other.
///
/// ```swift
/// for scenario in try ScenarioReader.scenarios(in: bytes, file: "my.json") {
///     if let difference = Conformance.firstDifference(in: scenario) { print(difference) }
/// }
/// ```
///
/// A run blocks the calling thread until all events are delivered on the run's serial queue.
public enum Conformance {
    /// The runs that prove a scenario: each dialect alone, all mixed, mixed through the text of the wire, and sequences.
    public static let allRuns: [ScenarioRun] =
        Dialect.allCases.map { ScenarioRun(.dialect($0), throughText: false) } + [
            ScenarioRun(.mixed, throughText: false), ScenarioRun(.mixed, throughText: true),
            ScenarioRun(.sequences, throughText: false), ScenarioRun(.typedSequences, throughText: false),
            ScenarioRun(.states, throughText: false), ScenarioRun(.once, throughText: false),
        ] + Dialect.allCases.map { ScenarioRun(.liveViews($0), throughText: false) }

    /// Runs a scenario and returns the first difference.
    ///
    /// - Parameters:
    ///   - scenario: The scenario to run.
    ///   - runs: The runs to compare; those in a dialect that the scenario excludes are skipped.
    /// - Returns: The first difference, with both traces side by side; `nil` if all traces agree.
    public static func firstDifference(in scenario: Scenario, runs: [ScenarioRun] = allRuns) -> String? {
        firstDifference(in: scenario, outcomes(of: scenario, runs: runs))
    }

    /// Returns the result of each run that the scenario permits.
    static func outcomes(
        of scenario: Scenario, runs: [ScenarioRun]
    ) -> [(run: ScenarioRun, outcome: ScenarioRun.Outcome)] {
        runs.filter { $0.isPossible(for: scenario) }.map { ($0, $0.outcome(of: scenario)) }
    }

    /// Returns the first difference between the results of runs, or between one of them and the expected lines.
    static func firstDifference(
        in scenario: Scenario, _ outcomes: [(run: ScenarioRun, outcome: ScenarioRun.Outcome)]
    ) -> String? {
        var first: (run: ScenarioRun, outcome: ScenarioRun.Outcome)?
        var firstView: (run: ScenarioRun, outcome: ScenarioRun.Outcome)?
        for (run, outcome) in outcomes {
            if run.speaker.hasDerivedLines {
                let reference = first ?? Self.reference(for: scenario)
                if let difference = firstDifference(in: scenario, statesOf: (run, outcome), reference) {
                    return difference
                }
                guard case .liveViews = run.speaker else { continue }
                if let firstView, let difference = firstDifference(in: scenario, firstView, (run, outcome)) {
                    return difference
                }
                firstView = firstView ?? (run, outcome)
                continue
            }
            for (id, lines) in scenario.expected where id != Trace.requests || outcome.sendsSameRequests {
                let expected = outcome.comparable(lines, for: id)
                let delivered = outcome.comparable(outcome.lines[id, default: []], for: id)
                if let difference = compare(expected, delivered, named: ("expected", run.description)) {
                    return "\(scenario.file): \(scenario.name): \(run.description): \(id): \(difference)"
                }
            }
            for (client, lines) in scenario.interleaved where outcome.ordersSubscriptions {
                let expected = outcome.comparable(interleaved: lines)
                if let difference = compare(
                    expected, outcome.interleaved(of: client), named: ("expected", run.description))
                {
                    return "\(scenario.file): \(scenario.name): \(run.description): client \(client): \(difference)"
                }
            }
            guard let first else {
                first = (run, outcome)
                continue
            }
            if let difference = firstDifference(in: scenario, first, (run, outcome)) { return difference }
            // The order across the subscriptions of a client, with the completions of its writes.
            guard first.outcome.ordersSubscriptions && outcome.ordersSubscriptions else { continue }
            for client in Set(outcome.entries.map(\.client)).sorted() {
                let theirs = outcome.comparable(
                    interleaved: first.outcome.comparable(interleaved: first.outcome.interleaved(of: client)))
                let mine = first.outcome.comparable(
                    interleaved: outcome.comparable(interleaved: outcome.interleaved(of: client)))
                if let difference = compare(theirs, mine, named: (first.run.description, run.description)) {
                    return "\(scenario.file): \(scenario.name): client \(client): \(difference)"
                }
            }
        }
        return nil
    }

    /// Returns the first difference between the lines of two runs.
    private static func firstDifference(
        in scenario: Scenario, _ first: (run: ScenarioRun, outcome: ScenarioRun.Outcome),
        _ other: (run: ScenarioRun, outcome: ScenarioRun.Outcome)
    ) -> String? {
        let comparesRequests = first.outcome.sendsSameRequests && other.outcome.sendsSameRequests
        for id in Set(first.outcome.lines.keys).union(other.outcome.lines.keys).sorted() where id != Trace.results {
            if id == Trace.requests, !comparesRequests { continue }
            let theirs = other.outcome.comparable(
                first.outcome.comparable(first.outcome.lines[id, default: []], for: id), for: id)
            let mine = first.outcome.comparable(
                other.outcome.comparable(other.outcome.lines[id, default: []], for: id), for: id)
            if let difference = compare(theirs, mine, named: (first.run.description, other.run.description)) {
                return "\(scenario.file): \(scenario.name): \(id): \(difference)"
            }
        }
        return nil
    }

    private static func reference(for scenario: Scenario) -> (run: ScenarioRun, outcome: ScenarioRun.Outcome) {
        let run = ScenarioRun(.dialect(.async), throughText: false)
        return (run, run.outcome(of: scenario))
    }

    /// Returns the first difference between delivered states and those that the events of another run result in.
    private static func firstDifference(
        in scenario: Scenario, statesOf view: (run: ScenarioRun, outcome: ScenarioRun.Outcome),
        _ reference: (run: ScenarioRun, outcome: ScenarioRun.Outcome)
    ) -> String? {
        var unanswered: Set<String> = []
        for step in scenario.steps {
            switch step {
            case .hold(let client), .disconnect(let client): unanswered.insert(client)
            case .release(let client), .connect(let client), .end(let client): unanswered.remove(client)
            case .subscribe(let subscription):
                let isOnce = view.run.speaker == .once
                let id = subscription.id
                let events = reference.outcome.entries.filter { $0.id == id }
                let fold = view.run.speaker.fold(of: subscription)
                let derived = isOnce ? Array(events.prefix(1).map(\.line)) : fold?.states(after: events)
                var theirs = view.outcome.comparable(derived ?? events.map(\.line), for: id)
                var mine = view.outcome.comparable(
                    reference.outcome.comparable(
                        view.outcome.lines[isOnce ? subscription.once.id : id, default: []], for: id), for: id)
                if let fold {
                    mine = fold.comparable(fold.withoutCachedValues(mine, comparedWith: theirs))
                    theirs = fold.expected(
                        fold.comparable(theirs), for: mine, isAnswered: !unanswered.contains(subscription.client))
                }
                let names = ("after the events of \(reference.run)", view.run.description)
                if let difference = compare(theirs, mine, named: names) {
                    return "\(scenario.file): \(scenario.name): \(id): \(difference)"
                }
            case .unsubscribe, .write, .authenticate, .rules, .advance: break
            }
        }
        return nil
    }

    /// Returns all lines that a run delivers, as text.
    public static func text(of scenario: Scenario, run: ScenarioRun) -> String {
        let lines = run.outcome(of: scenario).lines
        return lines.keys.sorted().map { id in
            ([id + ":"] + lines[id, default: []].map { "  " + $0 }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func compare(_ left: [String], _ right: [String], named names: (String, String)) -> String? {
        guard let index = (0..<max(left.count, right.count)).first(where: { !isSame(left, right, at: $0) }) else {
            return nil
        }
        let width = max(names.0.count, left.map(\.count).max() ?? 0)
        var table = ["  " + names.0.padded(to: width) + " | " + names.1]
        for row in 0..<max(left.count, right.count) {
            let mark = row == index ? "> " : "  "
            let mine = row < left.count ? left[row] : ""
            table.append(mark + mine.padded(to: width) + " | " + (row < right.count ? right[row] : ""))
        }
        let (mine, theirs) = (
            left.indices.contains(index) ? left[index] : "nothing",
            right.indices.contains(index) ? right[index] : "nothing"
        )
        let first = "line \(index + 1) differs: \(names.0) \"\(mine)\", \(names.1) \"\(theirs)\""
        return ([first] + table.map { "    " + $0 }).joined(separator: "\n")
    }

    private static func isSame(_ left: [String], _ right: [String], at index: Int) -> Bool {
        index < left.count && index < right.count && left[index].hasSameBytes(as: right[index])
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
