import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// The limits on rules and on their evaluation.
struct RuleLimitTests {
    private func error(_ expression: String) -> String? {
        do throws(DatasyncError) {
            _ = try Rules(["rules": [".read": .string(expression)]])
            return nil
        } catch {
            return error.message
        }
    }

    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test("an expression has at most 2,048 bytes [rules 6.1]")
    func length() {
        let filler = repeated(" ", 2_048 - 4)
        #expect(error("true" + filler) == nil)
        #expect(
            error("true " + filler)
                == "The rule rules/.read is malformed at line 1, column 1: the expression has 2049 bytes; the limit is 2048, "
                + "move parts of it to .validate rules of the levels below.")
    }

    @Test("an expression nests at most 64 deep, in every way that nests [rules 6.2]")
    func nesting() {
        let limit = "nested deeper than the limit of 64; flatten the expression"
        #expect(error(repeated("(", 63) + "true" + repeated(")", 63)) == nil)
        #expect(error(repeated("(", 64) + "true" + repeated(")", 64))?.contains(limit) == true)
        #expect(error(repeated("!", 63) + "true") == nil)
        #expect(error(repeated("!", 2_000) + "true")?.contains(limit) == true)
        #expect(error(repeated("-", 2_000) + "1 == 1")?.contains(limit) == true)
        #expect(error(repeated("true ? true : ", 100) + "true")?.contains(limit) == true)
        #expect(error(repeated("data.child(", 100) + "'a'" + repeated(").val()", 100))?.contains(limit) == true)
        #expect(error(repeated("auth.token[", 100))?.contains(limit) == true)
        #expect(error(repeated("true && ", 250) + "true") == nil, "a chain does not nest")
        #expect(error("data" + repeated(".parent()", 200) + ".exists()") == nil, "nor do members")
    }

    @Test("a document has at most 32 levels, as deep as data [rules 6.3]")
    func levels() {
        func document(_ count: Int) -> JSON {
            (0..<count).reduce([".read": true] as JSON) { inner, _ in .object([JSON.Member("a", inner)]) }
        }
        #expect(throws: Never.self) { try Rules(["rules": document(32)]) }
        let error = #expect(throws: DatasyncError.self) { try Rules(["rules": document(33)]) }
        #expect(error?.message.hasSuffix("is deeper than the limit of 32 levels; no data are there.") == true)
    }

    @Test(
        "an evaluation that exceeds the limit of steps fails and denies, before it takes the memory",
        arguments: [
            "data.val().matches(/(x+x+)+y/)", "data.val().toLowerCase() == ''",
            "data.val().replace('x', 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy') == ''",
            "data.val().replace('x', data.val()) == ''",
            "(data.val() + data.val() + data.val() + data.val() + data.val() + data.val() + data.val() + data.val()) == ''",
            "data.child(data.val()).exists() || data.child(data.val()).exists() || data.child(data.val()).exists()",
        ])
    func steps(expression: String) throws {
        let rules = try Rules(["rules": [".read": .string(expression)]])
        let context = RuleContext(data: .string(repeated("x", 2_000_000)))
        let explanation = rules.explain(.read, at: [.root], in: context)
        #expect(!explanation.decision.isAllowed)
        #expect(explanation.decision.steps == RuleLimits.steps)
        guard case .failure(let text)? = explanation.levels.first?.outcome else {
            Issue.record("did not fail")
            return
        }
        #expect(
            text.hasPrefix(
                "the evaluation takes more than the limit of 1000000 steps; check the length or the number of children first"
            ))
    }

    @Test("an operation on the largest string that can be stored stays within the limit if it is linear")
    func largeStrings() throws {
        let text = String(repeating: "x", count: 10 << 20)
        for expression in ["data.val().contains('y')", "data.val().length == 1", "data.val().endsWith('y')"] {
            let rules = try Rules(["rules": [".read": .string(expression)]])
            let explanation = rules.explain(.read, at: [.root], in: RuleContext(data: .string(text)))
            #expect(explanation.levels.first?.outcome == .value(false), "\(expression)")
        }
    }

    @Test("the rules take at most 1,000,000 steps for a write, and the refusal names the rule and the path [rules 6.8]")
    func costlyWrite() throws {
        let pattern = "newData.val().matches(/^[a-z ]+$/)"
        let rules = try RulesDocument([
            "rules": ["list": [".write": true, "$item": [".validate": .string(pattern)]]]
        ])
        func refusal(_ count: Int) -> Refusal? {
            let text = Node.string("a text of forty characters, or about as many".filter { $0 != "," })
            let items = Node(Children((0..<count).map { (Key(unchecked: "k\(100_000 + $0)"), text) }))
            let state = DatabaseState(rules: rules)
            return state.refusal(of: .set(WriteValue(items), at: Path([Key(unchecked: "list")])), by: .anyone, at: 0)
        }
        #expect(refusal(2_000) == nil)
        let refusal = try #require(refusal(48_000))
        #expect(refusal.status == .permissionDenied)
        #expect(
            refusal.reason.hasPrefix(
                "The rules take more than 1000000 steps for this write; the limit was reached in rules/list/$item/.validate at "
                    + "/list/k10"))
        #expect(refusal.reason.hasSuffix("Write it in parts, or make the rules simpler."))
    }

    @Test("the rules take at most 3,000,000 steps for a read, over all levels [rules 6.9]")
    func costlyRead() throws {
        let search: JSON = "root.child('text').val().contains('y')"
        let rules = try Rules(["rules": [".read": search, "a": [".read": search, "b": [".read": true]]]])
        let data = Node(Children([(Key(unchecked: "text"), .string(String(repeating: "x", count: 10 << 20)))]))
        // Each search takes 2,000,000 steps of the decision.
        let first = rules.decideReading(at: .root, in: RuleContext(data: data))
        #expect(!first.isAllowed && first.steps > 600_000)
        if case .notGranted? = first.denial {} else { Issue.record("\(first)") }
        let second = rules.decideReading(at: try Path("/a/b"), in: RuleContext(data: data))
        guard case .tooCostly(let path, let rule)? = second.denial else {
            Issue.record("\(second)")
            return
        }
        #expect(path.description == "/a" && rule == "rules/a/.read")
    }

    @Test("a merge of many parts, and levels without expressions, take steps too [rules 6.8]")
    func costlyWalk() throws {
        let rules = try Rules(["rules": ["$item": [".write": true]]])
        let paths = (0..<50_000).map { Path([Key(unchecked: "k\($0)")]) }
        let decision = rules.decideWriting(at: paths, in: RuleContext(before: .null, after: .null))
        guard case .tooCostly(let path, let rule)? = decision.denial else {
            Issue.record("\(decision)")
            return
        }
        #expect(rule == "rules" && paths.contains(path))
        #expect(
            rules.decideWriting(at: paths, in: RuleContext(before: .null, after: .null), atMost: .max).isAllowed)
    }

    @Test("each expression has its own steps, so that a large valid write is decided")
    func manyValidations() throws {
        let rules = try Rules([
            "rules": [".write": true, "$key": [".validate": "newData.isNumber() && $key.matches(/^k[0-9]+$/)"]]
        ])
        let children = (0..<5_000).map { (Key(unchecked: "k\($0)"), Node.number(Double($0))) }
        var after = Node(Children(children))
        var decision = rules.decideWriting(at: [.root], in: RuleContext(before: .null, after: after))
        #expect(decision.isAllowed && decision.steps > 5_000 * 5)
        after.set(.boolean(true), at: try Path("k777"))
        decision = rules.decideWriting(at: [.root], in: RuleContext(before: .null, after: after))
        if case .invalid(let path)? = decision.denial {
            #expect(path.description == "/k777")
        } else {
            Issue.record("valid")
        }
    }
}

