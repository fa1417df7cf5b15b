import TestSupport
import Testing

@testable import DatasyncTree

@Suite("The order of a query")
struct OrderTests {
    @Test("index values are ordered by type, then by value")
    func values() throws {
        let ascending = [
            "null", "false", "true", "-2", "0", "1.5", "10", "\"\"", "\"10\"", "\"A\"", "\"a\"", "\"😀\"",
            "\"\u{FF5E}\"",
            "{\"a\":1}",
        ]
        let values = try ascending.map { IndexValue(try node($0)) }
        for (left, mine) in values.enumerated() {
            for (right, theirs) in values.enumerated() {
                #expect((mine < theirs) == (left < right), "\(ascending[left]) and \(ascending[right])")
                #expect((mine == theirs) == (left == right), "\(ascending[left]) and \(ascending[right])")
            }
        }
        #expect(try IndexValue(node("{\"a\":1}")) == IndexValue(node("{\"b\":{\"c\":2}}")))
        #expect(try IndexValue(node("{\".value\":1,\".priority\":2}")) == IndexValue(node("1")))
    }

    @Test("children without a priority precede numbers, and numbers strings; equal ones go by key")
    func priorities() throws {
        let value = try node(
            """
            {"a":{".value":1,".priority":"y"},"v":{".value":1,".priority":"A"},"x":{".value":1,".priority":10},
            "w":{".value":1,".priority":-2},"z":1,"u":1}
            """)
        #expect(value.children.entries(by: .priority).map(\.key.text).joined() == "uzwxva")
        #expect(value.children.entries(by: .priority, isReversed: true).map(\.key.text).joined() == "avxwzu")
    }

    @Test(
        "a window selects by index value and key",
        arguments: [
            ("startAt 2", "bdc"), ("startAfter 2", "c"), ("startAt 2 c", "dc"), ("startAfter 2 b", "dc"),
            ("startAt 2 z", "c"), ("endAt 2", "eabd"), ("endBefore 2", "ea"), ("endAt 2 b", "eab"),
            ("endBefore 2 d", "eab"),
            ("equalTo 2", "bd"), ("equalTo 2 d", "d"), ("equalTo 2 a", ""), ("startAt null", "eabdc"),
            ("equalTo null", "e"),
            ("startAfter null", "abdc"), ("endAt null", "e"), ("endBefore null", ""), ("startAt true", "abdc"),
            ("equalTo \"s\"", ""), ("endAt \"s\"", "eabdc"),
        ])
    func bounds(text: String, expected: String) throws {
        let value = try node("{\"a\":{\"n\":1},\"b\":{\"n\":2},\"c\":{\"n\":3},\"d\":{\"n\":2},\"e\":{\"m\":1}}")
        let window = try self.window(text)
        #expect(window.cut(value).children.entries(by: window.order).map(\.key.text).joined() == expected)
        for (key, child) in value.children {
            #expect(window.isInRange(key, child) == expected.contains(key.text), "\(key)")
        }
        #expect(!window.isAll && !window.isDefault)
    }

    private func window(_ text: String, order: Order? = nil) throws -> Window {
        let words = text.split(separator: " ").map(String.init)
        let value = try node(words[1]).primitive
        let key = words.count > 2 ? words[2] : nil
        let order = try order ?? .child("n")
        return switch words[0] {
        case "startAt": try Window(order: order, start: BoundValue(value, key: key))
        case "startAfter": try Window(order: order, start: BoundValue(value, key: key, isInclusive: false))
        case "endAt": try Window(order: order, end: BoundValue(value, key: key))
        case "endBefore": try Window(order: order, end: BoundValue(value, key: key, isInclusive: false))
        default: try Window(order: order, start: BoundValue(value, key: key), end: BoundValue(value, key: key))
        }
    }

