import DatasyncTree
import TestSupport
import Testing

@Suite("Writing into a node")
struct NodeSetTests {
    @Test(
        "a write at a path gives the node of the specification",
        arguments: [
            ("null", "/", "1", "1"), ("1", "/", "null", "null"), ("{\"a\":1}", "/", "\"x\"", "\"x\""),
            ("null", "/a", "1", "{\"a\":1}"), ("null", "/a/b/c", "1", "{\"a\":{\"b\":{\"c\":1}}}"),
            ("null", "/a/b", "null", "null"),
            ("{\"a\":1}", "/b", "2", "{\"a\":1,\"b\":2}"), ("{\"a\":1}", "/a", "2", "{\"a\":2}"),
            ("{\"a\":1}", "/a", "null", "null"),
            ("{\"a\":1,\"b\":2}", "/a", "null", "{\"b\":2}"), ("{\"a\":{\"b\":{\"c\":1}}}", "/a/b/c", "null", "null"),
            ("{\"a\":{\"b\":{\"c\":1}},\"d\":2}", "/a/b/c", "null", "{\"d\":2}"),
            ("{\"a\":{\"b\":1,\"c\":2}}", "/a/b", "null", "{\"a\":{\"c\":2}}"),
            ("{\"a\":1}", "/x/y", "null", "{\"a\":1}"),
            ("{\"a\":1}", "/a/b", "null", "{\"a\":1}"), ("{\"a\":1}", "/a/b/c", "null", "{\"a\":1}"),
            ("1", "/a", "null", "1"),
            ("\"s\"", "/a/b", "null", "\"s\""), ("false", "/a", "null", "false"), ("1", "/a", "2", "{\"a\":2}"),
            ("{\"a\":1}", "/a/b/c", "true", "{\"a\":{\"b\":{\"c\":true}}}"), ("{\"a\":1}", "/a", "{}", "null"),
            ("{\"a\":1}", "/b", "{\"c\":{}}", "{\"a\":1}"),
            ("{\"a\":1}", "/b", "{\"c\":null,\"d\":0}", "{\"a\":1,\"b\":{\"d\":0}}"),
            ("{\"a\":1}", "/a", "[]", "null"), ("null", "/a", "[null,5]", "{\"a\":{\"1\":5}}"),
            ("{\"a\":{\"b\":1}}", "/a", "{\"c\":2}", "{\"a\":{\"c\":2}}"),
            ("{\"9\":1}", "/10", "2", "{\"9\":1,\"10\":2}"),
        ])
    func table(before: String, path: String, value: String, after: String) throws {
        let old = try node(before)
        let result = old.setting(try node(value), at: try Path(path))
        #expect(result.text == after)
        #expect(result == (try node(after)))
        #expect(result.isNormal)
        #expect(old.text == (try node(before)).text)
        var inPlace = try node(before)
        inPlace.set(try node(value), at: try Path(path))
        #expect(inPlace == result)
    }

    @Test("reading below a primitive or a missing node gives null")
    func reading() throws {
        let value = try node("{\"a\":1,\"b\":{\"c\":\"x\"}}")
        #expect(value[try Path("/")] == value)
        #expect(value[try Path("/b/c")] == .string("x"))
        #expect(value[try Path("/a/b")].isNull)
        #expect(value[try Path("/z/y/x")].isNull)
        #expect(value[Key(unchecked: "a")].number == 1)
        #expect(value[Key(unchecked: "z")].isNull)
        #expect(Node.number(1)[Key(unchecked: "a")].isNull)
        #expect(Node.null.children.isEmpty)
        #expect(Node.number(1).children.isEmpty)
    }

    @Test("a primitive that is replaced from below stays replaced, also when that child is nulled again")
    func replacedPrimitive() throws {
        var value = try node("{\"a\":1}")
        value.set(.number(2), at: try Path("/a/b"))
        value.set(.null, at: try Path("/a/b"))
        #expect(value.isNull)
    }

    @Test("numbers are stored bit by bit, and minus zero becomes zero [events 2.3]")
    func numbers() {
        #expect(Node.number(-0.0).number?.sign == .plus)
        #expect(Node.number(5e-7).number == 5e-7)
        #expect(Node.boolean(true).number == nil)
        #expect(Node.boolean(true) != .number(1))
    }

    @Test("children written in descending order are all found, and writing them again adds none")
    func descending() throws {
        var value = Node.null
        let keys = (0..<100).reversed().map { Key(unchecked: "\($0)") }
        for key in keys { value.set(.number(1), at: Path([key])) }
        #expect(keys.filter { value[$0].isNull } == [])
        for key in keys { value.set(.number(2), at: Path([key])) }
        #expect(value.children.count == 100)
        for key in keys { value.set(.null, at: Path([key])) }
        #expect(value.isNull)
    }

    @Test("random writes give the same result as a naive tree, and every node stays normal")
    func random() throws {
        var random = SeededGenerator(salt: 40)
        for round in 0..<60 {
            var value = Node.null
            var naive = NaiveNode.null
            for step in 0..<60 {
                let texts = (0..<random.below(5)).map { _ in random.pick(["a", "b", "é", "0", "1", "10"]) }
                let written =
                    random.below(3) == 0
                    ? JSON.null : random.json(levels: 2, keys: ["a", "b", "é", "e\u{301}", "0", "1", "-1", "01"])
                value.set(try Node(written), at: Path(texts.map { Key(unchecked: $0) }))
                naive = naive.setting(NaiveNode(written), at: texts.map { Array($0.utf8) }[...])
                #expect(NaiveNode(value) == naive, "round \(round), step \(step), \(Seed.note)")
                #expect(value.isNormal, "round \(round), step \(step), \(Seed.note)")
                #expect(value.size == naive.size, "round \(round), step \(step), \(Seed.note)")
            }
        }
    }
}
