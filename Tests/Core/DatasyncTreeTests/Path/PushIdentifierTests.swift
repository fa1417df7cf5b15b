import DatasyncTree
import TestSupport
import Testing

@Suite("Push identifiers")
struct PushIdentifierTests {
    private static let alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

    /// Returns the 120 bits of an identifier, as 20 digits of base 64.
    private func digits(_ key: Key) throws -> [Int] {
        let alphabet = Array(Self.alphabet.utf8)
        return try key.text.utf8.map { byte in try #require(alphabet.firstIndex(of: byte)) }
    }

    private func time(_ digits: [Int]) -> Int { digits.prefix(8).reduce(0) { $0 << 6 | $1 } }

    @Test("an identifier has twenty characters of the alphabet, of which the first eight are its time")
    func format() throws {
        var random = SeededGenerator(salt: 30)
        var identifiers = PushIdentifiers()
        for now in [0, 1, 63, 64, 1_700_000_000_000, 281_474_976_710_655] as [Double] {
            let key = identifiers.next(now: now) { random.next() }
            #expect(key.text.utf8.count == 20)
            #expect(Key.problem(in: key.text) == nil)
            #expect(time(try digits(key)) == Int(now))
        }
    }

    @Test("the alphabet ascends in plain text order and in key order")
    func alphabet() {
        #expect(Self.alphabet.utf8.count == 64)
        #expect(Array(Self.alphabet.utf8) == Self.alphabet.utf8.sorted())
    }

    @Test("fractions of a millisecond are dropped")
    func fraction() throws {
        var identifiers = PushIdentifiers()
        let first = try digits(identifiers.next(now: 1000.25) { 0 })
        let second = try digits(identifiers.next(now: 1000.75) { 0 })
        #expect(time(first) == 1000)
        #expect(second == first.dropLast() + [first[19] + 1])
    }

    @Test("zero random bits give the lowest digits, and all ones the highest")
    func bounds() {
        var lowest = PushIdentifiers()
        #expect(lowest.next(now: 0) { 0 }.text == "--------------------")
        var highest = PushIdentifiers()
        #expect(highest.next(now: 281_474_976_710_655) { .max }.text == "zzzzzzzzzzzzzzzzzzzz")
    }

    @Test("random identifiers of different times use every digit in every position")
    func randomBits() throws {
        var random = SeededGenerator(salt: 31)
        var seen = [Set<Int>](repeating: [], count: 12)
        var identifiers = PushIdentifiers()
        for now in 0..<2000 {
            for (place, digit) in try digits(identifiers.next(now: Double(now)) { random.next() }).suffix(12)
                .enumerated()
            {
                seen[place].insert(digit)
            }
        }
        #expect(seen.allSatisfy { $0.count == 64 }, "\(Seed.note)")
    }

    @Test("within a millisecond each identifier is the previous one plus one")
    func increment() throws {
        var random = SeededGenerator(salt: 32)
        var identifiers = PushIdentifiers()
        var previous = try digits(identifiers.next(now: 5) { random.next() })
        for _ in 0..<10_000 {
            let next = try digits(identifiers.next(now: 5) { random.next() })
            var expected = previous
            var place = 19
            while expected[place] == 63 {
                expected[place] = 0
                place -= 1
            }
            expected[place] += 1
            #expect(next == expected, "\(Seed.note)")
            previous = next
        }
    }

    @Test("an increment carries over all positions and finally into the time, and the order holds")
    func carry() throws {
        var identifiers = PushIdentifiers()
        let texts = (0..<70).map { _ in identifiers.next(now: 7) { .max }.text }
        #expect(texts[0] == "-------6zzzzzzzzzzzz")
        #expect(texts[1] == "-------7------------")
        #expect(texts[65] == "-------7----------0-")
        #expect(texts == texts.sorted())
        #expect(Set(texts).count == texts.count)
    }

    @Test("plain string order and key order are order in time")
    func order() {
        var random = SeededGenerator(salt: 33)
        var identifiers = PushIdentifiers()
        var now = 1_600_000_000_000.0
        var made: [Key] = []
        for _ in 0..<5000 {
            now += random.pick([0, 0, 1, 2, 1000, 86_400_000])
            made.append(identifiers.next(now: now) { random.next() })
        }
        #expect(made.map(\.text) == made.map(\.text).sorted(), "\(Seed.note)")
        #expect(made == made.sorted(), "\(Seed.note)")
        #expect(Set(made).count == made.count, "\(Seed.note)")
    }
}
