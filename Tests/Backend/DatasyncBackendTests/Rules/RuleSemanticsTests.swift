import DatasyncBackend
import DatasyncTree
import Testing

/// How the levels of a document decide.
struct RuleSemanticsTests {
    private func rules(_ text: String) throws -> Rules { try Rules(try JSONParser.parse("{\"rules\": \(text)}")) }

    private func node(_ text: String) throws -> Node { try Node(try JSONParser.parse(text)) }

    /// Decides a write of values at relative paths.
    private func decide(
        _ rules: Rules, _ data: String, _ writes: [(path: String, value: String)], uid: String? = nil
    ) throws -> RuleDecision {
        let before = try node(data)
        var after = before
        for (path, value) in writes { after.set(try node(value), at: try Path(path)) }
        let context = RuleContext(auth: uid.map { RuleAuth(uid: $0) }, now: 5, before: before, after: after)
        return rules.decideWriting(at: try writes.map { try Path($0.path) }, in: context)
    }

    private func isInvalid(_ decision: RuleDecision, at path: String) throws -> Bool {
        if case .invalid(let place)? = decision.denial { try place == Path(path) } else { false }
    }

    @Test("a right that a level grants cannot be withdrawn below, and rules below a path do not grant it")
    func cascade() throws {
        let rules = try rules(
            #"{"foo": {".read": "data.child('baz').val() === true", "bar": {".read": false}, "qux": {"x": {".read": true}}}}"#
        )
        let open = RuleContext(data: try node(#"{"foo": {"baz": true, "bar": 1}}"#))
        let closed = RuleContext(data: try node(#"{"foo": {"baz": false, "bar": 1}}"#))
        #expect(rules.decideReading(at: try Path("foo/bar"), in: open).isAllowed)
        #expect(!rules.decideReading(at: try Path("foo/bar"), in: closed).isAllowed)
        #expect(!rules.decideReading(at: .root, in: open).isAllowed)
        #expect(!rules.decideReading(at: try Path("foo/qux"), in: closed).isAllowed)
        #expect(rules.decideReading(at: try Path("foo/qux/x/deep/below"), in: closed).isAllowed)
        #expect(!rules.decideReading(at: try Path("unlisted"), in: open).isAllowed)
    }

    @Test("a level that fails to evaluate does not grant, and a level below still may")
    func failures() throws {
        let rules = try rules(#"{".read": "data.val().length > 0", "a": {".read": "auth == null"}}"#)
        #expect(!rules.decideReading(at: .root, in: RuleContext(data: try node("1"))).isAllowed)
        #expect(rules.decideReading(at: try Path("a"), in: RuleContext(data: try node("1"))).isAllowed)
    }

    @Test("names of levels bind keys, listed levels hide them, and data is the node of the level")
    func variables() throws {
        let rules = try rules(
            #"""
            {"rooms": {"$room": {"$user": {".read": "$room == 'r' && $user == auth.uid && data.child('open').val() == true"},
              "lobby": {}}, "closed": {}}}
            """#)
        let context = RuleContext(
            auth: RuleAuth(uid: "ada"),
            data: try node(
                #"{"rooms": {"r": {"ada": {"open": true}, "bob": {"open": true}}, "closed": {"ada": {"open": true}}}}"#)
        )
        #expect(rules.decideReading(at: try Path("rooms/r/ada/deeper"), in: context).isAllowed)
        #expect(!rules.decideReading(at: try Path("rooms/r/bob"), in: context).isAllowed)
        #expect(!rules.decideReading(at: try Path("rooms/s/ada"), in: context).isAllowed)
        #expect(!rules.decideReading(at: try Path("rooms/closed/ada"), in: context).isAllowed)
        #expect(!rules.decideReading(at: try Path("rooms/r/lobby"), in: context).isAllowed)
    }

    private static let widget = #"""
        {".write": true, "widget": {
          ".validate": "newData.hasChildren(['color', 'size'])",
          "size": {".validate": "newData.isNumber() && newData.val() >= 0 && newData.val() <= 99"},
          "color": {".validate": "root.child('valid_colors/' + newData.val()).exists()"},
          "$other": {".validate": false}}}
        """#

    @Test(
        "all validations on the way and below must be true wherever the new data have a value",
        arguments: [
            (#"{"size": 9, "color": "red"}"#, nil), (#"{"size": 100, "color": "red"}"#, "widget/size"),
            (#"{"size": 9, "color": "blue"}"#, "widget/color"), (#"{"size": 9}"#, "widget"), ("\"text\"", "widget"),
            (#"{"size": 9, "color": "red", "weight": 1}"#, "widget/weight"), ("null", nil),
        ])
    func validation(value: String, invalid: String?) throws {
        let rules = try rules(Self.widget)
        let decision = try decide(rules, #"{"valid_colors": {"red": true}}"#, [("widget", value)])
        if let invalid {
            #expect(try isInvalid(decision, at: invalid))
        } else {
            #expect(decision.isAllowed)
        }
    }

    @Test("a write below is validated above too, a removal only where the levels above keep a value")
    func validationAbove() throws {
        let rules = try rules(Self.widget)
        let data = #"{"valid_colors": {"red": true}, "widget": {"size": 1, "color": "red"}}"#
        #expect(try decide(rules, data, [("widget/size", "5")]).isAllowed)
        #expect(try isInvalid(decide(rules, data, [("widget/size", "500")]), at: "widget/size"))
        #expect(try isInvalid(decide(rules, data, [("widget/size", "null")]), at: "widget"))
        #expect(try decide(rules, data, [("widget", "null")]).isAllowed)
        #expect(try decide(rules, data, [("widget/size", "null"), ("widget/color", "null")]).isAllowed)
        #expect(try isInvalid(decide(rules, "null", [("widget/size", "5")]), at: "widget"))
        #expect(
            try decide(rules, #"{"valid_colors": {"red": true}}"#, [("widget/size", "5"), ("widget/color", "\"red\"")])
                .isAllowed)
        #expect(try decide(rules, data, [("elsewhere/deep", "5")]).isAllowed)
    }

    @Test("validation does not grant, and a grant does not validate")
    func bothAreNeeded() throws {
        let rules = try rules(#"{"a": {".validate": true}, "b": {".write": true, ".validate": false}}"#)
        let first = try decide(rules, "null", [("a", "1")])
        if case .notGranted(let path)? = first.denial {
            #expect(try path == Path("a"))
        } else {
            Issue.record("granted")
        }
        #expect(try isInvalid(decide(rules, "null", [("b/deep", "1")]), at: "b"))
        #expect(try decide(rules, #"{"b": 1}"#, [("b", "null")]).isAllowed)
    }

    @Test("a merge is checked at each of its paths, with the data after all of it")
    func merge() throws {
        let rules = try rules(
            #"""
            {"from": {".write": "newData.val() + newData.parent().child('to').val() == 10"},
             "to": {".write": "newData.val() + newData.parent().child('from').val() == 10"}, "x": {}}
            """#)
        let data = #"{"from": 6, "to": 4}"#
        #expect(try decide(rules, data, [("from", "5"), ("to", "5")]).isAllowed)
        #expect(try !decide(rules, data, [("from", "5")]).isAllowed)
        #expect(try !decide(rules, data, [("from", "5"), ("to", "6")]).isAllowed)
        #expect(try !decide(rules, data, [("from", "5"), ("to", "5"), ("x", "1")]).isAllowed)
    }

    @Test("without rules everything is allowed, with empty rules nothing")
    func extremes() throws {
        #expect(try decide(.open, "null", [("a", "1")]).isAllowed)
        #expect(Rules.open.decideReading(at: .root, in: RuleContext()).isAllowed)
        #expect(try !decide(try rules("{}"), "null", [("a", "1")]).isAllowed)
        #expect(try Rules(.null).allow(.write, at: .root))
    }

    @Test(
        "a webhook needs .webhooks and .read, each granted from the root down; without rules, nobody has one [rules 1.10]"
    )
    func webhooks() throws {
        let rules = try rules(
            #"""
            {"a": {".read": "auth.uid == 'ada'", "b": {".webhooks": "data.val() == 1 && now > 0"}, ".write": true},
             "c": {".webhooks": true}, "d": {".webhooks": "data.exists()", ".read": true}}
            """#)
        func allows(_ path: String, _ uid: String? = "ada", data: String = #"{"a": {"b": 1}}"#) throws -> Bool {
            let context = RuleContext(auth: uid.map { RuleAuth(uid: $0) }, now: 1, data: try node(data))
            return rules.allowWebhook(at: try Path(path), in: context)
        }
        #expect(try allows("a/b") && allows("a/b/deep"))
        #expect(try !allows("a") && !allows("a/b", "bob") && !allows("a/b", nil))
        #expect(try !allows("a/b", data: #"{"a": {"b": 2}}"#))
        #expect(try !allows("c") && !allows("d") && allows("d", data: #"{"d": 1}"#))
        #expect(!Rules.open.allowWebhook(at: .root, in: RuleContext(auth: RuleAuth(uid: "ada"))))
        #expect(throws: DatasyncError.self) {
            try Rules(text: #"{"rules": {".webhooks": "newData.exists()"}}"#)
        }
        // The right to webhooks is no right to read or write.
        #expect(try !rules.allow(.read, at: Path("c")) && !rules.allow(.write, at: Path("c")))
    }

    @Test("declared indexes are found at the level of the queried node [rules 1.8]")
    func indexes() throws {
        let rules = try rules(
            #"{".indexOn": ".value", "users": {".indexOn": ["age", "name/last", "age"], "$u": {".indexOn": [".priority", ".key"]}}}"#
        )
        #expect(rules.indexes(at: .root) == [.value])
        #expect(rules.indexes(at: try Path("users")) == [.child(try Path("age")), .child(try Path("name/last"))])
        #expect(rules.indexes(at: try Path("users/ada")) == [.priority, .key])
        #expect(rules.indexes(at: try Path("users/ada/deep")).isEmpty)
        #expect(Rules.open.indexes(at: .root).isEmpty)
    }

    @Test("a read reports each path of the data that its rules looked at, until one grants")
    func observed() throws {
        let rules = try rules(
            #"""
            {".read": "root.child('admins/' + auth.uid).exists()",
             "rooms": {"$room": {".read": "data.child('open').val() == true || data.hasChildren(['a', 'b']) || root.child('x').child('y').parent().isString()",
               "deep": {".read": "now > 0"}}}}
            """#)
        let path = try Path("rooms/r/deep")
        func observed(_ data: String) throws -> [String] {
            let context = RuleContext(auth: RuleAuth(uid: "ada"), now: 1, data: try node(data))
            return rules.decideReading(at: path, in: context).observed.map(\.description)
        }
        #expect(try observed(#"{"admins": {"ada": 1}}"#) == ["/admins/ada"])
        #expect(try observed(#"{"rooms": {"r": {"open": true}}}"#) == ["/admins/ada", "/rooms/r/open"])
        #expect(
            try observed(#"{"rooms": {"r": {"a": 1}}}"#) == [
                "/admins/ada", "/rooms/r/open", "/rooms/r/a", "/rooms/r/b", "/x",
            ])
        #expect(rules.readsDependOnData)
        #expect(try !self.rules(#"{".read": "auth != null"}"#).readsDependOnData)
    }

    @Test("an explanation lists each level with its expression and result, and marks the deciding one")
    func explanation() throws {
        let rules = try rules(
            #"{".read": "data.val().length > 3", "a": {"$b": {".read": "$b == 'x'", "c": {".read": "auth == null"}}}}"#)
        let context = RuleContext(data: try node("1"))
        let explanation = rules.explain(.read, at: [try Path("a/x/c")], in: context)
        #expect(
            explanation.description == """
                  / [rules/.read] data.val().length > 3: failed: length is that of a string, found a number at line 1, column 12
                  /a [rules/a/.read]: no rule
                → /a/x [rules/a/$b/.read] $b == 'x': true
                  /a/x/c [rules/a/$b/c/.read] auth == null: not evaluated
                allowed
                """)
        #expect(explanation.deciding?.place == "rules/a/$b/.read")
        let denied = rules.explain(.write, at: [try Path("a")], in: context)
        #expect(denied.deciding == nil && !denied.decision.isAllowed)
        let write = try self.rules(
            #"{".write": true, "a": {".validate": "newData.isString()", "$k": {".validate": true}}}"#)
        let invalid = write.explain(
            .write, at: [try Path("a")], in: RuleContext(before: .null, after: try node(#"{"a": {"b": 1}}"#)))
        #expect(
            invalid.description == """
                → / [rules/.write] true: true
                  /a [rules/a/.write]: no rule
                → /a [rules/a/.validate] newData.isString(): false
                denied
                """)
        #expect(Rules.open.explain(.read, at: [.root], in: context).levels.isEmpty)
    }

    @Test("coverage counts how often each rule was true, false and failed")
    func coverage() throws {
        let rules = try rules(
            #"{"a": {".read": "data.val() > 1", "b": {".read": "data.val().length > 1"}}, "$o": {".write": "true", ".validate": false}}"#
        )
        var coverage = RuleCoverage(rules)
        #expect(coverage.unreached == ["rules/a/.read", "rules/a/b/.read", "rules/$o/.write", "rules/$o/.validate"])
        for value in ["1", "2", "{}"] {
            let context = RuleContext(data: try node("{\"a\": \(value)}"))
            coverage.add(rules.explain(.read, at: [try Path("a/b")], in: context))
        }
        #expect(coverage["rules/a/.read"]?.isTrue == 1 && coverage["rules/a/.read"]?.isFalse == 2)
        #expect(coverage["rules/a/b/.read"]?.failed == 2 && coverage["rules/a/b/.read"]?.total == 2)
        #expect(coverage.unreached == ["rules/$o/.write", "rules/$o/.validate"])
        coverage.add(
            rules.explain(.write, at: [try Path("x")], in: RuleContext(before: .null, after: try node("{\"x\": 1}"))))
        #expect(coverage.unreached.isEmpty && coverage["rules/$o/.validate"]?.isFalse == 1)
        #expect(coverage["rules/zip"] == nil)
    }
}
