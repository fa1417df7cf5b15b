import DatasyncBackend
package import DatasyncTesting
import DatasyncTree

/// A test of a scenario that drops the connection at each message, one per run, and compares the final states.
///
/// ```swift
/// if let difference = FaultMatrix.firstDifference(in: scenario) { print(difference) }
/// ```
///
/// The matrix checks that nothing is lost, applied twice or completed twice. With ``Fault/restart``, the client ends at
/// the message without another call, and a new client begins over its offline store:
///
/// | scenario | data at the end | results of all writes |
/// | --- | --- | --- |
/// | without on-disconnect writes | as in the undisturbed run | as in the undisturbed run |
/// | with on-disconnect writes, which a drop executes | as in a naive model with the same drop | as in that model |
/// | with a restart; no on-disconnect writes or transactions | as in the undisturbed run | only results of that run |
///
/// The model repeats the drop after the same number of executed writes and with the same responses lost. Events may
/// repeat or be missing, as a client that reconnects sees only the current data.
package enum FaultMatrix {
    /// The fault at a message.
    package enum Fault: String, Sendable {
        /// The connection is dropped, and the client reconnects at once.
        case drop
        /// The client ends and begins again with its pending writes and its user. Its subscriptions are gone.
        case restart
    }

    /// Whether the matrix applies to a scenario.
    ///
    /// With on-disconnect writes, a drop needs a prediction of the model, which has none for transactions and for rules
    /// with expressions. A restart loses on-disconnect writes and transactions, as neither outlives a process. Two
    /// more cases are excluded. If the time advances so far that the back end forgets a client, a write whose response
    /// was lost has an unknown outcome. If a transaction aborts on the value of another client, a reconnect runs its
    /// function again, on the value at that time.
    package static func applies(to scenario: Scenario, _ fault: Fault = .drop) -> Bool {
        if scenario.outlivesWriteNumbers || scenario.hasAbortByOthers { return false }
        switch fault {
        case .drop: return !scenario.writesOnDisconnect || NaiveModel.final(of: scenario, nil) != nil
        case .restart: return !scenario.writesOnDisconnect && !scenario.hasTransactions
        }
    }

    /// Runs a scenario once per fault and returns the first difference.
    ///
    /// - Parameters:
    ///   - scenario: The scenario to run.
    ///   - kind: The fault at each message.
    ///   - log: The log that the back end follows.
    ///   - isIncluded: Whether to try a fault; by default, all faults are tried.
    /// - Returns: The number of compared faults, and the first difference; `nil` if all final states agree.
    package static func firstDifference(
        in scenario: Scenario, _ kind: Fault = .drop, log: BackendLog = .immediate,
        where isIncluded: (ConnectionFault) -> Bool = { _ in true }
    ) -> (faults: Int, difference: String?) {
        guard applies(to: scenario, kind), let dialect = scenario.dialects.first else { return (0, nil) }
        let run = ScenarioRun(.dialect(dialect), throughText: false).over(log)
        let undisturbed = run.finalState(of: scenario, FaultInjector(nil, hasStores: kind == .restart))
        if scenario.writesOnDisconnect,
            let difference = difference(of: undisturbed, from: NaiveModel.final(of: scenario, nil))
        {
            return (0, "\(scenario.name): undisturbed: \(difference)")
        }
        var faults = 0
        for message in 0..<undisturbed.messages {
            for losesMessage in [true, false] {
                let fault = ConnectionFault(
                    message: message, losesMessage: losesMessage, endsClient: kind == .restart)
                guard isIncluded(fault) else { continue }
                let state = run.finalState(of: scenario, FaultInjector(fault, hasStores: kind == .restart))
                let expected =
                    if scenario.writesOnDisconnect {
                        NaiveModel.final(of: scenario, state.drop)
                    } else {
                        NaiveModel.Final(
                            data: undisturbed.data,
                            writes: kind == .restart ? state.known(to: undisturbed) : undisturbed.writes,
                            hasDropped: true)
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

    /// Returns the difference between a state and the predicted one; `nil` if they are equal or without a prediction.
    static func difference(of state: ScenarioRun.FinalState, from expected: NaiveModel.Final?) -> String? {
        guard let expected else { return nil }
        if !expected.hasDropped { return "the model did not reach the drop" }
        if state.data != expected.data {
            // Includes the priorities, which may be the only difference in the data.
            return "\(state.data.exportJSON.text) instead of \(expected.data.exportJSON.text)"
        }
        return state.writes == expected.writes ? nil : "\(state.writes) instead of \(expected.writes)"
    }
}

extension Scenario {
    /// Whether a write is a transaction.
    fileprivate var hasTransactions: Bool {
        steps.contains { step in
            if case .write(let write) = step, case .transaction = write.kind { true } else { false }
        }
    }

    /// Whether a transaction, which adds to a number, aborts on a value that another client sets at its path.
    fileprivate var hasAbortByOthers: Bool {
        let writes = steps.compactMap { step in if case .write(let write) = step { write } else { nil } }
        return writes.contains { adding in
            guard case .transaction(.add) = adding.kind else { return false }
            return writes.contains { other in
                guard case .set(let json) = other.kind, other.client != adding.client else { return false }
                return other.path == adding.path && json.number == nil && !json.isNull
            }
        }
    }

    /// Whether the time advances further than a back end remembers a client without writes.
    fileprivate var outlivesWriteNumbers: Bool {
        let advances = steps.map { if case .advance(let milliseconds) = $0 { milliseconds } else { 0.0 } }
        return advances.reduce(0, +) > DatabaseState.retention
    }

    /// Whether a write runs at the end of a connection.
    fileprivate var writesOnDisconnect: Bool {
        steps.contains { step in
            if case .write(let write) = step, case .onDisconnect = write.kind { true } else { false }
        }
    }
}

extension ScenarioRun {
    /// The state after a run: the data, the sorted results of writes, the number of messages, and the drop.
    struct FinalState {
        let data: Node
        let writes: [String]
        let messages: Int
        let drop: ConnectionDrop?

        /// Returns the results that another run has too, as often as the other run has them.
        ///
        /// A client that has ended completes nothing more.
        func known(to other: FinalState) -> [String] {
            var left = other.writes
            return writes.filter { result in
                guard let index = left.firstIndex(of: result) else { return false }
                left.remove(at: index)
                return true
            }
        }
    }

    /// Runs a scenario, with a fault if there is an injector.
    func finalState(of scenario: Scenario, _ injector: FaultInjector? = nil) -> FinalState {
        let clients = ScenarioClients(scenario, self)
        injector?.attach(to: clients)
        for step in scenario.steps {
            injector?.begin(step)
            clients.perform(step)
            while let client = injector?.takeEnded() { clients.restart(client) }
        }
        var results = clients.trace.entries.filter { $0.id == "writes" || $0.id == "log" }.map(\.line).sorted()
        // An ended client's object completes its operations on release; a process that has ended would not.
        if injector?.fault?.endsClient == true { results.removeAll { $0.hasSuffix(" released") } }
        return FinalState(data: clients.data, writes: results, messages: injector?.count ?? 0, drop: injector?.drop)
    }
}
