import DatasyncTesting
import DatasyncTree

/// An audit of a subscription's lines against rules that hold for every state of the client's caches.
///
/// The audit replays the lines. An addition needs an absent child; a removal needs an existing child with its last
/// value. A change needs a different value, and an acknowledgement needs a value that is not yet acknowledged. Each
/// previous key must follow from the lines so far. At the end, the replayed data must equal the data of the back end.
struct TraceAudit {
    /// The data inside the subscription's window at the end; `nil` while messages are still pending.
    private let final: Node?
    private let subscription: Scenario.Subscription
    private var value: (node: Node, isAcknowledged: Bool)?
    private var children: [Key: (node: Node, isAcknowledged: Bool)] = [:]
    private var removed: Set<Key> = []

    /// Returns the first impossible line with the reason.
    ///
    /// - Parameters:
    ///   - lines: The lines of the subscription.
    ///   - subscription: The subscription.
    ///   - final: The data inside the subscription's window at the end; `nil` while messages are still pending.
    ///   - hasPriorities: Whether the scenario may have priorities or orders other than key order.
    /// - Returns: The line and the reason; `nil` if all lines are possible.
    static func problem(
        in lines: [String], of subscription: Scenario.Subscription, endingWith final: Node?, hasPriorities: Bool = false
    ) -> String? {
        // A replay needs the data and all kinds of child events. Lines do not show priorities, so the audit cannot
        // follow changes and moves by priority.
        guard subscription.isOfValue || subscription.events.count == 3, !subscription.hidesData, !hasPriorities
        else { return nil }
        var audit = TraceAudit(final: final, subscription: subscription)
        for (index, line) in lines.enumerated() {
            if line == "cancelled" || line.hasPrefix("revoked ") {
                return index == lines.count - 1 ? nil : "line \(index + 1): something follows the ending"
            }
            guard let event = Event(line) else { return "line \(index + 1) cannot be read: \(line)" }
            if let problem = audit.problem(after: event) { return "line \(index + 1): \(problem): \(line)" }
        }
        return audit.problemAtTheEnd
    }

    private init(final: Node?, subscription: Scenario.Subscription) {
        self.final = final
        self.subscription = subscription
    }

    private mutating func problem(after event: Event) -> String? {
        switch event.kind {
        case "value":
            value = (event.value, event.isAcknowledged)
            return nil
        case "value_ack":
            guard let old = value, old.node == event.value, !old.isAcknowledged else { return "confirms nothing" }
            value = (event.value, true)
            return nil
        default: return event.key.flatMap { problem(after: event, $0) }
        }
    }

    private mutating func problem(after event: Event, _ key: Key) -> String? {
        let old = children[key]
        switch event.kind {
        case "child_added":
            guard old == nil else { return "adds what is there" }
            removed.remove(key)
        case "child_changed":
            guard let old, old.node != event.value else { return "changes nothing" }
        case "child_removed":
            guard let old, old.node == event.value else { return "removes what is not there" }
            children[key] = nil
            if !event.isAcknowledged { removed.insert(key) }
            return nil
        default:
            if event.value.isNull { return removed.remove(key) == nil ? "confirms no removal" : nil }
            guard let old, old.node == event.value, !old.isAcknowledged else { return "confirms nothing" }
        }
        children[key] = (event.value, event.isAcknowledged)
        return children.keys.filter { $0 < key }.max() == event.previous ? nil : "the predecessor is another"
    }

    private var problemAtTheEnd: String? {
        guard let final else { return nil }
        if subscription.isOfValue {
            guard let value else { return "the value \(final.text) was never told" }
            if value.node != final { return "the last value is \(value.node.text), but the data are \(final.text)" }
            return value.isAcknowledged || !subscription.includesAcknowledgements
                ? nil : "the value was never confirmed"
        }
        let told = Node(Children(children.map { ($0.key, $0.value.node) }))
        if told != Node(final.children) { return "the lines add up to \(told.text), but the data are \(final.text)" }
        let isConfirmed = children.values.allSatisfy(\.isAcknowledged) && removed.isEmpty
        return isConfirmed || !subscription.includesAcknowledgements ? nil : "something was never confirmed"
    }
}

extension TraceAudit {
    /// A parsed line.
    private struct Event {
        let kind: String
        var key: Key?
        var previous: Key?
        let isAcknowledged: Bool
        let value: Node

        init?(_ line: String) {
            guard let split = line.ranges(of: " value=").first,
                let json = try? JSONParser.parse(Array(line[split.upperBound...].utf8)), let value = try? Node(json)
            else { return nil }
            let words = line[..<split.lowerBound].split(separator: " ").map(String.init)
            guard let kind = words.first, let last = words.last else { return nil }
            self.kind = kind
            self.value = value
            isAcknowledged = last == "acked"
            guard kind.hasPrefix("child_"), words.count > 2 else { return }
            key = Key(unchecked: words[1])
            guard words[2] != "prev=null", words[2].hasPrefix("prev=") else { return }
            previous = Key(unchecked: String(words[2].dropFirst(5)))
        }
    }
}
