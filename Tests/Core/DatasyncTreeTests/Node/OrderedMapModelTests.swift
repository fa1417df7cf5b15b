import DatasyncTree
import TestSupport
import Testing

@Suite("An ordered map behaves like a sorted dictionary")
struct OrderedMapModelTests {
    /// A map and its model, with the same edits.
    private struct Pair: CustomTestStringConvertible {
        var map = OrderedMap<Int, Int>()
        var model: [Int: Int] = [:]

        mutating func step(_ random: inout SeededGenerator, range: Int, removals: Int) -> Bool {
            let (key, value) = (random.below(range), random.below(1000))
            switch random.below(10) {
            case 0..<removals: return map.removeValue(for: key) == model.removeValue(forKey: key)
            case removals:
                return map.modify(key) {
                    $0 += 1
                    return $0
                }
                    == model[key].map {
                        model[key] = $0 + 1
                        return $0 + 1
                    }
            case removals + 1:
                let expected = (model[key] ?? 7) + value
                model[key] = expected
                return map.modify(key, default: 7) {
                    $0 += value
                    return $0
                } == expected
            default: return map.set(value, for: key) == model.updateValue(value, forKey: key)
            }
        }

        var testDescription: String { "\(map.count) entries for \(model.count)" }

        var sorted: [Int] { model.keys.sorted() }

        var isSame: Bool {
            let sorted = sorted
            return map.count == model.count && map.isEmpty == model.isEmpty && map.keys == sorted
                && map.map(\.value) == sorted.map { model[$0] } && map.first?.key == sorted.first
                && map.last?.key == sorted.last
                && map.entriesBackwards(from: nil).map(\.key) == sorted.reversed()
        }

        /// Whether lookups and neighbours of a key, present or not, equal those of the model.
        func agrees(on key: Int) -> Bool {
            let sorted = sorted
            return map[key] == model[key] && map.contains(key) == (model[key] != nil)
                && map.entry(before: key)?.key == sorted.last { $0 < key }
                && map.entry(after: key)?.key == sorted.first { $0 > key }
                && map.entries(from: key).map(\.key) == sorted.filter { $0 >= key }
                && map.entriesBackwards(from: key).map(\.key) == sorted.reversed().filter { $0 <= key }
        }
    }

    @Test(
        "the map equals its model through tens of thousands of random edits, growing and shrinking",
        arguments: [50, 400, 5000, 100_000])
    func edits(range: Int) {
        var random = SeededGenerator(salt: UInt64(range))
        var pair = Pair()
        for step in 0..<30_000 {
            let removals = (step / 5000) % 2 == 0 ? 2 : 7
            guard pair.step(&random, range: range, removals: removals) else {
                Issue.record("step \(step), range \(range), \(Seed.note)")
                return
            }
            if step % 1500 == 0 {
                #expect(pair.isSame, "step \(step), range \(range), \(Seed.note)")
                for _ in 0..<20 {
                    let key = random.below(range + 20) - 10
                    #expect(pair.agrees(on: key), "key \(key), step \(step), range \(range), \(Seed.note)")
                }
            }
        }
        #expect(pair.isSame, "range \(range), \(Seed.note)")
    }

    @Test(
        "a map that is emptied in any order is empty, and can be filled again",
        arguments: [1, 8, 31, 32, 33, 64, 1000, 5000])
    func emptied(count: Int) {
        var random = SeededGenerator(salt: 50)
        for order in 0..<3 {
            var pair = Pair()
            for key in 0..<count {
                pair.map[key * 2] = key
                pair.model[key * 2] = key
            }
            let keys =
                order == 0 ? pair.sorted : order == 1 ? pair.sorted.reversed() : pair.sorted.shuffled(using: &random)
            for (index, key) in keys.enumerated() {
                pair.map[key] = nil
                pair.model[key] = nil
                if index % (count / 8 + 1) == 0 {
                    #expect(
                        pair.isSame && pair.agrees(on: key) && pair.agrees(on: key + 1),
                        "\(index) of \(count), \(Seed.note)")
                }
            }
            #expect(pair.isSame)
            #expect(
                pair.map.first == nil && pair.map.last == nil && pair.map.entry(after: 0) == nil
                    && pair.map.entry(before: 0) == nil)
            pair.map[5] = 5
            #expect(pair.map.keys == [5])
        }
    }

    @Test(
        "a map built from sorted entries equals one built by insertion",
        arguments: [0, 1, 2, 23, 24, 25, 32, 33, 577, 600, 20_000])
    func bulk(count: Int) {
        var random = SeededGenerator(salt: 51)
        var pair = Pair()
        pair.map = OrderedMap(sorted: (0..<count).map { ($0 * 3, $0) })
        pair.model = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0 * 3, $0) })
        #expect(pair.isSame)
        for step in 0..<2000 where !pair.step(&random, range: count * 3 + 10, removals: 4) {
            Issue.record("step \(step), count \(count), \(Seed.note)")
        }
        #expect(pair.isSame, "count \(count), \(Seed.note)")
    }

    @Test("a copy is unaffected by later edits of the original, and vice versa")
    func copies() {
        var random = SeededGenerator(salt: 52)
        var pair = Pair()
        var snapshots: [Pair] = []
        for step in 0..<20_000 {
            if step % 500 == 0 { snapshots.append(pair) }
            if step % 700 == 0, !snapshots.isEmpty {
                let index = random.below(snapshots.count)
                for _ in 0..<20 { _ = snapshots[index].step(&random, range: 3000, removals: 4) }
            }
            guard pair.step(&random, range: 3000, removals: (step / 4000) % 2 == 0 ? 2 : 7) else {
                Issue.record("step \(step), \(Seed.note)")
                return
            }
        }
        for (index, snapshot) in snapshots.enumerated() { #expect(snapshot.isSame, "snapshot \(index), \(Seed.note)") }
        #expect(pair.isSame, "\(Seed.note)")
    }

    @Test("every key is found after inserting in any order", arguments: [34, 100, 1000, 10_000])
    func orders(count: Int) {
        var random = SeededGenerator(salt: 53)
        let ascending = Array(0..<count)
        for keys in [ascending, ascending.reversed(), ascending.shuffled(using: &random)] {
            var map = OrderedMap<Int, Int>()
            for key in keys { map.set(key, for: key) }
            let missing = ascending.filter { map[$0] != $0 }
            #expect(missing.isEmpty, "\(Seed.note)")
            for key in keys { map.set(-key, for: key) }
            #expect(map.count == count, "\(Seed.note)")
        }
    }

    @Test("an iterator continues over the map that it was made from")
    func iterators() {
        var map = OrderedMap<Int, Int>(sorted: (0..<1000).map { ($0, $0) })
        var iterator = map.makeIterator()
        for _ in 0..<10 { _ = iterator.next() }
        for key in 0..<1000 { map.removeValue(for: key) }
        #expect(Array(iterator).map(\.key) == Array(10..<1000))
        #expect(map.isEmpty)
    }
}
