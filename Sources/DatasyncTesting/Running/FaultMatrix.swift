import DatasyncTree

/// Runs a scenario with the connection dropped at each single message, and compares the final states.
///
/// ```swift
/// if let difference = FaultMatrix.firstDifference(in: scenario) { print(difference) }
/// ```
///
/// The data at the end and the results of all writes must equal those of the undisturbed run: nothing is lost, applied twice
/// or completed twice. Events may repeat or be missing, as a client that reconnects sees only the present data.
public enum FaultMatrix {
    /// Whether the matrix applies: on-disconnect writes change the data whenever a connection ends.
    public static func applies(to scenario: Scenario) -> Bool {
        !scenario.steps.contains { step in
            if case .write(let write) = step, case .onDisconnect = write.kind { true } else { false }
        }
    }

    /// Runs a scenario once per fault and returns the first difference.
    ///
    /// - Parameters:
    ///   - scenario: The scenario to run.
    ///   - log: The log that the back end follows.
    ///   - isIncluded: Whether a fault is tried; by default all are.
    /// - Returns: The number of faults, and the first difference; `nil` if all final states agree.
    public static func firstDifference(
        in scenario: Scenario, log: ScenarioLog = .immediate,
        where isIncluded: (ConnectionFault) -> Bool = { _ in true }
    ) -> (faults: Int, difference: String?) {
        guard applies(to: scenario), let dialect = scenario.dialects.first else { return (0, nil) }
        var run = ScenarioRun(.dialect(dialect), throughText: false, log: log)
        let expected = run.finalState(of: scenario)
        var faults = 0
        for message in 0..<expected.messages {
            for losesMessage in [true, false] {
                let fault = ConnectionFault(message: message, losesMessage: losesMessage)
                guard isIncluded(fault) else { continue }
                faults += 1
                run.fault = fault
                let state = run.finalState(of: scenario)
                if state.data != expected.data {
                    let text = "\(scenario.name): \(fault): \(state.data.text) instead of \(expected.data.text)"
                    return (faults, text)
                }
                if state.writes != expected.writes {
                    return (faults, "\(scenario.name): \(fault): \(state.writes) instead of \(expected.writes)")
                }
            }
        }
        return (faults, nil)
    }
}

extension ScenarioRun {
    /// The state after a run: the data, the sorted results of writes and the number of messages.
    fileprivate func finalState(of scenario: Scenario) -> (data: Node, writes: [String], messages: Int) {
        let clients = ScenarioClients(scenario, self)
        for step in scenario.steps { clients.perform(step) }
        return (clients.data, clients.trace.lines["writes", default: []].sorted(), clients.messageCount)
    }
}
