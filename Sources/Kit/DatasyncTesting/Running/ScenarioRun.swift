/// A way to run a scenario: the dialect that performs the steps, and the form of the messages.
public struct ScenarioRun: Sendable {
    /// The dialects that perform the steps of a run.
    public enum Speaker: Sendable, Equatable {
        /// A single dialect performs all steps.
        case dialect(Dialect)
        /// The dialects alternate, subscription by subscription and write by write, on the same applications.
        case mixed
        /// The async dialect, with a loop over a sequence of events for each subscription.
        case sequences
        /// The async dialect, with a loop over typed events for each subscription whose events have a type.
        case typedSequences
        /// The async dialect, with loops over decoded values and lists of children where these follow from the events.
        case states
        /// One dialect, with a live object, live collection or items for each subscription whose events they follow.
        case liveViews(Dialect)
        /// The legacy dialect, with a listener for one event before each subscription.
        case once

        /// Whether the lines of a client's subscriptions have one order.
        ///
        /// Each loop takes only the events of its own sequence, so there is no order across sequences.
        var ordersSubscriptions: Bool {
            switch self {
            case .dialect, .mixed: true
            case .sequences, .typedSequences, .states, .liveViews, .once: false
            }
        }

        /// Whether a run has the same subscriptions as the scenario, and therefore the same requests.
        var sendsSameRequests: Bool { !hasDerivedLines }

        /// Returns the states that the run's views derive from a subscription's events; `nil` if the run delivers events.
        func fold(of subscription: Scenario.Subscription) -> StateFold? {
            switch self {
            case .states: StateFold(subscription)
            case .liveViews: StateFold(liveViewOf: subscription)
            case .dialect, .mixed, .sequences, .typedSequences, .once: nil
            }
        }

        /// Whether the run's lines are checked against the events of another run.
        var hasDerivedLines: Bool {
            switch self {
            case .states, .liveViews, .once: true
            case .dialect, .mixed, .sequences, .typedSequences: false
            }
        }
    }

    package let speaker: Speaker
    let goesThroughText: Bool
    /// The carrier of the messages; `nil` for direct calls.
    private(set) var carrier: (any ScenarioCarrier)?
    /// The log that the back end follows; without it, writes are applied at once.
    package var log: (any ScenarioLog)?
    /// The dialect that performs the steps; `nil` if the library's dialects alternate.
    private(set) var suite: DialectSuite?
    /// Whether the run sends the same requests as every other run of which this is true.
    private var sendsSameRequests: Bool

    /// Creates a description of a run.
    ///
    /// - Parameters:
    ///   - speaker: The dialects that perform the steps.
    ///   - throughText: Whether messages are encoded to the wire's text form and decoded again.
    public init(_ speaker: Speaker, throughText: Bool) {
        self.speaker = speaker
        suite = speaker.suite
        goesThroughText = throughText
        sendsSameRequests = speaker.sendsSameRequests
    }

    /// Creates a description of a run over a carrier.
    package init(_ speaker: Speaker, over carrier: any ScenarioCarrier) {
        self.init(speaker, throughText: false)
        self.carrier = carrier
    }

    /// Creates a description of a run in an application's dialect.
    init(_ suite: DialectSuite) {
        self.init(.mixed, throughText: false)
        self.suite = suite
        sendsSameRequests = false
    }

    /// Whether the scenario permits this run.
    package func isPossible(for scenario: Scenario) -> Bool {
        switch speaker {
        case .dialect(let dialect), .liveViews(let dialect): scenario.dialects.contains(dialect)
        case .mixed: true
        case .once: scenario.dialects.contains(.legacy)
        case .sequences, .typedSequences, .states: scenario.dialects.contains(.async)
        }
    }

