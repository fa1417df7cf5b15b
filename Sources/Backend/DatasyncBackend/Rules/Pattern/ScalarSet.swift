/// A set of Unicode scalars: a class of a pattern.
struct ScalarSet: Sendable {
    private(set) var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    static let digits = ScalarSet(ranges: [0x30...0x39])
    static let wordCharacters = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// White space and line ends: the fixed list of ECMAScript.
    static let spaces = ScalarSet(
        ranges: [
            0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
            0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
        ])
    static let lineEnds = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    init(ranges: [ClosedRange<UInt32>] = []) { self.ranges = ranges }

    var isEmpty: Bool { ranges.isEmpty }

    var negated: ScalarSet {
        var copy = self
        copy.isNegated.toggle()
        return copy
    }

    mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

    /// Inserts the members of another set; a negated set has the gaps between its ranges.
    mutating func formUnion(_ other: ScalarSet) {
        guard other.isNegated else {
            ranges += other.ranges
            return
        }
        var next: UInt32 = 0
        for range in other.ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if next < range.lowerBound { ranges.append(next...range.lowerBound - 1) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { ranges.append(next...0x10FFFF) }
    }

    func contains(_ scalar: UInt32) -> Bool { holds(scalar) != isNegated }

    /// Returns whether the set contains a scalar in either case.
    func containsIgnoringCase(_ scalar: UInt32) -> Bool {
        let isHeld = holds(scalar) || holds(LetterCase.lower(scalar)) || holds(LetterCase.upper(scalar))
        return isHeld != isNegated
    }

    private func holds(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }
}
