import DatasyncTree
import TestSupport
import Testing

@Suite("The priority of a node")
struct PriorityTests {
    @Test(
        "the form with priorities can be read and written",
        arguments: [
            "{\".value\":1,\".priority\":2}", "{\".priority\":\"p\",\"a\":1}",
            "{\"a\":{\".value\":true,\".priority\":-1.5},\"b\":{\".priority\":0,\"c\":\"x\"}}",
        ])
    func form(text: String) throws {
        #expect(try node(text).exportJSON.text == text)
        #expect(try node(text).violatedInvariant == nil)
        #expect(try WriteValue(json(text), at: .root, readsPriorities: true).json.text == text)
    }

    @Test(
        "a value without anything has no priority",
        arguments: [
            "{\".priority\":1}", "{\".value\":null,\".priority\":1}", "{\"a\":null,\".priority\":1}",
            "{\"a\":{\".priority\":1}}",
        ])
    func empty(text: String) throws {
        #expect(try node(text).isNull)
    }

    @Test("the plain form shows no priorities")
    func plain() throws {
        let value = try node("{\"a\":{\".value\":1,\".priority\":2},\".priority\":3}")
        #expect(value.text == "{\"a\":1}")
        #expect(value.priority == .number(3) && value[Key(unchecked: "a")].priority == .number(2))
        #expect(value[.priority] == .number(3) && value[Key(unchecked: "a")][.priority] == .number(2))
        #expect(try node("{\"a\":1}")[.priority].isNull && node("1")[.priority].isNull)
        #expect(value.children.count == 1)
    }

    @Test(
        "invalid priorities are refused, and name the path and the remedy",
        arguments: [
            ("{\".priority\":true,\"a\":1}", ErrorCode.invalidValue),
            ("{\".priority\":{\"b\":1},\"a\":1}", .invalidValue),
            ("{\".value\":1,\"a\":1}", .invalidValue), ("{\".value\":{\"a\":1}}", .invalidValue),
            ("{\".other\":1}", .invalidKey),
        ])
    func refused(text: String, code: ErrorCode) throws {
        let error = dataError { _ = try WriteValue(json(text), at: Path("/x"), readsPriorities: true) }
        #expect(error?.code == code && error?.message.contains("/x") == true, "\(error?.message ?? "")")
        // Without priorities, their names are forbidden keys.
        #expect(dataError { _ = try WriteValue(json(text), at: Path("/x")) }?.code == .invalidKey)
    }

    @Test(
        "edits below a node keep its priority, and the last child takes it away",
        arguments: [
            ("{\".priority\":1,\"a\":1}", "/a", "2", "{\".priority\":1,\"a\":2}"),
            ("{\".priority\":1,\"a\":1}", "/b", "2", "{\".priority\":1,\"a\":1,\"b\":2}"),
            ("{\".priority\":1,\"a\":1}", "/a", "null", "null"),
            ("{\".value\":5,\".priority\":1}", "/a", "2", "{\".priority\":1,\"a\":2}"),
            ("{\".value\":5,\".priority\":1}", "/a", "null", "{\".value\":5,\".priority\":1}"),
            ("{\"x\":{\".value\":5,\".priority\":1}}", "/x", "6", "{\"x\":6}"),
            ("{\"x\":5}", "/x/.priority", "6", "{\"x\":{\".value\":5,\".priority\":6}}"),
            ("{\"x\":{\".value\":5,\".priority\":1}}", "/x/.priority", "null", "{\"x\":5}"),
            ("{\"x\":5}", "/y/.priority", "6", "{\"x\":5}"), ("null", "/.priority", "6", "null"),
            ("5", "/.priority", "\"p\"", "{\".value\":5,\".priority\":\"p\"}"),
        ])
    func edits(before: String, path: String, value: String, after: String) throws {
        var edited = try node(before)
        let copy = edited
        edited.set(try node(value), at: try Path(path, allowsPriority: true))
        #expect(edited.exportJSON.text == after)
        #expect(edited.violatedInvariant == nil)
        #expect(try copy == node(before))
    }

    @Test("a priority counts for equality, at every depth")
    func equality() throws {
        let plain = try node("{\"a\":{\"b\":1}}")
        let deep = try node("{\"a\":{\"b\":{\".value\":1,\".priority\":1}}}")
        #expect(plain != deep && deep != plain && deep == deep)
        #expect(try deep == node("{\"a\":{\"b\":{\".value\":1,\".priority\":1.0}}}"))
        #expect(try deep != node("{\"a\":{\"b\":{\".value\":1,\".priority\":\"1\"}}}"))
        #expect(try Set([plain, deep, node("{\"a\":{\"b\":1}}")]).count == 2)
    }

    @Test("server values compute priorities and prioritized values, on top of values that they fill")
    func serverValues() throws {
        let text =
            "{\".priority\":{\".sv\":\"timestamp\"},\"t\":{\".value\":{\".sv\":\"timestamp\"},\".priority\":\"p\"}}"
        let value = try WriteValue(json(text), at: .root, readsPriorities: true)
        let expected = "{\".priority\":7,\"t\":{\".value\":7,\".priority\":\"p\"}}"
        #expect(try value.resolved(now: 7.5, present: .null, at: .root).exportJSON.text == expected)
        #expect(value.estimated(now: 7.5) { _ in nil }.exportJSON.text == expected)
        let priority = try Path("/x/.priority", allowsPriority: true)
        let alone = try WriteValue(json("{\".sv\":\"timestamp\"}"), at: priority, readsPriorities: true)
        #expect(try alone.resolved(now: 3, present: .null, at: priority) == .number(3))
        let increment = try json("{\".sv\":{\"increment\":1}}")
        #expect(dataError { _ = try WriteValue(increment, at: priority) }?.code == .invalidValue)
    }

    @Test("only the last segment of a writable path may be a priority")
    func paths() throws {
        #expect(try Path("/a/.priority", allowsPriority: true).nodePath == Path("/a"))
        #expect(try Path("/.priority", allowsPriority: true).nodePath == .root)
        for text in ["/.priority/a", "/a/.priority/.priority", "/.value"] {
            #expect(dataError { _ = try Path(text, allowsPriority: true) }?.code == .invalidPath, "\(text)")
        }
        #expect(dataError { _ = try Path("/a/.priority") }?.code == .invalidPath)
    }
}
