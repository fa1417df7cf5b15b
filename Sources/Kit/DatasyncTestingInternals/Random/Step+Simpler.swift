import DatasyncTesting
import DatasyncTree

extension Scenario.Step {
    /// Variants of the step, each strictly simpler.
    var simpler: [Scenario.Step] {
        switch self {
        case .subscribe(let subscription): subscription.simpler.map(Self.subscribe)
        case .write(let write): write.simpler.map(Self.write)
        case .rules(let rules): rules.simplerRules.map(Self.rules)
        case .advance(let milliseconds) where milliseconds > 1: [.advance(1)]
        case .unsubscribe, .hold, .release, .disconnect, .connect, .end, .authenticate, .advance: []
        }
    }
}

extension Scenario.Subscription {
    fileprivate var simpler: [Self] {
        var result: [Self] = []
        if case .all = window {} else { result.append(copy(of: self, with: \.window, .all)) }
        if hidesData { result.append(copy(of: self, with: \.hidesData, false)) }
        if includesAcknowledgements { result.append(copy(of: self, with: \.includesAcknowledgements, false)) }
        if events.count > 1 {
            for event in events { result.append(copy(of: self, with: \.events, events.filter { $0 != event })) }
        }
        return result
    }
}

extension Scenario.Write {
    fileprivate var simpler: [Self] {
        let kinds: [Kind] =
            switch kind {
            case .set(let value): value.simpler.map(Kind.set)
            case .merge(let value): value.simpler.filter { !($0.members ?? []).isEmpty }.map(Kind.merge)
            case .push(let value, let key): value.simpler.map { .push($0, key: key) }
            case .increment(let step, .some): [.increment(by: step, from: nil)]
            case .transaction(.set(let value)): value.simpler.map { .transaction(.set($0)) }
            case .onDisconnect(let value): value.simpler.map(Kind.onDisconnect)
            case .remove, .increment, .transaction: []
            }
        return kinds.map { copy(of: self, with: \.kind, $0) }
    }
}

extension JSON {
    /// Valid rules with one level or permission fewer.
    var simplerRules: [JSON] {
        guard let levels = self["rules"] else { return [] }
        return levels.simplerLevels.map { ["rules": $0] }
    }

    private var simplerLevels: [JSON] {
        guard let members, !members.isEmpty else { return [] }
        var result: [JSON] = []
        for (index, member) in members.enumerated() {
            var fewer = members
            fewer.remove(at: index)
            result.append(.object(fewer))
            for level in member.value.simplerLevels {
                var others = members
                others[index] = Member(member.name, level)
                result.append(.object(others))
            }
        }
        return result
    }

    /// Slightly simpler values: one member fewer, one simpler member, or a primitive instead.
    var simpler: [JSON] {
        switch content {
        case .null: return []
        case .number(1): return [.null]
        case .boolean, .number, .string: return [.null, 1]
        case .array(let elements): return elements.isEmpty ? [.null] : [.null, 1, .array(Array(elements.dropLast()))]
        case .object(let members):
            if members.isEmpty { return [.null] }
            var result: [JSON] = [.null, 1]
            if self[".sv"] != nil { return result }
            for index in members.indices {
                var fewer = members
                fewer.remove(at: index)
                result.append(.object(fewer))
            }
            for (index, member) in members.enumerated() {
                for value in member.value.simpler {
                    var others = members
                    others[index] = Member(member.name, value)
                    result.append(.object(others))
                }
            }
            return result
        }
    }
}
