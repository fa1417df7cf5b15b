/// A way to run a scenario: the dialect that performs the steps, and the form of the messages.
public struct ScenarioRun: Sendable {
    /// The dialects that perform the steps of a run.
    public enum Speaker: Sendable, Equatable {
        /// A single dialect performs all steps.
        case dialect(Dialect)
        /// The dialects alternate, subscription by subscription and write by write, on the same applications.
        case mixed
    }

    let speaker: Speaker
    let goesThroughText: Bool
    /// The carrier of the messages; `nil` for direct calls.
    let carrier: (any ScenarioCarrier)?
    let log: ScenarioLog
    /// The place at which a connection is dropped, for runs of the fault matrix.
    var fault: ConnectionFault?

    /// Creates a description of a run.
    ///
    /// - Parameters:
    ///   - speaker: The dialects that perform the steps.
    ///   - throughText: Whether messages are encoded to the text of the wire and decoded again.
    ///   - log: The log that the back end follows.
    public init(_ speaker: Speaker, throughText: Bool, log: ScenarioLog = .immediate) {
        self.log = log
        self.speaker = speaker
        goesThroughText = throughText
        carrier = nil
    }

    /// Creates a description of a run over a carrier.
    package init(_ speaker: Speaker, over carrier: any ScenarioCarrier) {
        self.speaker = speaker
        goesThroughText = false
        self.carrier = carrier
        log = .immediate
    }

    /// Returns the same run over another log.
    public func over(_ log: ScenarioLog) -> ScenarioRun { ScenarioRun(speaker, throughText: goesThroughText, log: log) }

    /// Whether the scenario permits this run.
    func isPossible(for scenario: Scenario) -> Bool {
        if case .dialect(let dialect) = speaker { scenario.dialects.contains(dialect) } else { true }
    }

    /// The result of a run.
    struct Outcome {
        /// The lines by subscription id, taken after the last step is delivered.
        let lines: [String: [String]]
        let reportingCancellation: Set<String>

        /// Returns lines without cancellations, unless the driver of the subscription reports these.
        ///
        /// Used to compare runs of dialects that report cancellations with runs of one that does not.
        func comparable(_ lines: [String], for id: String) -> [String] {
            reportingCancellation.contains(id) || id == "writes" ? lines : lines.filter { $0 != "cancelled" }
        }
    }

    /// Runs a scenario.
    func outcome(of scenario: Scenario) -> Outcome {
        let clients = ScenarioClients(scenario, self)
        for step in scenario.steps { clients.perform(step) }
        defer { carrier?.finish() }
        // Taken before `clients` is released: events that the release causes do not belong to the scenario.
        var lines = clients.trace.lines
        if !clients.failures.isEmpty { lines["log"] = clients.failures }
        return Outcome(lines: lines, reportingCancellation: clients.reportingCancellation)
    }
}

extension ScenarioRun: CustomStringConvertible, CustomDebugStringConvertible {
    /// The dialect, or `mixed`, and whether messages pass through text.
    public var description: String {
        let name = if case .dialect(let dialect) = speaker { dialect.rawValue } else { "mixed" }
        if let carrier { return "\(name) over \(carrier.name)" }
        return name + (goesThroughText ? " through text" : "") + (log == .immediate ? "" : " over \(log.rawValue)")
    }

    /// The description, preceded by the name of the type.
    public var debugDescription: String { "ScenarioRun(\(description))" }
}

extension ScenarioRun.Speaker: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with its dialect.
    public var description: String {
        switch self {
        case .dialect(let dialect): "dialect(\(dialect))"
        case .mixed: "mixed"
        }
    }

    /// The description, preceded by the name of the type.
    public var debugDescription: String { "Speaker.\(description)" }
}
