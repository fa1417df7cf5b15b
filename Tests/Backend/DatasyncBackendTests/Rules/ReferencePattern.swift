import TestSupport

/// A pattern that is matched by its definition: the set of places where a match that begins at a place may end.
indirect enum ReferencePattern {
    case character(Character)
    case digit
    case notDigit
    case anything
    case oneOf([Character], isNegated: Bool)
    case start
    case end
    case sequence(ReferencePattern, ReferencePattern)
    case either(ReferencePattern, ReferencePattern)
    case repetition(ReferencePattern, Int, Int?)

    static func random(using random: inout SeededGenerator, depth: Int) -> ReferencePattern {
        switch random.below(depth == 0 ? 6 : 12) {
        case 0, 1: .character(random.pick(["a", "b", "A", "1"]))
        case 2: random.pick([.digit, .notDigit])
        case 3: .anything
        case 4: .oneOf(random.pick([["a"], ["a", "b"], ["1", "A"]]), isNegated: random.chance(40))
        case 5: random.pick([.start, .end])
        case 6, 7, 8:
            .sequence(Self.random(using: &random, depth: depth - 1), Self.random(using: &random, depth: depth - 1))
        case 9: .either(Self.random(using: &random, depth: depth - 1), Self.random(using: &random, depth: depth - 1))
        default:
            .repetition(
                Self.random(using: &random, depth: depth - 1), random.below(3), random.pick([nil, 2, 3]))
        }
    }

    var text: String {
        switch self {
        case .character(let character): String(character)
        case .digit: "\\d"
        case .notDigit: "\\D"
        case .anything: "."
        case .oneOf(let characters, let isNegated): "[\(isNegated ? "^" : "")\(String(characters))]"
        case .start: "^"
        case .end: "$"
        case .sequence(let left, let right): left.text + right.text
        case .either(let left, let right): "(\(left.text)|\(right.text))"
        case .repetition(let pattern, 0, nil): "(\(pattern.text))*"
        case .repetition(let pattern, 1, nil): "(?:\(pattern.text))+"
        case .repetition(let pattern, let least, let most): "(\(pattern.text)){\(least),\(most.map(String.init) ?? "")}"
        }
    }

    func occurs(in text: [Character], ignoresCase: Bool) -> Bool {
        text.indices.contains { !ends(in: text, from: $0, ignoresCase).isEmpty }
            || !ends(in: text, from: text.count, ignoresCase).isEmpty
    }

    private func ends(in text: [Character], from place: Int, _ ignoresCase: Bool) -> Set<Int> {
        switch self {
        case .start: return place == 0 ? [place] : []
        case .end: return place == text.count ? [place] : []
        case .sequence(let left, let right):
            return left.ends(in: text, from: place, ignoresCase).reduce(into: []) {
                $0.formUnion(right.ends(in: text, from: $1, ignoresCase))
            }
        case .either(let left, let right):
            return left.ends(in: text, from: place, ignoresCase).union(right.ends(in: text, from: place, ignoresCase))
        case .repetition(let pattern, let least, let most):
            var all: Set<Int> = least == 0 ? [place] : []
            var reached: Set<Int> = [place]
            // After as many rounds as there are places, a round without bound reaches nothing new.
            for round in 1...max(1, min(most ?? .max, least + text.count + 1)) where most != 0 {
                reached = reached.reduce(into: []) { $0.formUnion(pattern.ends(in: text, from: $1, ignoresCase)) }
                if round >= least { all.formUnion(reached) }
            }
            return all
        default: return place < text.count && accepts(text[place], ignoresCase) ? [place + 1] : []
        }
    }

    private func accepts(_ character: Character, _ ignoresCase: Bool) -> Bool {
        let isSame = { (other: Character) in
            other == character || ignoresCase && other.lowercased() == character.lowercased()
        }
        return switch self {
        case .character(let other): isSame(other)
        case .digit: character == "1"
        case .notDigit: character != "1"
        case .anything: character != "\n"
        case .oneOf(let characters, let isNegated): characters.contains(where: isSame) != isNegated
        default: false
        }
    }
}
