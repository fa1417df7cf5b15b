import DatasyncTree

extension Scenario {
    /// The text of a file with this scenario, in the format of ``ScenarioReader`` with one line per step.
    public var fileText: String {
        var head: [String] = []
        for member in headMembers { head.append("    " + JSON.string(member.name).text + ": " + member.value.text) }
        let lines = steps.map { "      " + JSON($0).text }.joined(separator: ",\n")
        head.append("    \"steps\": [" + (lines.isEmpty ? "]" : "\n" + lines + "\n    ]"))
        if !expected.isEmpty { head.append(Self.member("expect", expected.map { ($0.id, $0.lines) })) }
        if !interleaved.isEmpty {
            head.append(Self.member("interleaved", interleaved.map { ($0.client, $0.lines) }))
        }
        return "[\n  {\n" + head.joined(separator: ",\n") + "\n  }\n]\n"
    }

    /// Returns a member that holds lines by name.
    private static func member(_ name: String, _ traces: [(name: String, lines: [String])]) -> String {
        let texts = traces.map { trace in
            let lines = trace.lines.map { "\n        " + JSON.string($0).text }.joined(separator: ",")
            return "      " + JSON.string(trace.name).text + ": [" + lines + (lines.isEmpty ? "]" : "\n      ]")
        }
        return "    " + JSON.string(name).text + ": {\n" + texts.joined(separator: ",\n") + "\n    }"
    }

    private var headMembers: [JSON.Member] {
        var members = [JSON.Member("name", .string(name))]
        if !data.isNull { members.append(.init("data", data)) }
        if let rules { members.append(.init("rules", rules)) }
        if now != 1_700_000_000_000 { members.append(.init("now", .number(now))) }
        if skew != 0 { members.append(.init("skew", .number(skew))) }
        if dialects != Dialect.allCases {
            members.append(.init("dialects", .array(dialects.map { .string($0.rawValue) })))
        }
        return members
    }
}

extension JSON {
    fileprivate init(_ step: Scenario.Step) {
        switch step {
        case .subscribe(let subscription): self = .object(Self.members(of: subscription))
        case .unsubscribe(let id): self = ["do": "unsubscribe", "id": .string(id)]
        case .write(let write): self = .object(Self.members(of: write))
        case .hold(let client): self = ["do": "hold", "client": .string(client)]
        case .release(let client): self = ["do": "release", "client": .string(client)]
        case .disconnect(let client): self = ["do": "disconnect", "client": .string(client)]
        case .connect(let client): self = ["do": "connect", "client": .string(client)]
        case .end(let client): self = ["do": "end", "client": .string(client)]
        case .authenticate(let client, let uid):
            self = ["do": "authenticate", "client": .string(client), "uid": uid.map(JSON.string) ?? .null]
        case .rules(let rules): self = ["do": "rules", "value": rules]
        case .advance(let milliseconds): self = ["do": "advance", "ms": .number(milliseconds)]
        }
    }

    private static func members(of subscription: Scenario.Subscription) -> [Member] {
        var members: [Member] = [
            Member("do", "subscribe"), Member("id", .string(subscription.id)),
            Member("client", .string(subscription.client)), Member("path", .string(subscription.path)),
            Member("events", .array(subscription.events.map(JSON.string))),
        ]
        if subscription.includesAcknowledgements { members.append(Member("acks", true)) }
        if subscription.hidesData { members.append(Member("withoutData", true)) }
        if case .ordered(let window) = subscription.window {
            if let order = window.order { members.append(Member("order", .string(order))) }
            if !window.bounds.isEmpty || window.limit != nil { members.append(Member("window", JSON(window))) }
        } else if let window = JSON(subscription.window) {
            members.append(Member("window", window))
        }
        if subscription.excludesRevocations { members.append(Member("excludeRevocations", true)) }
        return members
    }

    private static func members(of write: Scenario.Write) -> [Member] {
        var members: [Member] = [
            Member("do", .string(write.step)), Member("client", .string(write.client)),
            Member("path", .string(write.path)),
        ]
        switch write.kind {
        case .set(let value), .merge(let value), .onDisconnect(let value): members.append(Member("value", value))
        case .remove: break
        case .push(let value, let key): members += [Member("key", .string(key)), Member("value", value)]
        case .increment(let step, let start):
            members.append(Member("by", .number(step)))
            if let start { members.append(Member("from", .number(start))) }
        case .transaction(let change): members.append(Member("op", JSON(change)))
        }
        return members
    }

    private init(_ change: Scenario.Write.Change) {
        switch change {
        case .add(let step): self = ["add": .number(step)]
        case .set(let value): self = ["set": value]
        case .toggle: self = ["toggle": true]
        case .abort: self = ["abort": true]
        }
    }

    private init?(_ window: Scenario.WindowText) {
        switch window {
        case .all, .ordered: return nil
        case .first(let limit): self = ["first": .number(Double(limit))]
        case .last(let limit): self = ["last": .number(Double(limit))]
        case .startAt(let key, let limit): self = Self.bound("startAt", key, limit)
        case .endAt(let key, let limit): self = Self.bound("endAt", key, limit)
        case .between(let start, let end): self = ["between": [.string(start), .string(end)]]
        }
    }

    private init(_ window: Scenario.OrderedWindow) {
        var members = window.bounds.map { bound in
            Member(bound.name, bound.key.map { ["value": bound.value, "key": .string($0)] } ?? bound.value)
        }
        if let limit = window.limit { members.append(Member(window.isLast ? "last" : "first", .number(Double(limit)))) }
        self = .object(members)
    }

    private static func bound(_ name: String, _ key: String, _ limit: Int?) -> JSON {
        .object([Member(name, .string(key))] + (limit.map { [Member("limit", .number(Double($0)))] } ?? []))
    }
}
