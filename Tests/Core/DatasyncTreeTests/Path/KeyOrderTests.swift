import DatasyncTree
import TestSupport
import Testing

@Suite("The order of keys")
struct KeyOrderTests {
    @Test(
        "keys ascend: numbers by value, equal values by length, then text by UTF-16 [orders 1.8]",
        arguments: [
            ["-1", "1", "01", "9", "10", "2147483648", "4294967296", "A", "_", "a", "b", "é"],
            ["-2147483648", "-2", "-1", "0", "-0", "00", "-00", "000", "1", "01", "001", "2", "2147483647"],
            [
                "2147483647", "02147483647", "-", "--1", "-2147483649", "-9999999999", "-a", "1a", "2147483648",
                "9999999999",
            ],
            ["5", "-5x", "5x", "a", "a1", "a10", "a2", "a٠", "b"],
            ["1", "00000000001", "00000000000000000001", "2"],
            ["12345678", " 1", "+1", "1 ", "10000000000", "A"],
            [
                "z", "\u{7F}x", "\u{80}", "é", "\u{D7FF}", "\u{10000}", "\u{1F600}", "\u{10FFFF}", "\u{E000}",
                "\u{FFFF}",
            ],
            ["a", "a\u{10000}", "a\u{FFFD}", "aa\u{10000}"].sorted { utf16Precedes($0, $1) },
            ["e", "e\u{301}", "f", "é"],
        ])
    func table(texts: [String]) {
        let sorted = texts.map { Key(unchecked: $0) }
        for (left, one) in sorted.enumerated() {
            for (right, two) in sorted.enumerated() {
                #expect((one < two) == (left < right), "\(one) < \(two)")
                #expect((one == two) == (left == right), "\(one) == \(two)")
            }
        }
    }

    @Test("random keys are in the order of a naive reference")
    func random() throws {
        var random = SeededGenerator(salt: 10)
        let texts = (0..<600).map { _ in random.below(2) == 0 ? random.numericText() : random.keyText() }
        let all = texts.map { Key(unchecked: $0) }
        for _ in 0..<60_000 {
            let (left, right) = (random.below(all.count), random.below(all.count))
            #expect(
                (all[left] < all[right]) == naivePrecedes(texts[left], texts[right]),
                "\(texts[left]) < \(texts[right]), \(Seed.note)")
        }
        let sorted = all.sorted()
        for (one, two) in zip(sorted, sorted.dropFirst()) { #expect(!(two < one), "\(one), \(two), \(Seed.note)") }
    }

    @Test("the order is strict, total and transitive")
    func transitive() {
        var random = SeededGenerator(salt: 11)
        for _ in 0..<20_000 {
            let three = (0..<3).map { _ in
                Key(unchecked: random.below(2) == 0 ? random.numericText() : random.keyText(upTo: 2))
            }
            let (a, b, c) = (three[0], three[1], three[2])
            #expect([a < b, b < a, a == b].count { $0 } == 1, "\(a), \(b), \(Seed.note)")
            if a < b, b < c { #expect(a < c, "\(a), \(b), \(c), \(Seed.note)") }
        }
    }

    @Test("text order compares UTF-16 code units, even of keys with numbers")
    func textual() throws {
        var random = SeededGenerator(salt: 12)
        #expect(Key(unchecked: "10").isTextuallyBefore(Key(unchecked: "9")))
        #expect(TextOrderedKey(Key(unchecked: "10")) < TextOrderedKey(Key(unchecked: "9")))
        for _ in 0..<20_000 {
            let (left, right) = (random.keyText(), random.keyText())
            let expected = utf16Precedes(left, right)
            #expect(left.precedesInUTF16(right) == expected, "\(left), \(right), \(Seed.note)")
            #expect(
                Key(unchecked: left).isTextuallyBefore(Key(unchecked: right)) == expected,
                "\(left), \(right), \(Seed.note)")
            #expect(
                left.hasSameBytes(as: right) == (Array(left.utf8) == Array(right.utf8)),
                "\(left), \(right), \(Seed.note)")
        }
    }
}

private func utf16Precedes(_ left: String, _ right: String) -> Bool {
    Array(left.utf16).lexicographicallyPrecedes(Array(right.utf16))
}

/// Compares two keys by a naive implementation of each rule.
private func naivePrecedes(_ left: String, _ right: String) -> Bool {
    switch (naiveInteger(left), naiveInteger(right)) {
    case (let one?, let two?) where one != two: one < two
    case (.some, .some) where left.utf16.count != right.utf16.count: left.utf16.count < right.utf16.count
    case (.some, nil): true
    case (nil, .some): false
    default: utf16Precedes(left, right)
    }
}

/// Returns the value of a text that matches `^-?0*[0-9]{1,10}$` and fits in 32 bits.
private func naiveInteger(_ text: String) -> Int? {
    guard text.wholeMatch(of: /-?0*[0-9]{1,10}/) != nil, let value = Int(text.suffix(11)) ?? Int(text.suffix(10)) else {
        return nil
    }
    let signed = text.hasPrefix("-") ? -abs(value) : value
    return Int32(exactly: signed).map(Int.init)
}

extension SeededGenerator {
    /// Returns a text of digits, or nearly.
    fileprivate mutating func numericText() -> String {
        let sign = pick(["", "", "-"])
        let zeros = String(repeating: "0", count: pick([0, 0, 0, 1, 2, 9]))
        let digits = pick([
            "\(below(20))", "\(below(100_000))", "\(2_147_483_640 + below(16))", "\(below(9_999_999_999))", "", "1x",
        ])
        return sign + zeros + digits == "" ? "0" : sign + zeros + digits
    }
}
