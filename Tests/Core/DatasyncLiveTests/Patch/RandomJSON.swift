import DatasyncTree

/// A generator of JSON values, and of pairs with common parts.
struct RandomJSON {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func pair() -> (old: JSON, new: JSON) {
        let old = value(depth: 4)
        switch below(8) {
        case 0: return (old, value(depth: 4))
        case 1: return (old, old)
        default:
            var new = old
            for _ in 0...below(3) { new = changed(new, depth: 4) }
            return (old, new)
        }
    }

    private mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(bound))
    }

    private mutating func name() -> String {
        ["a", "b", "c", "a/b", "~", "~1", "", "é", "e\u{301}", "0", "\"", "\n", "a long name that repeats"][below(13)]
    }

    private mutating func value(depth: Int) -> JSON {
        switch below(depth > 0 ? 9 : 5) {
        case 0: return .null
        case 1: return .boolean(below(2) == 0)
        case 2: return .number(Double(below(2_000) - 1_000) / [1, 8][below(2)])
        case 3: return .string(name())
        case 4: return .string(String(repeating: name() + "x", count: below(12)))
        case 5, 6: return .array((0..<below(7)).map { _ in value(depth: depth - 1) })
        default:
            var members: [JSON.Member] = []
            for _ in 0..<below(6) {
                let name = name()
                if !members.contains(where: { $0.name.hasSameBytes(as: name) }) {
                    members.append(.init(name, value(depth: depth - 1)))
                }
            }
            return .object(members)
        }
    }

    /// Returns the value with a change somewhere inside.
    private mutating func changed(_ json: JSON, depth: Int) -> JSON {
        switch json.content {
        case .array(var elements) where below(8) > 0:
            switch below(4) {
            case 0: elements.insert(value(depth: depth - 1), at: below(elements.count + 1))
            case 1 where !elements.isEmpty: elements.remove(at: below(elements.count))
            case 2 where !elements.isEmpty:
                let moved = elements.remove(at: below(elements.count))
                elements.insert(moved, at: below(elements.count + 1))
            default:
                if elements.isEmpty { return .array([value(depth: 0)]) }
                let index = below(elements.count)
                elements[index] = changed(elements[index], depth: depth - 1)
            }
            return .array(elements)
        case .object(var members) where below(8) > 0:
            switch below(4) {
            case 0:
                let name = name()
                members.removeAll { $0.name.hasSameBytes(as: name) }
                members.append(.init(name, value(depth: depth - 1)))
            case 1 where !members.isEmpty: members.remove(at: below(members.count))
            case 2: members.reverse()
            default:
                if members.isEmpty { return .object([.init(name(), value(depth: 0))]) }
                let index = below(members.count)
                members[index] = .init(members[index].name, changed(members[index].value, depth: depth - 1))
            }
            return .object(members)
        default: return value(depth: max(0, depth))
        }
    }
}
