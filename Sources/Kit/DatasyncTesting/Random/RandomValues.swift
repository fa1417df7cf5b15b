import DatasyncTree

/// Random paths, values and rules from small alphabets, so that they collide often.
struct RandomValues {
    private let random: SeededRandom
    /// Whether values have priorities and subscriptions use orders other than key order.
    private let usesOrders: Bool

    init(_ random: SeededRandom, usesOrders: Bool) {
        self.random = random
        self.usesOrders = usesOrders
    }

    /// Returns a key from a set in which numeric order, text order and length differ.
    func key() -> String { random.pick(["a", "a", "a", "b", "b", "c", "0", "9", "10"]) }

    func path(depth: Int) -> String { "/" + (0..<depth).map { _ in key() }.joined(separator: "/") }

    /// Returns data without server values.
    func tree(depth: Int) -> JSON {
        guard depth > 0, random.below(3) > 0 else { return prioritized(primitive()) }
        return prioritized(object { tree(depth: depth - 1) })
    }

    /// Returns a priority; null means none.
    func priority() -> JSON { random.pick([.null, 1, 1, 2, 3, "p", "q"]) }

    private func prioritized(_ value: JSON) -> JSON {
        guard usesOrders, !value.isNull, random.below(4) == 0 else { return value }
        if let members = value.members { return .object(members + [JSON.Member(".priority", priority())]) }
        return [".value": value, ".priority": priority()]
    }

    /// Returns a value to write, including null, empty objects, arrays and server values.
    func value(depth: Int) -> JSON {
        switch random.below(depth > 0 ? 20 : 10) {
        case 0, 1: .null
        case 2: [".sv": "timestamp"]
        case ..<10: prioritized(primitive())
        case 10: .array((0..<random.below(3)).map { _ in primitive() })
        default: prioritized(object { value(depth: depth - 1) })
        }
    }

    /// Returns children by key or relative path; no path is at or below another.
    func merge() -> JSON {
        var members: [JSON.Member] = []
        for _ in 0..<(1 + random.below(3)) {
            let isPriority = usesOrders && random.below(5) == 0
            let keys = (0..<random.pick([1, 1, 1, 2, 2, 3])).map { _ in key() } + (isPriority ? [".priority"] : [])
            let name = keys.joined(separator: "/")
            let collides = members.contains {
                (name + "/").hasPrefix($0.name + "/") || ($0.name + "/").hasPrefix(name + "/")
            }
            if !collides { members.append(JSON.Member(name, isPriority ? priority() : value(depth: 1))) }
        }
        return .object(members)
    }

    func change() -> Scenario.Write.Change {
        // Not every dialect can give a priority in the function of a transaction.
        let plain = RandomValues(random, usesOrders: false)
        return random.pick([.add(1), .add(-2), .set(plain.tree(depth: 2)), .set(.null), .toggle, .abort])
    }

    func window() -> Scenario.WindowText {
        if usesOrders, random.below(4) > 0 { return .ordered(orderedWindow()) }
        let (start, end) = (key(), key())
        return random.pick([
            .first(1), .first(2), .last(1), .last(2), .startAt(start, nil), .startAt(start, 1 + random.below(2)),
            .endAt(end, nil), .endAt(end, 1 + random.below(2)), .between(start, end),
        ])
    }

    /// Returns an order without a window.
    func order() -> Scenario.WindowText {
        .ordered(Scenario.OrderedWindow(order: orderName(), bounds: [], limit: nil, isLast: false))
    }

    private func orderName() -> String { random.pick([".key", ".value", ".value", ".priority", "a", "a", "b", "a/b"]) }

    private func orderedWindow() -> Scenario.OrderedWindow {
        let order = orderName()
        let names = random.pick([
            [], [], ["startAt"], ["startAfter"], ["endAt"], ["endBefore"], ["equalTo"], ["startAt", "endAt"],
            ["startAfter", "endBefore"],
        ])
        let bounds = names.map { name in
            let value: JSON =
                switch order {
                case ".key": .string(key())
                case ".priority": priority()
                default: random.pick([.null, 1, 2, 1, 5, true, "x"])
                }
            let hasKey = order != ".key" && random.below(3) == 0
            return Scenario.OrderedWindow.Bound(name: name, value: value, key: hasKey ? key() : nil)
        }
        let isLimited = bounds.isEmpty || random.below(2) == 0
        return Scenario.OrderedWindow(
            order: order, bounds: bounds, limit: isLimited ? 1 + random.below(3) : nil,
            isLast: isLimited && random.below(2) == 0)
    }

    /// Returns boolean rules; most of them permit reads and some of the writes.
    func rules() -> JSON {
        var members: [JSON.Member] = []
        if random.below(5) > 0 { members.append(.init(".read", true)) }
        if random.below(3) == 0 { members.append(.init(".write", true)) }
        for name in ["a", random.pick(["b", "9"]), "$other"] where random.below(2) == 0 {
            members.append(.init(name, permissions(depth: 1)))
        }
        return ["rules": .object(members)]
    }

    private func permissions(depth: Int) -> JSON {
        var members: [JSON.Member] = []
        if random.below(2) == 0 { members.append(.init(".read", .boolean(random.below(4) > 0))) }
        if random.below(3) > 0 { members.append(.init(".write", .boolean(random.below(4) > 0))) }
        if depth > 0, random.below(3) == 0 {
            members.append(.init(random.pick(["a", "$k"]), permissions(depth: depth - 1)))
        }
        return .object(members)
    }

    private func primitive() -> JSON { random.pick([1, 2, 1, 5, true, false, "x", "y"]) }

    private func object(_ child: () -> JSON) -> JSON {
        var members: [JSON.Member] = []
        for _ in 0..<random.pick([0, 1, 1, 2, 2, 3, 4]) {
            let name = key()
            if !members.contains(where: { $0.name == name }) { members.append(.init(name, child())) }
        }
        return .object(members)
    }
}
