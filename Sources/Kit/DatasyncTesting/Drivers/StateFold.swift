import DatasyncTree
import Foundation

/// The states that result from a subscription's events, step by step.
///
/// Everything that is not an event itself is derived from events; each view follows different events of its node.
enum StateFold: Equatable {
    /// The value: a sequence of values, or a live object.
    case value
    /// The children and their acknowledgements: a sequence of children.
    case children
    /// Each value event as a text: items in raw mode.
    case updates
    /// The children as texts: items in command mode.
    case fields
    /// The first children, up to a number: a live collection with pages of that size; its window has one child more.
    case rows(Int)

    /// Chooses the sequence of states for the events of a subscription; `nil` if none has exactly these events.
    init?(_ subscription: Scenario.Subscription) {
        if subscription.hidesData { return nil }
        if subscription.isOfValue {
            self = .value
        } else if subscription.includesAcknowledgements, subscription.hasAllChildEvents {
            self = .children
        } else {
            return nil
        }
    }

    /// Chooses the live object, live collection or item for the events of a subscription; `nil` if none has exactly these.
    init?(liveViewOf subscription: Scenario.Subscription) {
        if subscription.hidesData || subscription.excludesRevocations { return nil }
        switch (subscription.window, subscription.isOfValue) {
        case (.all, true): self = subscription.includesAcknowledgements ? .updates : .value
        case (.all, false) where subscription.hasAllChildEvents: self = .fields
        case (.first(let limit), false) where limit > 1 && subscription.hasAllChildEvents: self = .rows(limit - 1)
        default: return nil
        }
    }

    /// Whether the view shows children; their events can come before the node is known.
    private var hasChildren: Bool {
        switch self {
        case .children, .fields, .rows: true
        case .value, .updates: false
        }
    }

    func text(ofValue value: String) -> String { "state \(value)" }

    func text(ofRows rows: [(key: String, value: String, isAcknowledged: Bool)]) -> String {
        let shown =
            switch self {
            case .rows(let limit): Array(rows.prefix(limit))
            // Items have no order.
            case .fields: rows.sorted { $0.key < $1.key }
            case .value, .children, .updates: rows
            }
        let texts = shown.map { row in
            switch self {
            case .children: "\(row.key)=\(row.value) \(row.isAcknowledged ? "acked" : "local")"
            case .fields: "\(row.key)=\(Self.fieldText(row.value) ?? "nil")"
            case .value, .updates, .rows: "\(row.key)=\(row.value)"
            }
        }
        return "state " + texts.joined(separator: ", ")
    }

    /// Returns the text of an item's update.
    static func text(ofUpdate value: String?) -> String { "update \(value ?? "nil")" }

    /// Returns the text of a value in an item: a string itself, any other value as JSON.
    private static func fieldText(_ value: String) -> String? {
        if value == "null" { return nil }
        guard let text = (try? JSONParser.parse(value))?.string else { return value }
        return text
    }

    /// Returns the lines without an empty list at the start and without repeated lines, as no event reports either.
    ///
    /// The list becomes empty again if a primitive, which has no children, replaces null.
    func comparable(_ lines: [String]) -> [String] {
        if self == .updates { return lines }
        return zip(["state "] + lines, lines).compactMap { $1 == "state " && $0 == $1 ? nil : $1 }
    }

    /// Returns the states of events without consecutive repeats: a live view has the same state then.
    func changes(_ states: [String]) -> [String] {
        if self == .updates { return states }
        return zip([nil] + states, states).compactMap { $0 == $1 ? nil : $1 }
    }

    /// Returns the lines of a live view without statuses, and without lines that differ from the previous line only in them.
    ///
    /// No single event determines a status.
    func withoutStatuses(_ lines: [String]) -> [String] {
        if self == .updates { return lines }
        return zip([nil] + lines, lines).compactMap { previous, line in
            let isStatusChange = previous.map { $0 != line && withoutStatuses($0) == withoutStatuses(line) } ?? false
            return isStatusChange ? nil : withoutStatuses(line)
        }
    }

    /// Returns delivered lines without the states that a live object or collection shows from the cache.
    ///
    /// Such a view shows the cached state, with writes applied, before the response. Events wait for the response, so
    /// they may or may not report these states.
    func withoutCachedValues(_ lines: [String], comparedWith states: [String]) -> [String] {
        switch self {
        case .value, .rows: break
        case .children, .updates, .fields: return lines
        }
        let endings = [" (loading, local)", " (loading, local, more)"]
        let cached = lines.prefix { line in endings.contains { line.hasSuffix($0) } }.count
        let surplus = (0...cached).first { withoutStatuses(Array(lines.dropFirst($0))) == states }
        return Array(lines.dropFirst(surplus ?? 0))
    }

    /// Returns the line of a live object's state without the statuses in brackets at its end.
    ///
    /// Item lines have no statuses but may end with the same characters.
    private func withoutStatuses(_ line: String) -> String {
        guard self != .fields, line.hasPrefix("state "), line.hasSuffix(")"),
            let start = line.range(of: " (", options: .backwards)
        else {
            return line
        }
        return String(line[..<start.lowerBound])
    }

    /// Returns the states that a sequence must deliver, where it cannot deliver all states that follow from the events.
    ///
    /// - A list of children begins once the node is completely known. Events of single children may come earlier: if
    ///   the back end did not respond when the subscription was made, or if the rules forbid reading the node but not a
    ///   child that the client knows.
    /// - A value with two keys that are equal to Swift cannot be decoded, which ends the sequence.
    ///
    /// - Parameters:
    ///   - states: The states that follow from the events.
    ///   - delivered: The lines that the sequence delivered.
    ///   - optional: The number of states before the back end responded to the subscription.
    /// - Returns: The lines to compare with the delivered ones.
    func expected(_ states: [String], for delivered: [String], optional: Int) -> [String] {
        let isRefused = delivered.count == 1 && delivered[0].hasPrefix("revoked ")
        let missing = states.count - delivered.count
        if hasChildren, missing > 0, isRefused { return states.suffix(delivered.count) }
        // An empty list is no state unless another state came before it.
        if hasChildren, (0...optional).contains(where: { comparable(Array(states.dropFirst($0))) == delivered }) {
            return delivered
        }
        let last = delivered.count - 1
        if delivered.last == "revoked decodingFailed", states.indices.contains(last),
            !states[last].utf8.allSatisfy({ $0 < 128 })
        {
            return states[..<last] + [delivered[last]]
        }
        return states
    }

    /// Returns the state after each step that changed it, and the subscription's completion.
    func states(after entries: [ScenarioRun.Outcome.Entry]) -> [String] {
        if case .updates = self {
            return entries.map { entry in
                let line = TraceLine(entry.line)
                return line.value.map { Self.text(ofUpdate: Self.fieldText($0)) } ?? entry.line
            }
        }
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
            case .value, .updates: if line.kind == "value" { state = text(ofValue: line.value ?? "") }
            case .children, .fields, .rows:
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

extension Scenario.Subscription {
    /// Whether the events report all children and their values; moves report only the order.
    fileprivate var hasAllChildEvents: Bool { Set(events) == ["child_added", "child_changed", "child_removed"] }
}