/// Writes that rules cannot allow, regardless of their data.
struct ImpossibleWriteTests {
    @Test(
        "a write that no rule can allow is known before its data are",
        arguments: [
            (#"{"rules":{}}"#, "/a/b", false), (#"{"rules":{".write":false}}"#, "/a", false),
            (#"{"rules":{".write":true}}"#, "/a", true),
            (#"{"rules":{"a":{".write":"auth != null && newData.isString()"}}}"#, "/a/b", false),
            (#"{"rules":{"a":{".write":"newData.isString() && auth != null"}}}"#, "/a/b", true),
            (#"{"rules":{"$u":{".write":"auth.uid == $u"}}}"#, "/ada", false),
            (#"{"rules":{".write":"now < 5"}}"#, "/a", true), (#"{"rules":{".write":"data.exists()"}}"#, "/a", true),
            (#"{"rules":{".write":"1 == 1"}}"#, "/a", true),
        ])
    func anonymous(rules: String, path: String, isPossible: Bool) throws {
        let rules = try Rules(text: rules)
        #expect(try rules.mayAllowWriting(at: Path(path), by: nil) == isPossible)
    }

    @Test("the user decides as far as the rules need nothing else")
    func user() throws {
        let rules = try Rules(text: #"{"rules":{"users":{"$u":{".write":"auth.uid == $u"}}}}"#)
        let ada = RuleAuth(uid: "ada")
        #expect(try rules.mayAllowWriting(at: Path("/users/ada/x"), by: ada))
        #expect(try !rules.mayAllowWriting(at: Path("/users/bob"), by: ada))
        #expect(try rules.mayAllowWriting(below: Path("/users")))
        #expect(try !rules.mayAllowWriting(below: Path("/other")))
        // The node's own rule is not below it.
        let own = try Rules(text: #"{"rules":{"a":{".write":"auth != null"}}}"#)
        #expect(try !own.mayAllowWriting(at: Path("/a"), by: nil) && !own.mayAllowWriting(below: Path("/a")))
        #expect(try own.mayAllowWriting(below: Path("/")))
    }
}
