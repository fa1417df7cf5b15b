/// One run of a scenario: which dialect says the steps, and how messages travel.
public struct ScenarioRun: Sendable {
    /// Who says the steps.
    public enum Speaker: Sendable, Equatable {
        /// One dialect says everything.
        case dialect(Dialect)
        /// The dialects take turns, subscription by subscription and write by write, on the same applications.
        case mixed
    }

    let speaker: Speaker
    let goesThroughText: Bool

    /// Describes a run.
    ///
    /// - Parameters:
    ///   - speaker: Who says the steps.
    ///   - throughText: Whether messages go through the text that a network would carry.
    public init(_ speaker: Speaker, throughText: Bool) {
        self.speaker = speaker
        goesThroughText = throughText
    }

    /// Whether a scenario can be run so.
    func isPossible(for scenario: Scenario) -> Bool {
        if case .dialect(let dialect) = speaker { scenario.dialects.contains(dialect) } else { true }
    }

    /// What a run delivers.
    struct Outcome {
        /// The lines by subscription, as they were when the last step had been delivered.
        let lines: [String: [String]]
        let tellingOfCancellation: Set<String>

        /// The lines of a subscription as they compare with those of a run in which everybody tells of cancellations.
        func comparable(_ lines: [String], for id: String) -> [String] {
            tellingOfCancellation.contains(id) || id == "writes" ? lines : lines.filter { $0 != "cancelled" }
        }
    }

    /// Runs a scenario.
    func outcome(of scenario: Scenario) -> Outcome {
        let clients = ScenarioClients(scenario, self)
        for step in scenario.steps { clients.perform(step) }
        // Taken now: what ends with the stage itself is no part of the story.
        return Outcome(lines: clients.trace.lines, tellingOfCancellation: clients.tellingOfCancellation)
    }
}

extension ScenarioRun: CustomStringConvertible, CustomDebugStringConvertible {
    /// The dialects, mixed or alone, and the way of the messages.
    public var description: String {
        let name = if case .dialect(let dialect) = speaker { dialect.rawValue } else { "mixed" }
        return goesThroughText ? "\(name) through text" : name
    }

    /// The description after the name of the type.
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

    /// The description after the name of the type.
    public var debugDescription: String { "Speaker.\(description)" }
}