    @Test("mistakes of a constraint are refused with the remedy")
    func mistakes() throws {
        for (order, text) in [
            (Order.key, "startAt 1"), (.key, "startAt null"), (.key, "startAt \"a\" b"), (.key, "endAt \"a/b\""),
            (.priority, "startAt true"), (.value, "startAt 1 a.b"),
        ] {
            #expect(dataError { _ = try window(text, order: order) }?.code == .invalidConstraint, "\(order) \(text)")
        }
        for text in ["", "/", "a/.priority", ".value/a", "a//$"] {
            #expect(dataError { _ = try Order.child(text) }?.code == .invalidConstraint, "\(text)")
        }
        #expect(dataError { _ = try Window(order: .value, limit: 0) }?.code == .invalidConstraint)
        #expect(
            dataError { _ = try Window(order: .value, start: BoundValue(.number(.nan))) }?.code == .invalidConstraint)
    }

    @Test("the default query is ordered by priority, and an order without bounds is no window")
    func defaults() throws {
        #expect(try Window() == .all && Window(order: .priority) == .all)
        let byKey = try Window(order: .key)
        #expect(byKey.isAll && !byKey.isDefault && byKey != .all)
        let value = try node("{\"a\":1,\".priority\":2}")
        #expect(byKey.cut(value) == value)
        #expect(try Window(order: .priority, limit: 5).cut(value) == node("{\"a\":1}"))
        #expect(try Window(order: .value, start: BoundValue(nil)).cut(node("7")).isNull)
    }

    // MARK: Indexes

    private func index(_ node: Node, _ order: Order) -> Node {
        var node = node
        node.addIndex(order)
        return node
    }

    @Test("an index gives what sorting gives, after random edits", arguments: [5, 60, 2_000])
    func indexed(range: Int) throws {
        var random = SeededGenerator(salt: 500 + UInt64(range))
        let orders: [Order] = [.value, try .child("n"), .priority]
        var node = Node.null
        for step in 0..<3_000 {
            let key = Key(unchecked: "k\(random.below(range))")
            let value = random.child()
            switch random.below(5) {
            case 0: node.set(.null, at: Path([key]))
            case 1: node.set(.number(Double(random.below(9))), at: Path([key, .priority]))
            case 2: node.set(value, at: Path([key, Key(unchecked: "n")]))
            default: node.set(value, at: Path([key]))
            }
            if step == 900 { for order in orders { node.addIndex(order) } }
            guard step % 149 == 0 || step == 2_999 else { continue }
            #expect(node.violatedInvariant == nil, "step \(step), \(Seed.note)")
            for order in orders {
                let plain = Node(Children(node.children.map { ($0.key, $0.value) }))
                let expected = plain.children.map { order.position(of: $0.key, $0.value) }.sorted().map(\.key)
                #expect(node.children.entries(by: order).map(\.key) == expected, "step \(step), \(Seed.note)")
                #expect(node.children.entries(by: order, isReversed: true).map(\.key) == expected.reversed())
                let bound = BoundValue(random.child().primitive, key: "k\(random.below(range))")
                let limit = 1 + random.below(4)
                guard let start = try? Window(order: order, start: bound, limit: limit),
                    let end = try? Window(order: order, end: bound, limit: limit, side: .last)
                else { continue }
                for window in [start, end] {
                    #expect(window.cut(node) == window.cut(plain), "\(window), step \(step), \(Seed.note)")
                    let inside = expected.filter { window.isInRange($0, node[$0]) }
                    let shown = window == start ? inside.prefix(limit) : inside.suffix(limit)
                    #expect(Set(window.cut(node).children.keys) == Set(shown), "\(window), \(Seed.note)")
                }
            }
        }
    }

    @Test("a removed index is gone, and an index of a small node is not kept")
    func removal() throws {
        let large = Node(Children((0..<100).map { (Key(index: $0), .number(Double(-$0))) }))
        var indexed = index(large, .value)
        #expect(indexed.indexedOrders == [.value] && indexed == large && large.indexedOrders.isEmpty)
        #expect(!indexed.lacksIndex(.value) && large.lacksIndex(.value) && !large.lacksIndex(.key))
        // Without prioritized children, the order by priority is that of the keys.
        #expect(!large.lacksIndex(.priority))
        indexed.removeIndex(.value)
        #expect(indexed.indexedOrders.isEmpty)
        #expect(index(try node("{\"a\":1}"), .value).indexedOrders.isEmpty)
    }

    @Test("adding an index keeps the cached hash")
    func hash() {
        let large = Node(Children((0..<100).map { (Key(index: $0), .number(Double(-$0))) }))
        let hash = large.hash
        let indexed = index(large, .value)
        #expect(indexed.isHashCached && indexed.hash == hash)
    }
}

extension SeededGenerator {
    /// Returns a value of any type, sometimes with a child `n` or a priority.
    fileprivate mutating func child() -> Node {
        let value: Node =
            switch below(6) {
            case 0: .boolean(below(2) == 0)
            case 1: .string("s\(below(5))")
            case 2, 3: .number(Double(below(7)))
            default: Node.null.setting(.number(Double(below(7))), for: Key(unchecked: "n"))
            }
        return below(4) == 0 ? value.withPriority(below(2) == 0 ? .number(Double(below(5))) : .string("p")) : value
    }
}