    /// The result of a run.
    package struct Outcome {
        /// A line with its subscription and the step that caused it.
        struct Entry {
            let id: String
            let client: String
            let line: String
            let step: Int
        }

        /// The lines in the order of delivery, collected after the last step is delivered.
        let entries: [Entry]
        /// The lines by subscription id.
        package let lines: [String: [String]]
        let reportingCancellation: Set<String>
        /// Whether the lines of a client's subscriptions have one order.
        var ordersSubscriptions = true
        /// Whether the requests equal those of every other run with this property.
        var sendsSameRequests = true

        init(entries: [Entry], reportingCancellation: Set<String>) {
            self.entries = entries
            lines = Dictionary(grouping: entries, by: \.id).mapValues { $0.map(\.line) }
            self.reportingCancellation = reportingCancellation
        }

        /// Returns all lines of a client in the order of delivery, each after its subscription id.
        func interleaved(of client: String) -> [String] {
            entries.filter { $0.client == client && !Trace.separate.contains($0.id) }.map { "\($0.id) \($0.line)" }
        }

        /// Returns the first line that a subscription delivered after its completion, if any.
        ///
        /// A step that cancels a subscription or releases its client causes at most the line of the cancellation.
        func lineAfterCompletion(in scenario: Scenario) -> String? {
            let ends = scenario.stepsOfCancellation
            var completed: Set<String> = []
            for entry in entries {
                let isCancellation = entry.line == "cancelled"
                if completed.contains(entry.id) || (!isCancellation && ends[entry.id].map { $0 <= entry.step } ?? false)
                {
                    return "\(entry.id): \"\(entry.line)\" came after the completion of the subscription"
                }
                if isCancellation || entry.line.hasPrefix("revoked ") { completed.insert(entry.id) }
            }
            return nil
        }

        /// Returns interleaved lines without the cancellations that drivers do not report.
        func comparable(interleaved lines: [String]) -> [String] {
            lines.filter { line in
                guard line.hasSuffix(" cancelled") else { return true }
                return reportingCancellation.contains(String(line.dropLast(10)))
            }
        }

        /// Returns lines without cancellations, unless the subscription's driver reports them.
        ///
        /// Used to compare runs in dialects that report cancellations with runs in one that does not.
        package func comparable(_ lines: [String], for id: String) -> [String] {
            if id == Trace.results { return comparable(results: lines) }
            let isComplete = reportingCancellation.contains(id) || id == "writes" || id == Trace.requests
            return isComplete ? lines : lines.filter { $0 != "cancelled" }
        }

        /// Returns only the results that the driver reports.
        private func comparable(results: [String]) -> [String] {
            let reported = self.lines[Trace.results, default: []]
            return results.enumerated().map { index, line in
                guard reported.indices.contains(index), reported[index].hasSuffix(" " + Trace.unreported) else {
                    return line
                }
                return reported[index]
            }
        }
    }

    /// Runs a scenario.
    package func outcome(of scenario: Scenario) -> Outcome {
        let clients = ScenarioClients(scenario, self)
        defer { carrier?.finish() }
        // The number of lines after each step.
        let counts = scenario.steps.map { step in
            clients.perform(step)
            return clients.trace.count
        }
        // Taken before `clients` is released: events caused by the release do not belong to the scenario.
        var step = 0
        let entries = clients.trace.entries.prefix(counts.last ?? 0).enumerated().map { index, entry in
            while counts[step] <= index { step += 1 }
            return Outcome.Entry(id: entry.id, client: entry.client, line: entry.line, step: step)
        }
        var outcome = Outcome(entries: entries, reportingCancellation: clients.reportingCancellation)
        outcome.ordersSubscriptions = speaker.ordersSubscriptions
        outcome.sendsSameRequests = sendsSameRequests
        return outcome
    }
}

extension ScenarioRun: CustomStringConvertible {
    /// The dialect, or `mixed`, and whether messages pass through text.
    public var description: String {
        let name = suite?.name ?? "mixed"
        if let carrier { return "\(name) over \(carrier.name)" }
        return name + (goesThroughText ? " through text" : "") + (log.map { " over \($0.name)" } ?? "")
    }
}

extension ScenarioRun.Speaker: CustomStringConvertible {
    /// The name of the case, with its dialect.
    public var description: String {
        switch self {
        case .dialect(let dialect): "dialect(\(dialect))"
        case .mixed: "mixed"
        case .sequences: "sequences"
        case .typedSequences: "typedSequences"
        case .states: "states"
        case .liveViews(let dialect): "liveViews(\(dialect))"
        case .once: "once"
        }
    }
}

extension Scenario {
    /// The indices of the steps that cancel subscriptions or release their clients, by subscription id.
    fileprivate var stepsOfCancellation: [String: Int] {
        var active: [String: Subscription] = [:]
        var steps: [String: Int] = [:]
        for (index, step) in self.steps.enumerated() {
            var cancelled: [Subscription] = []
            switch step {
            case .subscribe(let subscription): active[subscription.id] = subscription
            case .unsubscribe(let id): cancelled = [active[id]].compactMap(\.self)
            case .end(let client): cancelled = active.values.filter { $0.client == client }
            case .write, .hold, .release, .disconnect, .connect, .authenticate, .rules, .advance: break
            }
            for subscription in cancelled {
                active[subscription.id] = nil
                (steps[subscription.id], steps[subscription.once.id]) = (index, index)
            }
        }
        return steps
    }

    /// Returns the index of the step in which the back end responds to a subscription.
    func stepOfResponse(toSubscriptionAt index: Int) -> Int {
        guard let client = steps[index].client else { return index }
        var isHeld = false
        for (number, step) in steps.enumerated() where step.client == client {
            switch step {
            case .hold, .disconnect: isHeld = true
            case .release, .connect, .end: isHeld = false
            case .subscribe, .unsubscribe, .write, .authenticate, .rules, .advance: break
            }
            if number >= index, !isHeld { return number }
        }
        return steps.count
    }
}
