import DatasyncTree

/// Runs a scenario with the connection dropped at each single message, and compares the final states.
///
/// ```swift
/// if let difference = FaultMatrix.firstDifference(in: scenario) { print(difference) }
/// ```
///
/// Nothing is lost, applied twice or completed twice:
///
/// | scenario | data at the end | results of all writes |
/// | --- | --- | --- |
/// | without on-disconnect writes | as in the undisturbed run | as in the undisturbed run |
/// | with on-disconnect writes, which a drop executes | as in a naive model with the same drop | as in that model |
///
/// The model repeats the drop after the same number of executed writes and with the same responses lost. Events may repeat
/// or be missing, as a client that reconnects sees only the present data.
public enum FaultMatrix {
    /// Whether the matrix applies to a scenario.
    ///
    /// With on-disconnect writes, it needs a prediction of the model, which has none for rules with expressions and for
    /// transactions.
    public static func applies(to scenario: Scenario) -> Bool {
        !scenario.writesOnDisconnect || NaiveModel.final(of: scenario, nil) != nil
    }

    /// Runs a scenario once per fault and returns the first difference.
    ///
    /// - Parameters:
    ///   - scenario: The scenario to run.
    ///   - log: The log that the back end follows.
    ///   - isIncluded: Whether a fault is tried; by default all are.
    /// - Returns: The number of compared faults, and the first difference; `nil` if all final states agree.
    public static func firstDifference(
        in scenario: Scenario, log: ScenarioLog = .immediate,
        where isIncluded: (ConnectionFault) -> Bool = { _ in true }
    ) -> (faults: Int, difference: String?) {
        guard applies(to: scenario), let dialect = scenario.dialects.first else { return (0, nil) }
        var run = ScenarioRun(.dialect(dialect), throughText: false, log: log)
        let undisturbed = run.finalState(of: scenario)
        if scenario.writesOnDisconnect,
            let difference = difference(of: undisturbed, from: NaiveModel.final(of: scenario, nil))
        {
            return (0, "\(scenario.name): undisturbed: \(difference)")
        }
        var faults = 0
        for message in 0..<undisturbed.messages {
            for losesMessage in [true, false] {
                let fault = ConnectionFault(message: message, losesMessage: losesMessage)
                guard isIncluded(fault) else { continue }
                run.fault = fault
                let state = run.finalState(of: scenario)
                let expected =
                    if scenario.writesOnDisconnect {
                        NaiveModel.final(of: scenario, state.drop)
                    } else {
                        NaiveModel.Final(data: undisturbed.data, writes: undisturbed.writes, hasDropped: true)
                    }
                guard let expected else { continue }
                faults += 1
                if let difference = difference(of: state, from: expected) {
                    return (faults, "\(scenario.name): \(fault): \(difference)")
                }
            }
        }
        return (faults, nil)
    }

    private static func difference(of state: ScenarioRun.FinalState, from expected: NaiveModel.Final?) -> String? {
        guard let expected else { return nil }
        if !expected.hasDropped { return "the model did not reach the drop" }
        if state.data != expected.data { return "\(state.data.text) instead of \(expected.data.text)" }
        return state.writes == expected.writes ? nil : "\(state.writes) instead of \(expected.writes)"
    }
}

extension Scenario {
    /// Whether a write waits for the end of a connection.
    fileprivate var writesOnDisconnect: Bool {
        steps.contains { step in
            if case .write(let write) = step, case .onDisconnect = write.kind { true } else { false }
        }
    }
}

extension ScenarioRun {
    /// The state after a run: the data, the sorted results of writes, the number of messages, and the drop.
    fileprivate struct FinalState {
        let data: Node
        let writes: [String]
        let messages: Int
        let drop: ConnectionDrop?
    }

    /// Runs a scenario.
    fileprivate func finalState(of scenario: Scenario) -> FinalState {
        let clients = ScenarioClients(scenario, self)
        for step in scenario.steps { clients.perform(step) }
        let results = clients.trace.entries.filter { $0.id == "writes" || $0.id == "log" }.map(\.line).sorted()
        return FinalState(data: clients.data, writes: results, messages: clients.messageCount, drop: clients.drop)
    }
}
