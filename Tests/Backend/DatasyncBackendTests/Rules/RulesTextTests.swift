import DatasyncBackend
import DatasyncTree
import Testing

/// The forms of a rules document's text, and the warnings about it.
struct RulesTextTests {
    private func message(_ text: String) -> String? {
        let error = #expect(throws: DatasyncError.self) { try Rules(text: text) }
        return error?.message
    }

    @Test("errors name the line and the column behind comments and line breaks [rules 9.5]")
    func positions() {
        #expect(
            message("\u{FEFF}// one\n{\"rules\": /* two\n three */ {\".read\": \"auth != null // four\n && auht\"}}")
                == "The rule rules/.read is malformed at line 4, column 5 of the document, line 2, column 5 of the rule: "
                + "unknown variable \"auht\"; did you mean auth?")
        #expect(
            message("{\"rules\": {// a \"quote\"\n /* b */ \".raed\": true}}")
                == "At line 2, column 10 of the document: The rule kind rules/.raed is unknown; known are .read, "
                + ".write, .validate, .webhooks and .indexOn.")
        #expect(
            message("{\"rules\": { // x\n  \"a\": tru}}") == "Malformed JSON at line 2, column 8: expected true.")
        #expect(
            message("{\"rules\":\n {} /* x")
                == "Malformed JSON at line 2, column 5: a comment that does not end; close it with */.")
        #expect(
            message("{\"rules\": {\".read\": \"true /* x\"}}")
                == "The rule rules/.read is malformed at line 1, column 27 of the document, line 1, column 6 of the rule: "
                + "a comment that does not end; close it with */.")
    }

    @Test(
        "only one comma behind the last member is skipped, and a slash alone is no comment [rules 9.4]",
        arguments: [
            "{\"rules\": {,}}", "{\"rules\": {\".read\": true,,}}", "{\"rules\": {\".read\":,}}",
            "{\"rules\": {\"a\": {\".indexOn\": [,]}}}", "{\"rules\": {} / }", "{\"rules\": {}},",
            "{\"rules\": {\".read\": \"true / / x\"}}",
        ])
    func refuses(text: String) {
        #expect(throws: DatasyncError.self) { try Rules(text: text) }
    }

    @Test("a line break in a string of an expression is refused, not changed [rules 9.3]")
    func literal() {
        #expect(
            message("{\"rules\": {\".read\": \"'a\nb' == 'a b'\"}}")
                == "The rule rules/.read is malformed at line 1, column 24 of the document, line 1, column 3 of the rule: "
                + "a control character in a string; write it as \\u00HH.")
    }

    @Test("comment characters in strings and patterns are text [rules 9.2]")
    func slashes() throws {
        let text = """
            {"rules": {"//": {}, "a": {".read": "'//' == '/' + '/' && '/*' != '*/' && 'a/*b'.matches(/a\\\\/[*]b/) // b"}}}
            """
        #expect(throws: DatasyncError.self) { try Rules(text: text) }
        let valid = text.replacing("\"//\": {}, ", with: "")
        #expect(try Rules(text: valid).allow(.read, at: Path("a")))
    }

    @Test("a comma behind the last member is a warning with its place [rules 9.4]")
    func commas() throws {
        let rules = try Rules(text: "{\"rules\": {\n  \".indexOn\": [\"a\", \"b\", /* c */ ],\n  \".read\": true,\n}}")
        #expect(
            rules.warnings == [
                "The comma at line 2, column 24 of the document is behind the last member; remove it.",
                "The comma at line 3, column 16 of the document is behind the last member; remove it.",
            ])
        #expect(try Rules(text: "{\"rules\": {\".indexOn\": [\"a\", \"b\"]}}").warnings == [])
    }

    @Test(
        "a comparison under ! of a value that may be null is a warning [rules 9.6]",
        arguments: [
            ("!(auth.token.level > 5)", "auth.token.level"),
            ("auth != null && !(auth.token.level > 5)", "auth.token.level"),
            ("!(auth.token.level != null && auth.token['a'] <= 5)", "auth.token['a']"),
            ("!(auth != null && data.child( \"a\" ).val() < now)", "data.child('a').val()"),
            ("!(true || 3 >= (newData.val()))", "newData.val()"),
            ("!(data.exists() ? data.child('b').val() > 1 : true)", "data.child('b').val()"),
            ("data.val() == null && !(data.val() > 1)", "data.val()"),
            ("data.child('a').exists() || !(data.child('a').val() > 1)", "data.child('a').val()"),
        ])
    func warns(expression: String, value: String) throws {
        let warnings = try Rules(text: document(".write", expression)).warnings
        let end = "if \(value) is null, the comparison is false, and with ! it is true; write \(value) != null && !(…)."
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("The rule rules/a/.write at line 2, column ") == true)
        #expect(warnings.first?.hasSuffix(": " + end) == true)
    }

    @Test(
        "a comparison of a value that is not null there, or without !, is no warning [rules 9.6]",
        arguments: [
            "auth.token.level > 5", "auth.token.level != null && !(auth.token.level > 5)",
            "auth.token.level == null || !(auth.token.level > 5)", "!(now > 5)", "!(data.childCount() > 5)",
            "auth != null && auth.token.level != null && !( auth.token.level > 5 || $key.length < 3)",
            "newData.child('a').isNumber() && !(newData.child(\"a\").val() > 5)",
            "auth.token.level != null ? !(auth.token.level > 5) : true",
            "!(auth.token.level == null) && !(auth.token.level > 5)", "!(auth.token.name == 'ada')",
        ])
    func doesNotWarn(expression: String) throws {
        let text = "{\"rules\": {\"$key\": {\".write\": \(JSON.string(expression).text)}}}"
        #expect(try Rules(text: text).warnings == [])
    }

    @Test("the value of a validated node is not null [rules 9.6]")
    func validation() throws {
        #expect(try Rules(text: document(".validate", "!(newData.val() > 5)")).warnings == [])
        #expect(try Rules(text: document(".write", "!(newData.val() > 5)")).warnings.count == 1)
    }

    private func document(_ kind: String, _ expression: String) -> String {
        "{\"rules\": {\n \"a\": {\"\(kind)\": \(JSON.string(expression).text)}}}"
    }
}
