/// The states that the events of a subscription result in, step by step.
///
/// A sequence of values follows the value events of its node; a sequence of children follows the additions, changes, removals
/// and acknowledgements.
enum StateFold {
    case value
    case children

    /// Chooses the sequence for the events of a subscription; `nil` if none has exactly these events.
    init?(_ subscription: Scenario.Subscription) {
        if subscription.hidesData { return nil }
        if subscription.isOfValue {
            self = .value
        } else if subscription.includesAcknowledgements,
            Set(subscription.events) == ["child_added", "child_changed", "child_removed"]
        {
            self = .children
        } else {
            return nil
        }
    }

    func text(ofValue value: String) -> String { "state \(value)" }

    func text(ofRows rows: [(key: String, value: String, isAcknowledged: Bool)]) -> String {
        "state " + rows.map { "\($0.key)=\($0.value) \($0.isAcknowledged ? "acked" : "local")" }.joined(separator: ", ")
    }

    /// Returns the lines without repetitions, and without the empty list at the start, which no event reports.
    func comparable(_ lines: [String]) -> [String] {
        var result: [String] = []
        for line in lines where line != result.last && !(result.isEmpty && line == "state ") { result.append(line) }
        return result
    }

    /// Returns the states that a sequence must deliver, where it cannot deliver all states that the events result in.
    ///
    /// - A list of children begins when the node is completely known. Events of single children may come before that if the
    ///   subscription was made while the back end did not respond, or if the rules forbid to read the node but not a child
    ///   that the client knows.
    /// - A value with two keys that are equal to Swift cannot be decoded, which ends the sequence.
    func expected(_ states: [String], for delivered: [String], isAnswered: Bool) -> [String] {
        let isRefused = delivered.count == 1 && delivered[0].hasPrefix("revoked ")
        if self == .children, !isAnswered || isRefused, delivered.count < states.count {
            return states.suffix(delivered.count)
        }
        let last = delivered.count - 1
        if delivered.last == "revoked decodingFailed", states.indices.contains(last),
            !states[last].utf8.allSatisfy({ $0 < 128 })
        {
            return states[..<last] + [delivered[last]]
        }
        return states
    }

    /// Returns the state after each step that changed it, and the end of the subscription.
    func states(after entries: [ScenarioRun.Outcome.Entry]) -> [String] {
        var lines: [String] = []
        var rows: [(key: String, value: String, isAcknowledged: Bool)] = []
        var state: String?
        var step = entries.first?.step
        for entry in entries {
            if entry.step != step {
                lines += [state].compactMap(\.self)
                (step, state) = (entry.step, nil)
            }
            let line = TraceLine(entry.line)
            guard line.kind != "revoked", line.kind != "cancelled" else {
                lines += [state, entry.line].compactMap(\.self)
                state = nil
                continue
            }
            switch self {
            case .value: if line.kind == "value" { state = text(ofValue: line.value ?? "") }
            case .children:
                Self.apply(line, to: &rows)
                state = text(ofRows: rows)
            }
        }
        return lines + [state].compactMap(\.self)
    }

    private static func apply(_ line: TraceLine, to rows: inout [(key: String, value: String, isAcknowledged: Bool)]) {
        guard let key = line.key, let value = line.value, let isAcknowledged = line.isAcknowledged else { return }
        let place = rows.firstIndex { $0.key == key }
        if line.kind == "child_ack" {
            if let place { rows[place].isAcknowledged = true }
            return
        }
        if let place { rows.remove(at: place) }
        if line.kind == "child_removed" { return }
        let previous = rows.firstIndex { $0.key == line.previous }
        rows.insert((key, value, isAcknowledged), at: previous.map { $0 + 1 } ?? 0)
    }
}
