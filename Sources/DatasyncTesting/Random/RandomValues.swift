import DatasyncTree

/// Random paths, values and rules from small alphabets, so that they collide often.
struct RandomValues {
    private let random: SeededRandom

    init(_ random: SeededRandom) { self.random = random }

    /// Returns a key from a set whose order differs by number, by text and by length.
    func key() -> String { random.pick(["a", "a", "a", "b", "b", "c", "0", "9", "10"]) }

    func path(depth: Int) -> String { "/" + (0..<depth).map { _ in key() }.joined(separator: "/") }

    /// Returns data without server values.
    func tree(depth: Int) -> JSON {
        guard depth > 0, random.below(3) > 0 else { return primitive() }
        return object { tree(depth: depth - 1) }
    }

    /// Returns a value to write, including null, empty objects, arrays and server values.
    func value(depth: Int) -> JSON {
        switch random.below(depth > 0 ? 20 : 10) {
        case 0, 1: .null
        case 2: [".sv": "timestamp"]
        case ..<10: primitive()
        case 10: .array((0..<random.below(3)).map { _ in primitive() })
        default: object { value(depth: depth - 1) }
        }
    }

    /// Returns children by key or relative path, no path at or below another.
    func merge() -> JSON {
        var members: [JSON.Member] = []
        for _ in 0..<(1 + random.below(3)) {
            let name = (0..<random.pick([1, 1, 1, 2, 2, 3])).map { _ in key() }.joined(separator: "/")
            let collides = members.contains {
                (name + "/").hasPrefix($0.name + "/") || ($0.name + "/").hasPrefix(name + "/")
            }
            if !collides { members.append(JSON.Member(name, value(depth: 1))) }
        }
        return .object(members)
    }

    func change() -> Scenario.Write.Change {
        random.pick([.add(1), .add(-2), .set(tree(depth: 2)), .set(.null), .toggle, .abort])
    }

    func window() -> Scenario.WindowText {
        let (start, end) = (key(), key())
        return random.pick([
            .first(1), .first(2), .last(1), .last(2), .startAt(start, nil), .startAt(start, 1 + random.below(2)),
            .endAt(end, nil), .endAt(end, 1 + random.below(2)), .between(start, end),
        ])
    }

    /// Returns boolean rules, most of which permit reads and some of the writes.
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
