import DatasyncTesting
import DatasyncTree

/// A subscription of the naive model: the state delivered last, and the lines that follow from each new state.
final class NaiveSubscription {
    let subscription: Scenario.Subscription
    /// The predicted lines; no lines are added after `lose()`.
    private(set) var lines: [String] = []
    private(set) var isPredicted = true
    private(set) var isEnded = false
    let query: NaiveQuery
    private var last: (value: Node, isAcknowledged: Bool)?
    private var lastChildren: [Key: (value: Node, isAcknowledged: Bool)] = [:]
    /// The keys whose last event was an unacknowledged removal.
    private var removed: Set<Key> = []

    init(_ subscription: Scenario.Subscription, to query: NaiveQuery) {
        self.subscription = subscription
        self.query = query
    }

    /// Stops predicting; from here on, the dialects are compared only with each other.
    func lose() {
        if !isEnded { isPredicted = false }
    }

    /// Adds a final line, if given, and ends the subscription.
    func end(_ line: String?) {
        if let line, !isEnded { add(line) }
        isEnded = true
    }

    /// Adds the lines for the state after a transition.
    ///
    /// - Parameters:
    ///   - node: The data inside the subscription's window.
    ///   - isAcknowledged: Returns whether no pending write touches a path.
    func observe(_ node: Node, isAcknowledged: (Path) -> Bool) {
        if subscription.isOfValue {
            observe(value: node, isAcknowledged(query.path))
        } else {
            observe(children: node.children) { isAcknowledged(self.query.path.child($0)) }
        }
    }

    private func observe(value: Node, _ isAcknowledged: Bool) {
        if let last, last.value == value {
            guard !last.isAcknowledged, isAcknowledged else { return }
            addEvent("value_ack", nil, nil, true, value)
        } else {
            addEvent("value", nil, nil, isAcknowledged, value)
        }
        last = (value, isAcknowledged)
    }

    private func observe(children: Children, isAcknowledged: (Key) -> Bool) {
        let before = lastChildren
        let wasRemoved = removed
        let order = NaiveOrder(query.window.order)
        let present = order.sorted(children.map { ($0.key, $0.value) })
        func previous(_ key: Key) -> Key? {
            present.firstIndex(of: key).flatMap { $0 == 0 ? nil : present[$0 - 1] }
        }
        for key in order.sorted(before.map { ($0.key, $0.value.value) }) where children[key].isNull {
            let isAcknowledged = isAcknowledged(key)
            addEvent("child_removed", key, nil, isAcknowledged, before[key]?.value ?? .null)
            lastChildren[key] = nil
            if !isAcknowledged { removed.insert(key) }
        }
        for key in present where before[key] == nil {
            addEvent("child_added", key, previous(key), isAcknowledged(key), children[key])
            lastChildren[key] = (children[key], isAcknowledged(key))
            removed.remove(key)
        }
        let changed = present.filter { key in before[key].map { $0.value != children[key] } ?? false }
        for key in changed where order.moves(before[key]?.value ?? .null, children[key]) {
            addEvent("child_moved", key, previous(key), isAcknowledged(key), children[key])
        }
        for key in changed {
            addEvent("child_changed", key, previous(key), isAcknowledged(key), children[key])
            lastChildren[key] = (children[key], isAcknowledged(key))
        }
        let candidates = Set(before.keys).union(wasRemoved).map { ($0, children[$0]) }
        for key in order.sorted(candidates) where isAcknowledged(key) {
            let value = children[key]
            if value.isNull, wasRemoved.contains(key) {
                addEvent("child_ack", key, nil, true, .null)
                removed.remove(key)
            } else if let old = before[key], !old.isAcknowledged, old.value == value {
                addEvent("child_ack", key, previous(key), true, value)
                lastChildren[key] = (value, true)
            }
        }
    }

    private func addEvent(_ kind: String, _ key: Key?, _ previous: Key?, _ isAcknowledged: Bool, _ value: Node) {
        let isAcknowledgement = kind.hasSuffix("_ack")
        guard isAcknowledgement ? subscription.includesAcknowledgements : subscription.events.contains(kind) else {
            return
        }
        var words = [kind]
        if let key {
            words.append(key.text)
            let isGone = kind == "child_removed" || isAcknowledgement && value.isNull
            if !isGone { words.append("prev=\(previous?.text ?? "null")") }
        }
        words.append(isAcknowledged ? "acked" : "local")
        if !subscription.hidesData { words.append("value=\(value.text)") }
        add(words.joined(separator: " "))
    }

    private func add(_ line: String) {
        if isPredicted, !isEnded { lines.append(line) }
    }
}
