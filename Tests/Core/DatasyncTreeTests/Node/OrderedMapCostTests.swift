import DatasyncTree
import Synchronization
import Testing

@Suite("The cost of an ordered map", .serialized)
struct OrderedMapCostTests {
    /// A key that counts its comparisons.
    private struct CountingKey: Comparable, Sendable {
        static let comparisons = Atomic<Int>(0)
        let number: Int

        static func < (left: Self, right: Self) -> Bool {
            comparisons.add(1, ordering: .relaxed)
            return left.number < right.number
        }

        static func == (left: Self, right: Self) -> Bool {
            comparisons.add(1, ordering: .relaxed)
            return left.number == right.number
        }
    }

    private typealias Map = OrderedMap<CountingKey, Int>

    private func map(_ count: Int) -> Map { Map(sorted: (0..<count).map { (CountingKey(number: $0 * 2), $0) }) }

    /// Returns the most comparisons of one call of the body, for keys spread over the whole map.
    private func cost(_ map: Map, _ count: Int, _ body: (inout Map, CountingKey) -> Void) -> Int {
        var most = 0
        var map = map
        for step in 0..<200 {
            let key = CountingKey(number: step * (count * 2 / 200) + step % 2)
            let before = CountingKey.comparisons.load(ordering: .relaxed)
            body(&map, key)
            most = max(most, CountingKey.comparisons.load(ordering: .relaxed) - before)
        }
        return most
    }

    private static let operations: [(name: String, body: @Sendable (inout Map, CountingKey) -> Void)] = [
        ("lookup", { map, key in _ = map[key] }), ("contains", { map, key in _ = map.contains(key) }),
        ("set", { map, key in map.set(1, for: key) }), ("remove", { map, key in map.removeValue(for: key) }),
        ("modify", { map, key in map.modify(key) { $0 += 1 } }),
        ("modify or insert", { map, key in map.modify(key, default: 0) { $0 += 1 } }),
        ("entry before", { map, key in _ = map.entry(before: key) }),
        ("entry after", { map, key in _ = map.entry(after: key) }),
        ("ten entries from a key", { map, key in for _ in map.entries(from: key).prefix(10) {} }),
        ("ten entries back from a key", { map, key in for _ in map.entriesBackwards(from: key).prefix(10) {} }),
        ("first and last", { map, _ in _ = (map.first, map.last) }),
        (
            "difference after an edit",
            { map, key in
                let old = map
                map.set(2, for: key)
                map.forEachDifference(from: old) { _, _, _ in true }
            }
        ),
    ]

    @Test("every operation compares a logarithmic number of keys")
    func logarithmic() {
        for (name, body) in Self.operations {
            let small = cost(map(1000), 1000, body)
            let large = cost(map(100_000), 100_000, body)
            // A hundred times the entries make at most two more levels, some twenty comparisons each. A difference also
            // compares the bounds and entries of the pages on its path.
            let perLevel = name.hasPrefix("difference") ? 250 : 20
            #expect(large <= small + 2 * perLevel, "\(name): \(small) comparisons in 1000, \(large) in 100000")
            #expect(large <= 600, "\(name): \(large) comparisons")
        }
    }

    @Test("neither walking the map nor building it from sorted entries compares keys")
    func walking() {
        let before = CountingKey.comparisons.load(ordering: .relaxed)
        var sum = 0
        for (_, value) in map(10_000) { sum += value }
        for (_, value) in map(10_000).entriesBackwards(from: nil) { sum -= value }
        #expect(sum == 0)
        #expect(CountingKey.comparisons.load(ordering: .relaxed) == before)
    }
}
