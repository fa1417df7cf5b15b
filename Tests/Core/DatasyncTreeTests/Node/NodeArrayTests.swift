import DatasyncTree
import TestSupport
import Testing

@Suite("Arrays")
struct NodeArrayTests {
    @Test(
        "a node is an array if its keys are indices and at least half of the positions are used",
        arguments: [
            ("[1]", "[1]"), ("[1,2,3]", "[1,2,3]"), ("[null,1]", "[null,1]"), ("[null,null,1]", "{\"2\":1}"),
            ("{\"0\":1}", "[1]"), ("{\"1\":1}", "[null,1]"), ("{\"2\":1}", "{\"2\":1}"),
            ("{\"0\":1,\"3\":2}", "[1,null,null,2]"),
            ("{\"0\":1,\"4\":2}", "{\"0\":1,\"4\":2}"), ("{\"1\":1,\"2\":2,\"5\":3}", "[null,1,2,null,null,3]"),
            ("{\"1\":1,\"2\":2,\"6\":3}", "{\"1\":1,\"2\":2,\"6\":3}"), ("{\"0\":1,\"a\":2}", "{\"0\":1,\"a\":2}"),
            ("{\"0\":1,\"-1\":2}", "{\"-1\":2,\"0\":1}"), ("{\"00\":1}", "{\"00\":1}"), ("{\"01\":1}", "{\"01\":1}"),
            ("{\"0\":1,\"01\":2}", "{\"0\":1,\"01\":2}"), ("{\"-0\":1}", "{\"-0\":1}"),
            ("{\"0\":1,\"-0\":2}", "{\"0\":1,\"-0\":2}"),
            ("{\"4294967296\":1}", "{\"4294967296\":1}"), ("{\"0\":1,\"2147483648\":1}", "{\"0\":1,\"2147483648\":1}"),
            ("{\"2147483647\":1}", "{\"2147483647\":1}"), ("[[1,2],[3]]", "[[1,2],[3]]"),
            ("{\"a\":[1,{\"b\":[2]}]}", "{\"a\":[1,{\"b\":[2]}]}"),
            ("[1,null,[null]]", "[1]"), ("[]", "null"), ("[null]", "null"), ("\"x\"", "\"x\""),
            ("{\"0\":{\"0\":1}}", "[[1]]"),
            ("[0,1,2,3,4,5,6,7,8,9,10,11]", "[0,1,2,3,4,5,6,7,8,9,10,11]"),
        ])
    func reading(text: String, expected: String) throws {
        #expect(try node(text).json(readsArrays: true).text == expected)
    }

    @Test("an array is stored as children, which the raw form contains")
    func raw() throws {
        let value = try node("[\"a\",null,[true]]")
        #expect(value.json(readsArrays: false).text == #"{"0":"a","2":{"0":true}}"#)
        #expect(value[try Path("/2/0")] == .boolean(true))
    }

    @Test("the raw form has no arrays, for random values in both forms")
    func rawNever() throws {
        var random = SeededGenerator(salt: 45)
        for _ in 0..<500 {
            let value = try Node(random.json(levels: 3, keys: ["0", "1", "2", "3", "a", "-0", "01"]))
            #expect(!hasArray(value.json(readsArrays: false)), "\(value.text), \(Seed.note)")
            let read = value.json(readsArrays: true)
            #expect(try Node(read) == value, "\(value.text), \(Seed.note)")
            check(read, value)
        }
    }

    private func hasArray(_ json: JSON) -> Bool {
        json.array != nil || (json.members ?? []).contains { hasArray($0.value) }
    }

    /// Checks the rule for arrays on the texts of the keys.
    private func check(_ json: JSON, _ node: Node) {
        guard case .inner(let children) = node.content else { return }
        let indices = children.keys.map { key in UInt(key.text).flatMap { String($0) == key.text ? $0 : nil } }
        let isArray = indices.allSatisfy { $0 != nil } && indices.compactMap(\.self).max()! < 2 * children.count
        #expect((json.array != nil) == isArray, "\(node.text), \(Seed.note)")
        for (key, value) in children {
            let part = json.array.map { $0[Int(key.text) ?? 0] } ?? json[key.text] ?? .null
            check(part, value)
        }
    }
}
