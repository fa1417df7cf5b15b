import DatasyncTree

extension Scenario.Step {
    /// The client that performs the step; `nil` for steps of the back end or the clock, and for the end of a subscription.
    var client: String? {
        switch self {
        case .subscribe(let subscription): subscription.client
        case .write(let write): write.client
        case .hold(let client), .release(let client), .disconnect(let client), .connect(let client), .end(let client):
            client
        case .authenticate(let client, _): client
        case .unsubscribe, .rules, .advance: nil
        }
    }

    /// The verb and the object, in one line.
    var summary: (verb: String, object: String) {
        switch self {
        case .subscribe(let subscription): ("subscribe \(subscription.id)", subscription.summary)
        case .unsubscribe(let id): ("unsubscribe", id)
        case .write(let write): (write.step, "\(write.path)\(write.kind.summary)")
        case .hold(let client): ("hold", "the back end does not respond to \(client)")
        case .release(let client): ("release", "the back end responds to \(client)")
        case .disconnect(let client): ("disconnect", client)
        case .connect(let client): ("connect", client)
        case .end(let client): ("end", "the application of \(client) is released")
        case .authenticate(_, let uid): uid.map { ("sign in", $0) } ?? ("sign out", "")
        case .rules(let rules): ("rules", rules.text)
        case .advance(let milliseconds): ("clock", "+\(JSON.number(milliseconds).text) ms")
        }
    }
}

extension Scenario.Subscription {
    fileprivate var summary: String {
        var parts = [path, events.joined(separator: ", ")]
        if includesAcknowledgements { parts.append("acks") }
        if hidesData { parts.append("without data") }
        if excludesRevocations { parts.append("without revocations") }
        if let window = window.summary { parts.append(window) }
        return parts.joined(separator: " · ")
    }
}

extension Scenario.WindowText {
    /// The window in words; `nil` for all children.
    var summary: String? {
        let limited = { (text: String, limit: Int?) in limit.map { "\(text), limit \($0)" } ?? text }
        return switch self {
        case .all: nil
        case .first(let limit): "first \(limit)"
        case .last(let limit): "last \(limit)"
        case .startAt(let key, let limit): limited("from \(key)", limit)
        case .endAt(let key, let limit): limited("to \(key)", limit)
        case .between(let start, let end): "from \(start) to \(end)"
        case .ordered(let window): window.summary
        }
    }
}

extension Scenario.OrderedWindow {
    fileprivate var summary: String {
        var parts = ["by \(order ?? ".key")"]
        for bound in bounds {
            parts.append("\(bound.name) \(bound.value.text)\(bound.key.map { " at \($0)" } ?? "")")
        }
        if let limit { parts.append("\(isLast ? "last" : "first") \(limit)") }
        return parts.joined(separator: ", ")
    }
}

extension Scenario.Write.Kind {
    fileprivate var summary: String {
        switch self {
        case .set(let value), .merge(let value), .onDisconnect(let value): " ← \(value.text)"
        case .remove: ""
        case .push(let value, let key): "/\(key) ← \(value.text)"
        case .increment(let step, let start):
            " + \(JSON.number(step).text)" + (start.map { " from \(JSON.number($0).text)" } ?? "")
        case .transaction(.add(let step)): ": add \(JSON.number(step).text)"
        case .transaction(.set(let value)): ": set \(value.text)"
        case .transaction(.toggle): ": toggle"
        case .transaction(.abort): ": abort"
        }
    }
}
