/// A scenario with the lines that each run delivered in each step.
struct ScenarioReport: Sendable {
    /// The connection state of a client.
    enum ConnectionState: Sendable {
        case connected
        /// The back end does not respond.
        case held
        case disconnected
    }

    /// A step with the lines that it caused.
    struct Step: Sendable {
        /// The step; `nil` for the lines that are missing at the end of the scenario.
        let step: Scenario.Step?
        /// The client of the step; for the end of a subscription, the subscription's client.
        let client: String?
        /// The connections after the step, in the order of ``ScenarioReport/clients``.
        let connections: [ConnectionState]
        let rows: [Row]
    }

    /// A position in the sequence of a subscription, with the line that each run has there.
    struct Row: Sendable {
        let id: String
        /// The client of the subscription; `nil` for write completions.
        let client: String?
        /// The line that the scenario requires; `nil` if it requires no lines of this subscription.
        let expected: String?
        /// The lines in the order of ``ScenarioReport/runs``.
        let cells: [Cell]

        var isDifferent: Bool { cells.contains(where: \.isDifferent) }
    }

    /// The line of a run at a position.
    enum Cell: Sendable, Equatable {
        case line(String)
        case different(String)
        /// The run delivered no line at this position.
        case missing
        /// The run delivered the line in another step.
        case elsewhere
        /// The dialect does not report cancellations.
        case unreported

        var isDifferent: Bool {
            switch self {
            case .different, .missing: true
            case .line, .elsewhere, .unreported: false
            }
        }

        var text: String? {
            switch self {
            case .line(let line), .different(let line): line
            case .missing, .elsewhere, .unreported: nil
            }
        }
    }

    let scenario: Scenario
    let runs: [ScenarioRun]
    /// The clients, in the order in which the steps name them.
    let clients: [String]
    /// The first difference as text; `nil` if the scenario passed.
    let difference: String?
    let steps: [Step]

    /// Runs a scenario in all runs that it permits.
    init(_ scenario: Scenario, runs: [ScenarioRun]) {
        self.init(scenario, Conformance.outcomes(of: scenario, runs: runs))
    }

    /// Compares the outcomes of runs.
    init(_ scenario: Scenario, _ outcomes: [(run: ScenarioRun, outcome: ScenarioRun.Outcome)]) {
        // States are compared, but they are not event lines.
        let shown = outcomes.filter { !$0.run.speaker.hasDerivedLines }
        self.scenario = scenario
        self.runs = shown.map(\.run)
        difference = Conformance.firstDifference(in: scenario, outcomes)
        var clients: [String] = []
        for client in scenario.steps.compactMap(\.client) where !clients.contains(client) { clients.append(client) }
        self.clients = clients
        steps = Self.steps(of: scenario, clients, ReportTable(scenario, shown.map(\.outcome)))
    }

    /// The name without the rules at its end.
    var title: String { RuleReference.title(of: scenario.name) }

    /// The rules that the name cites.
    var rules: [RuleReference] { RuleReference.references(in: scenario.name) }

    private static func steps(of scenario: Scenario, _ clients: [String], _ table: ReportTable) -> [Step] {
        var connections = clients.map { _ in ConnectionState.connected }
        var owners: [String: String] = [:]
        var steps: [Step] = []
        for (index, step) in scenario.steps.enumerated() {
            var client = step.client
            if case .subscribe(let subscription) = step { owners[subscription.id] = subscription.client }
            if case .unsubscribe(let id) = step { client = owners[id] }
            if let place = clients.firstIndex(where: { $0 == client }) {
                connections[place].perform(step)
            }
            let rows = table.rows(ofStep: index, owners)
            steps.append(Step(step: step, client: client, connections: connections, rows: rows))
        }
        let missing = table.rows(ofStep: scenario.steps.count, owners)
        if !missing.isEmpty { steps.append(Step(step: nil, client: nil, connections: connections, rows: missing)) }
        return steps
    }
}

extension ScenarioReport.ConnectionState {
    fileprivate mutating func perform(_ step: Scenario.Step) {
        switch step {
        case .hold: if self == .connected { self = .held }
        case .release: if self == .held { self = .connected }
        case .disconnect: self = .disconnected
        // The client's next step begins a new client.
        case .end: self = .connected
        case .connect: if self == .disconnected { self = .connected }
        case .subscribe, .unsubscribe, .write, .authenticate, .rules, .advance: break
        }
    }
}
