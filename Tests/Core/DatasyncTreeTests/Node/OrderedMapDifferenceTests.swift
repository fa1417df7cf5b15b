import DatasyncTree
import TestSupport
import Testing

@Suite("The difference of two ordered maps")
struct OrderedMapDifferenceTests {
    private struct Change: Equatable {
        let key: Int
        let old: Int?
        let new: Int?
    }

    private func difference(_ old: OrderedMap<Int, Int>, _ new: OrderedMap<Int, Int>) -> [Change] {
        var changes: [Change] = []
        let isWhole = new.forEachDifference(from: old) { key, old, new in
            // The visitor gets every key that may differ, and itself skips equal values.
            if old != new { changes.append(Change(key: key, old: old, new: new)) }
            return true
        }
        #expect(isWhole)
        return changes
    }

    private func naive(_ old: OrderedMap<Int, Int>, _ new: OrderedMap<Int, Int>) -> [Change] {
        let left = Dictionary(old.map { ($0.key, $0.value) }) { $1 }
        let right = Dictionary(new.map { ($0.key, $0.value) }) { $1 }
        return Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }
            .map { Change(key: $0, old: left[$0], new: right[$0]) }
    }

    @Test("the difference equals the naive difference after any number of edits", arguments: [0, 1, 5, 100, 3000])
    func edits(count: Int) {
        var random = SeededGenerator(salt: 60 + UInt64(count))
        for size in [0, 10, 100, 4000] {
            for round in 0..<5 {
                let old = OrderedMap<Int, Int>(sorted: (0..<size).map { ($0 * 2, $0) })
                var new = old
                for _ in 0..<count {
                    let key = random.below(size * 2 + 10)
                    if random.below(3) == 0 { new.removeValue(for: key) } else { new.set(random.below(50), for: key) }
                }
                let note: Comment = "size \(size), round \(round), \(Seed.note)"
                #expect(difference(old, new) == naive(old, new), note)
                #expect(difference(new, old) == naive(new, old), note)
            }
        }
    }

    @Test("the difference of unrelated maps equals the naive difference")
    func strangers() {
        var random = SeededGenerator(salt: 61)
        for round in 0..<40 {
            var maps = [OrderedMap<Int, Int>(), OrderedMap<Int, Int>()]
            for index in 0..<2 {
                for _ in 0..<random.pick([0, 1, 30, 40, 2000]) {
                    maps[index].set(random.below(3), for: random.below(1000))
                }
            }
            #expect(difference(maps[0], maps[1]) == naive(maps[0], maps[1]), "round \(round), \(Seed.note)")
        }
    }

    @Test("the difference stops when the visitor requests it")
    func stops() {
        let old = OrderedMap<Int, Int>(sorted: (0..<500).map { ($0, 0) })
        var new = old
        for key in [3, 200, 400] { new[key] = 1 }
        var seen: [Int] = []
        let isWhole = new.forEachDifference(from: old) { key, old, new in
            if old != new { seen.append(key) }
            return seen.count < 2
        }
        #expect(!isWhole)
        #expect(seen == [3, 200])
    }

    @Test("after one edit the difference visits about one page, for any size of the map", arguments: [1000, 100_000])
    func shared(count: Int) {
        let old = OrderedMap<Int, Int>(sorted: (0..<count).map { ($0, 0) })
        var edits = [old, old, old]
        edits[0][count / 2] = 1
        edits[1][count + 1] = 1
        edits[2][count / 3] = nil
        for new in edits {
            var visited = 0
            new.forEachDifference(from: old) { _, _, _ in
                visited += 1
                return true
            }
            #expect(visited >= 1 && visited <= 100)
        }
    }

    @Test("a map is identical to its copy until one of them is edited")
    func identity() {
        let map = OrderedMap<Int, Int>(sorted: (0..<100).map { ($0, $0) })
        var copy = map
        #expect(copy.isIdentical(to: map))
        copy[3] = 3
        #expect(!copy.isIdentical(to: map))
        #expect(!map.isIdentical(to: OrderedMap(sorted: (0..<100).map { ($0, $0) })))
    }
}
