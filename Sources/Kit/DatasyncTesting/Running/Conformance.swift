import DatasyncTree

/// A comparison of the lines that each dialect delivers for a scenario with the expected lines and with each other.
///
/// ```swift
/// for scenario in try ScenarioReader.scenarios(in: bytes, file: "my.json") {
///     if let difference = Conformance.firstDifference(in: scenario) { print(difference) }
/// }
/// ```
///
/// A run blocks the calling thread until all events are delivered on the run's serial queue.
public enum Conformance {
    /// The runs that prove a scenario: each dialect, mixed, mixed through text, sequences, states, once and live views.
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
    ///   - runs: The runs to compare; runs in a dialect that the scenario excludes are skipped.
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
            if let line = outcome.lineAfterCompletion(in: scenario) {
                return "\(scenario.file): \(scenario.name): \(run.description): \(line)"
            }
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
            // Compares the order across a client's subscriptions and the completions of its writes.
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

    /// Returns the result of the run whose events derived lines follow, if no run of the comparison has events.
    ///
    /// The async dialect gives it, unless the scenario excludes that.
    private static func reference(for scenario: Scenario) -> (run: ScenarioRun, outcome: ScenarioRun.Outcome) {
        let dialect = scenario.dialects.contains(.async) ? .async : scenario.dialects.first ?? .async
        let run = ScenarioRun(.dialect(dialect), throughText: false)
        return (run, run.outcome(of: scenario))
    }

    /// Returns the first difference between delivered states and the states that follow from the events of another run.
    private static func firstDifference(
        in scenario: Scenario, statesOf view: (run: ScenarioRun, outcome: ScenarioRun.Outcome),
        _ reference: (run: ScenarioRun, outcome: ScenarioRun.Outcome)
    ) -> String? {
        let names = ("after the events of \(reference.run)", view.run.description)
        // Returns the difference between two lists of lines, ignoring cancellations that one of the runs does not report.
        func difference(_ expected: [String], _ delivered: [String], of id: String, as name: String? = nil) -> String? {
            compare(
                view.outcome.comparable(expected, for: id),
                view.outcome.comparable(reference.outcome.comparable(delivered, for: id), for: id), named: names
            ).map { "\(scenario.file): \(scenario.name): \(name ?? id): \($0)" }
        }
        for (index, step) in scenario.steps.enumerated() {
            guard case .subscribe(let subscription) = step else { continue }
            let id = subscription.id
            let events = reference.outcome.entries.filter { $0.id == id }
            let delivered = view.outcome.lines[id, default: []]
            if view.run.speaker == .once {
                let once = subscription.once.id
                let first = view.outcome.lines[once, default: []]
                if let found = difference(events.prefix(1).map(\.line), first, of: id, as: once) { return found }
            }
            guard let fold = view.run.speaker.fold(of: subscription) else {
                // The listener added before a subscription may make more data known to it; its events then begin in
                // another order.
                if view.run.speaker != .once, let found = difference(events.map(\.line), delivered, of: id) {
                    return found
                }
                continue
            }
            let isLive = view.run.speaker != .states
            let states = { (entries: [ScenarioRun.Outcome.Entry]) in
                let states = view.outcome.comparable(fold.states(after: entries), for: id)
                return fold.comparable(isLive ? fold.changes(states) : states)
            }
            let response = scenario.stepOfResponse(toSubscriptionAt: index)
            let early = states(events.filter { $0.step < response }).count
            var mine = view.outcome.comparable(reference.outcome.comparable(delivered, for: id), for: id)
            if isLive { mine = fold.withoutStatuses(fold.withoutCachedValues(mine, comparedWith: states(events))) }
            mine = fold.comparable(mine)
            let theirs = fold.expected(states(events), for: mine, optional: early)
            if let difference = compare(theirs, mine, named: names) {
                return "\(scenario.file): \(scenario.name): \(id): \(difference)"
            }
        }
        return difference(
            reference.outcome.lines["writes", default: []], view.outcome.lines["writes", default: []], of: "writes")
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
