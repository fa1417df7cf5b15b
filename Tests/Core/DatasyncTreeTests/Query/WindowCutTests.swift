import DatasyncTree
import TestSupport
import Testing

@Suite("Children inside a window")
struct WindowCutTests {
    private static func first(_ limit: Int) throws -> Window { try Window(limit: limit, side: .first) }
    private static func last(_ limit: Int) throws -> Window { try Window(limit: limit, side: .last) }

    @Test(
        "a window cuts {a:9,b:8,c:7} to the children of the specification",
        arguments: [
            (nil, nil, nil, .first, "abc"), (nil, nil, 2, .first, "ab"), (nil, nil, 2, .last, "bc"),
            (nil, nil, 1, .first, "a"),
            (nil, nil, 1, .last, "c"), (nil, nil, 3, .first, "abc"), (nil, nil, 4, .last, "abc"),
            ("b", nil, nil, .first, "bc"),
            ("b", nil, 1, .first, "b"), ("b", nil, 1, .last, "c"), ("bb", nil, nil, .first, "c"),
            ("d", nil, nil, .first, ""),
            ("", nil, nil, .first, nil), (nil, "cba", 2, .last, "bc"), (nil, "cba", 2, .first, "ab"),
            (nil, "b", nil, .first, "ab"),
            (nil, "b", 1, .last, "b"), (nil, "bb", 1, .last, "b"), (nil, "0", nil, .first, ""),
            ("a", "abc", nil, .first, "a"),
            ("a", "c", nil, .first, "abc"), ("aa", "bz", nil, .first, "b"), ("c", "a", nil, .first, ""),
            ("a", "c", 2, .first, "ab"),
            ("a", "c", 2, .last, "bc"), ("b", "b", nil, .first, "b"), ("bb", "bb", nil, .first, ""),
            ("0", nil, nil, .first, "abc"),
            (nil, "2147483648", nil, .first, ""),
        ] as [(String?, String?, Int?, Window.Side, String?)])
    func table(start: String?, end: String?, limit: Int?, side: Window.Side, expected: String?) throws {
        guard let expected else {
            #expect(throws: DatasyncError.self) { try Window(start: start, end: end, limit: limit, side: side) }
            return
        }
        let window = try Window(start: start, end: end, limit: limit, side: side)
        let cut = window.cut(try node("{\"a\":9,\"b\":8,\"c\":7}"))
        #expect(cut.children.keys.map(\.text).joined() == expected)
        #expect(cut.isNormal)
        for (_, key) in zip(0..., "abc") where expected.contains(key) {
            #expect(window.isInRange(Key(unchecked: String(key)), .null))
        }
    }

    @Test("bounds use the order of keys, not of text")
    func keyOrder() throws {
        let value = try node("{\"9\":1,\"10\":2,\"-1\":3,\"a\":4,\"01\":5}")
        #expect(try Window(start: "9").cut(value).children.keys.map(\.text) == ["9", "10", "a"])
        #expect(try Window(end: "9").cut(value).children.keys.map(\.text) == ["-1", "01", "9"])
        #expect(try Window(start: "1", end: "01").cut(value).children.keys.map(\.text) == ["01"])
        #expect(try Self.first(2).cut(value).children.keys.map(\.text) == ["-1", "01"])
        #expect(try Self.last(2).cut(value).children.keys.map(\.text) == ["10", "a"])
    }

    @Test("the children inside a window are complete, and identical by reference")
    func whole() throws {
        let value = try node("{\"a\":{\"x\":1},\"b\":{\"y\":{\"z\":2}}}")
        let cut = try Window(start: "b").cut(value)
        #expect(cut.text == "{\"b\":{\"y\":{\"z\":2}}}")
        #expect(cut[Key(unchecked: "b")].isIdentical(to: value[Key(unchecked: "b")]))
    }

    @Test("a window that includes all children leaves the node unchanged")
    func all() throws {
        let value = try node("{\"a\":1}")
        #expect(Window.all.cut(value).isIdentical(to: value))
        #expect(Window.all.cut(.number(1)) == .number(1))
        #expect(try Self.first(1).cut(value) == value)
        #expect(try Self.first(1).cut(.null).isNull)
        #expect(try Window(start: "b").cut(value).isNull)
    }

    @Test("a window without bounds and limit is the default window, for either side")
    func isAll() throws {
        #expect(try Window() == .all)
        #expect(try Window(side: .last) == .all)
        #expect(try Window(side: .last).isAll)
        #expect(try !Self.first(1).isAll)
        #expect(try !Window(start: "a").isAll)
        #expect(try Self.first(1) != Self.last(1))
        #expect(try Window(start: "a", side: .last) == Window(start: "a"))
        #expect(try Window(start: "é") != Window(start: "e\u{301}"))
    }

    @Test("random windows have the children of a naive cut")
    func random() throws {
        var random = SeededGenerator(salt: 70)
        for round in 0..<400 {
            let entries = (0..<random.pick([0, 1, 5, 40, 200])).map {
                (Key(unchecked: "\($0 * random.pick([1, 7]))"), $0)
            }
            var value = Node.null
            for (key, number) in entries { value.set(.number(Double(number)), at: Path([key])) }
            let bound = { (random: inout SeededGenerator) -> String? in
                random.below(2) == 0 ? nil : "\(random.below(220) - 10)"
            }
            let (start, end) = (bound(&random), bound(&random))
            let limit = random.below(2) == 0 ? nil : 1 + random.below(30)
            let side: Window.Side = random.pick([.first, .last])
            let window = try Window(start: start, end: end, limit: limit, side: side)
            var expected = value.children.keys.compactMap { Int($0.text) }.sorted()
            if let start = start.flatMap({ Int($0) }) { expected.removeAll { $0 < start } }
            if let end = end.flatMap({ Int($0) }) { expected.removeAll { $0 > end } }
            if let limit { expected = Array(side == .first ? expected.prefix(limit) : expected.suffix(limit)) }
            let cut = window.cut(value).children.keys.compactMap { Int($0.text) }
            #expect(cut == expected, "\(window), round \(round), \(Seed.note)")
        }
    }
}
