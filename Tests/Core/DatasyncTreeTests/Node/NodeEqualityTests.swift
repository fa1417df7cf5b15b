import DatasyncTree
import TestSupport
import Testing

@Suite("Equality of nodes")
struct NodeEqualityTests {
    @Test(
        "values that normalise to the same node are equal by value, text and hash",
        arguments: [
            ("null", "{}"), ("null", "[]"), ("null", "{\"a\":{\"b\":[null,{}]}}"), ("[1,2]", "{\"1\":2,\"0\":1}"),
            ("{\"a\":1,\"b\":null}", "{\"a\":1}"), ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"), ("0", "-0"),
            ("1", "1.0"), ("100", "1e2"),
            ("9007199254740993", "9007199254740992"), ("\"\\u00e9\"", "\"é\""), ("[null,null,3]", "{\"2\":3}"),
            ("{\"a\":[[]]}", "null"), ("{\"10\":1,\"9\":2}", "{\"9\":2,\"10\":1}"),
        ])
    func equal(left: String, right: String) throws {
        let (one, two) = (try node(left), try node(right))
        #expect(one == two)
        #expect(one.text == two.text)
        #expect(one.hash == two.hash)
        #expect(one.size == two.size)
    }

    @Test(
        "different values are different",
        arguments: [
            ("1", "2"), ("1", "true"), ("1", "\"1\""), ("0", "false"), ("null", "0"), ("null", "false"),
            ("null", "\"\""),
            ("{\"a\":1}", "{\"a\":2}"), ("{\"a\":1}", "{\"b\":1}"), ("{\"a\":1}", "1"),
            ("{\"a\":1}", "{\"a\":1,\"b\":1}"),
            ("{\"1\":1}", "{\"01\":1}"), ("{\"0\":1}", "{\"-0\":1}"), ("\"e\u{301}\"", "\"é\""),
            ("{\"e\u{301}\":1}", "{\"é\":1}"),
            ("{\"a\":{\"b\":1}}", "{\"a\":{\"c\":1}}"), ("\"a\"", "\"A\""), ("0.1", "0.10000000000000002"),
        ])
    func different(left: String, right: String) throws {
        let (one, two) = (try node(left), try node(right))
        #expect(one != two)
        #expect(two != one)
        #expect(one.hash != two.hash)
    }

    @Test("the canonical text has its members in key order and never arrays")
    func canonicalText() throws {
        let value = try node("{\"b\":1,\"10\":[1,{\"x\":[]},[2]],\"9\":3,\"a\":\"\\n\"}")
        #expect(value.text == #"{"9":3,"10":{"0":1,"2":{"0":2}},"a":"\n","b":1}"#)
        #expect(try node(value.text) == value)
    }

    @Test("random nodes are equal exactly when their texts and hashes are")
    func random() throws {
        var random = SeededGenerator(salt: 41)
        let values = try (0..<150).map { _ in try Node(random.json(levels: 2, keys: ["a", "b", "1", "é"])) }
        for one in values {
            for two in values {
                let sameText = Array(one.text.utf8) == Array(two.text.utf8)
                #expect((one == two) == sameText, "\(one.text), \(two.text), \(Seed.note)")
            }
        }
        for value in values {
            #expect(try node(value.text) == value, "\(value.text), \(Seed.note)")
            #expect(try node(value.text).hash == value.hash, "\(value.text), \(Seed.note)")
            #expect(try Node(value.json(readsArrays: true)) == value, "\(value.text), \(Seed.note)")
        }
    }

    @Test("large nodes built in different orders are equal and in key order")
    func buildOrder() throws {
        var random = SeededGenerator(salt: 42)
        let entries = (0..<3000).map {
            (Key(unchecked: random.below(2) == 0 ? "\($0)" : "k\($0)"), Node.number(Double($0)))
        }
        let bulk = Node(Children(entries.shuffled(using: &random)))
        var single = Node.null
        for (key, value) in entries.shuffled(using: &random) { single.set(value, at: Path([key])) }
        #expect(bulk == single, "\(Seed.note)")
        #expect(bulk.isNormal && single.isNormal, "\(Seed.note)")
        #expect(bulk.children.keys == entries.map(\.0).sorted(), "\(Seed.note)")
        #expect(!bulk.isIdentical(to: single))
    }
}
