import DatasyncTree

/// The lines of all runs of a scenario, arranged by position in the sequences of the subscriptions.
struct ReportTable {
    /// A position in a subscription's sequence; cancellations are counted separately, as not all dialects report them.
    private struct Position: Hashable {
        let id: String
        let isCancellation: Bool
        let index: Int
    }

    private let outcomes: [ScenarioRun.Outcome]
    private let expected: [Position: String]
    /// The subscriptions whose lines the scenario requires.
    private let required: Set<String>
    /// For each run, the line and step of each position.
    private let lines: [[Position: (line: String, step: Int)]]
    /// The positions in each step, in the order of delivery; the last step holds those that no run reached.
    private let positions: [[Position]]

    init(_ scenario: Scenario, _ outcomes: [ScenarioRun.Outcome]) {
        self.outcomes = outcomes
        required = Set(scenario.expected.map(\.id))
        var expected: [Position: String] = [:]
        for (id, lines) in scenario.expected where !Trace.separate.contains(id) {
            for (position, line) in Self.numbered(lines.map { (id, $0) }) { expected[position] = line }
        }
        self.expected = expected
        var positions = [[Position]](repeating: [], count: scenario.steps.count + 1)
        var all: [[Position: (line: String, step: Int)]] = []
        for outcome in outcomes {
            var lines: [Position: (line: String, step: Int)] = [:]
            let entries = outcome.entries.filter { !Trace.separate.contains($0.id) }
            let numbered = Self.numbered(entries.map { ($0.id, $0.line) })
            for ((position, line), entry) in zip(numbered, entries) {
                lines[position] = (line, entry.step)
                if !positions[entry.step].contains(position) { positions[entry.step].append(position) }
            }
            all.append(lines)
        }
        lines = all
        let unreached = expected.keys.filter { position in !all.contains { $0[position] != nil } }
        positions[scenario.steps.count] += unreached.sorted { ($0.id, $0.index) < ($1.id, $1.index) }
        self.positions = positions
    }

    /// Returns the rows of a step.
    ///
    /// - Parameters:
    ///   - step: The index of the step.
    ///   - owners: The client of each subscription.
    /// - Returns: The rows, in the order of delivery.
    func rows(ofStep step: Int, _ owners: [String: String]) -> [ScenarioReport.Row] {
        positions[step].compactMap { position in
            let cells = outcomes.indices.map { cell(of: $0, at: position, step) }
            // No dialect of the runs reports the cancellation that the scenario requires.
            if cells.allSatisfy({ $0 == .unreported }) { return nil }
            return ScenarioReport.Row(
                id: position.id, client: owners[position.id], expected: expected[position], cells: cells)
        }
    }

    private func cell(of run: Int, at position: Position, _ step: Int) -> ScenarioReport.Cell {
        guard let (line, itsStep) = lines[run][position] else {
            let isReported = !position.isCancellation || outcomes[run].reportingCancellation.contains(position.id)
            return isReported ? .missing : .unreported
        }
        if itsStep != step { return .elsewhere }
        let reference = required.contains(position.id) ? expected[position] : lines.first?[position]?.line
        // Without a line of the first run, a cancellation that this run does not report is no difference.
        if reference == nil, position.isCancellation, !required.contains(position.id) { return .line(line) }
        return reference?.hasSameBytes(as: line) == true ? .line(line) : .different(line)
    }

    private static func numbered(_ lines: [(id: String, line: String)]) -> [(position: Position, line: String)] {
        var counts: [Position: Int] = [:]
        return lines.map { id, line in
            let isCancellation = line == "cancelled"
            let count = counts[Position(id: id, isCancellation: isCancellation, index: 0), default: 0]
            counts[Position(id: id, isCancellation: isCancellation, index: 0)] = count + 1
            return (Position(id: id, isCancellation: isCancellation, index: count), line)
        }
    }
}
