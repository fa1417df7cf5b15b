import TestSupport
import Testing

@testable import DatasyncTree

struct WindowRangesTests {
    private static func random(_ generator: inout SeededGenerator) throws -> Node {
        var entries: [(Key, Node)] = []
        for index in 0..<40 where Bool.random(using: &generator) {
            let value = Double(Int.random(in: 0..<12, using: &generator))
            entries.append((try Key("k\(index)"), .number(value)))
        }
        return Node(Children(entries))
    }

    private static func window(_ order: Order, _ generator: inout SeededGenerator) throws -> Window {
        func bound() -> BoundValue? {
            guard Bool.random(using: &generator) else { return nil }
            let value: Primitive =
                order == .key
                ? .string("k\(Int.random(in: 0..<40, using: &generator))")
                : .number(Double(Int.random(in: 0..<12, using: &generator)))
            return BoundValue(value, isInclusive: Bool.random(using: &generator))
        }
        let limit = Bool.random(using: &generator) ? Int.random(in: 1..<8, using: &generator) : nil
        return try Window(
            order: order, start: bound(), end: bound(), limit: limit,
            side: Bool.random(using: &generator) ? .first : .last)
    }

    @Test(
        "a change of a child reaches each window that it changes, in random histories", arguments: [Order.key, .value])
    func random(order: Order) throws {
        var generator = SeededGenerator(salt: 71)
        for _ in 0..<40 {
            var node = try Self.random(&generator)
            var ranges = WindowRanges()
            var windows: Set<Window> = []
            for _ in 0..<30 {
                let window = try Self.window(order, &generator)
                if window.isAll { continue }
                windows.insert(window)
                ranges.set(window, over: node)
            }
            for _ in 0..<40 {
                let key = try Key("k\(Int.random(in: 0..<40, using: &generator))")
                let value = Int.random(in: -3..<12, using: &generator)
                let before = node
                node.set(value < 0 ? .null : .number(Double(value)), at: Path([key]))
                var found: Set<Window> = []
                ranges.forEach(around: key, before[key], node[key], by: order) { found.insert($0) }
                if before[key] != node[key] {
                    let missed = windows.filter { $0.cut(before) != $0.cut(node) && !found.contains($0) }
                    #expect(missed.isEmpty, "\(missed) at \(key) \(before.text) \(node.text); \(Seed.note)")
                }
                for window in found { ranges.set(window, over: node) }
                if let removed = windows.randomElement(using: &generator), Int.random(in: 0..<4, using: &generator) == 0
                {
                    windows.remove(removed)
                    ranges.remove(removed)
                    #expect(ranges.count == windows.count)
                }
            }
        }
    }

    @Test("a change outside of the bounds of most windows visits few of them")
    func fewVisits() throws {
        let node = Node(Children((0..<10_000).map { (Key(index: $0), .number(Double($0))) }))
        var ranges = WindowRanges()
        for index in 0..<5_000 {
            ranges.set(
                try Window(
                    order: .value, start: BoundValue(.number(Double(2 * index))),
                    end: BoundValue(.number(Double(2 * index + 1)))), over: node)
        }
        var visits = 0
        ranges.forEach(around: Key(index: 10), .number(10), .number(11.5), by: .value) { _ in visits += 1 }
        #expect(visits == 1)
        // A full window ends at its last child.
        for limit in 1...1_000 { ranges.set(try Window(order: .value, limit: limit), over: node) }
        visits = 0
        ranges.forEach(around: Key(index: 5_000), .number(5_000), .number(5_001.5), by: .value) { _ in visits += 1 }
        #expect(visits == 1)
    }
}
