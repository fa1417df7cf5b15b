import DatasyncBackend
import DatasyncTree
import Testing

/// The texts of errors in rules documents.
struct RuleErrorTests {
    @Test(
        "an error in an expression names the place, line and column, and the remedy",
        arguments: [
            ("auht != null", 1, "unknown variable \"auht\"; did you mean auth?"),
            (
                "foo == 1", 1,
                "unknown variable \"foo\"; known are auth, now, root, data, query, $uid"
            ),
            ("$uuid == 'a'", 1, "unknown variable $uuid; did you mean $uid?"),
            ("data.exist()", 6, "a snapshot has no method \"exist\"; did you mean exists?"),
            ("data.Exists()", 6, "a snapshot has no method \"Exists\"; did you mean exists?"),
            ("$uid.lenght > 1", 6, "a string has no member \"lenght\"; did you mean length?"),
            (
                "$uid.startsWith('a')", 6,
                "a string has no method \"startsWith\"; known are contains, beginsWith, endsWith, "
                    + "replace, toLowerCase, toUpperCase, matches, length"
            ),
            (
                "auth.admin == true", 6,
                "auth has no member \"admin\"; it has uid, provider and token. For a claim, use \"auth.token.admin\""
            ),
            ("auth.udi == 'a'", 6, "auth has no member \"udi\"; did you mean uid?"),
            (
                "auth['a-b'] == 'a'", 6,
                "auth has no member \"a-b\"; it has uid, provider and token. For a claim, use \"auth.token['a-b']\""
            ),
            ("query.limitTofirst < 3", 7, "query has no member \"limitTofirst\"; did you mean limitToFirst?"),
            (
                "newData.exists()", 1,
                "newData exists only in .write and .validate rules; known here are auth, now, root, "
                    + "data, query, $uid"
            ),
            ("data.exists", 6, "exists is a method; call it with parentheses"),
            ("data != null", 1, "!= compares values, and this is a snapshot; call .val() or .exists() on it"),
            ("now > true", 7, "> compares numbers or strings, and this is a boolean"),
            ("auth.uid", 1, "a rule is a boolean, and this is a string or null"),
            ("auth && true", 1, "the left side of && is a boolean, and this is auth or null"),
            ("now == 1 ? true : 2", 12, "the values of ?: are a boolean and a number; make both booleans"),
            ("data.child()", 12, "child() takes 1 argument, found 0"),
            ("$uid.replace('a') == ''", 17, "replace() takes 2 arguments, found 1"),
            ("data.exists(1)", 13, "exists() takes no arguments; remove the others"),
            ("data.child(7).exists()", 12, "child() takes strings, and this is a number"),
            ("data.hasChildren('a')", 18, "hasChildren() takes a list of keys, as in hasChildren(['a', 'b'])"),
            ("data.hasChildren([])", 19, "expected a key in the list of hasChildren(); without keys, omit the list"),
            ("$uid.matches('a')", 14, "matches() takes a pattern between slashes, as in matches(/^[a-z]+$/)"),
            ("$uid.matches(/a/g)", 17, "the flags \"g\" of a pattern; the only flag is i"),
            ("$uid.matches(/a(/)", 16, "in the pattern: a group that does not end; close it with \")\""),
            ("$uid = 'a'", 6, "\"=\" assigns nothing in a rule; compare with =="),
            ("true & true", 6, "the operator \"&\" is unknown; use &&"),
            ("true; true", 5, "a rule is one expression; remove \";\" and join parts with &&"),
            ("(true", 6, "expected \")\" or an operator, found the end"),
            ("true true", 6, "expected an operator or the end, found \"true\""),
            ("true ? false", 13, "expected \":\" and the other value, found the end"),
            ("", 1, "expected a value, found the end"),
            ("'a\tb' == 'a'", 3, "a control character in a string; write it as \\u00HH"),
            ("'abc", 1, "a string that does not end; close it with its quote"),
            ("$uid == 'é' + §", 16, "the character \"§\" is not part of the language"),
        ])
    func expression(text: String, column: Int, problem: String) throws {
        let document: JSON = ["rules": ["users": ["$uid": [".read": .string(text)]]]]
        let error = #expect(throws: DatasyncError.self) { try Rules(document) }
        let end = problem.hasSuffix("?") ? "" : "."
        #expect(
            error?.message
                == "The rule rules/users/$uid/.read is malformed at line 1, column \(column): \(problem)\(end)")
        #expect(error?.path == "rules/users/$uid/.read")
    }

    @Test("an error in the text of a document also names the line and column in the text, past escapes")
    func text() throws {
        let text = #"""
            {
              "rules": {
                "list": {".indexOn": ["a", "b"], ".write": "'}\"' != null", ".read": true},
                "é\u0041": {
                  ".write": "auth != null &&\n  \u00e9\ud83d\ude00\"x\" == auht"
                }
              }
            }
            """#
        let error = #expect(throws: DatasyncError.self) { try Rules(text: text) }
        #expect(
            error?.message
                == "The rule rules/éA/.write is malformed at line 5, column 37 of the document, line 2, column 3 of the rule: "
                + "the character \"é\" is not part of the language.")
        let second = #expect(throws: DatasyncError.self) {
            try Rules(text: "{\"rules\":\n {\"a\": {}, \"b\": {\".read\": \"'\\u00e9 \\ud83d\\ude00' == auht\"}}}")
        }
        #expect(
            second?.message
                == "The rule rules/b/.read is malformed at line 2, column 53 of the document, line 1, column 14 of the rule: "
                + "unknown variable \"auht\"; did you mean auth?")
        let kind = #expect(throws: DatasyncError.self) { try Rules(text: "{\"rules\":\n {\".raed\": true}}") }
        #expect(
            kind?.message
                == "At line 2, column 3 of the document: The rule kind rules/.raed is unknown; known are .read, .write, "
                + ".validate, .webhooks and .indexOn.")
        #expect(throws: DatasyncError.self) { try Rules(text: "{\"rules\": ") }
        #expect(try Rules(text: "{\"rules\": {\".read\": \"auth == null\"}}").allow(.read, at: .root))
    }

    @Test(
        "a document of another form is refused with the place and the remedy",
        arguments: [
            (#"{"rules":[]}"#, "The rules at rules should be an object, not an array."),
            (#"{"rules":{"a":true}}"#, "The rules at rules/a should be an object, not a boolean."),
            (
                #"{"rules":{"a":{".write":null}}}"#,
                #"The rule rules/a/.write is "null"; it should be a boolean or an expression."#
            ),
            (
                #"{"rules":{".validate":{}}}"#,
                #"The rule rules/.validate is "{}"; it should be a boolean or an expression."#
            ),
            (
                #"{"rules":{"$a":{"b":{"$a":{}}}}}"#,
                "The level rules/$a/b/$a has the name of a level above it; rename one."
            ),
            (#"{"rules":{"$a-b":{}}}"#, "The level rules/$a-b should be $ and letters, digits or _; rename it."),
            (
                #"{"rules":{"a/b":{}}}"#,
                #"The level rules/a/b has an invalid key. The key "a/b" holds "/"; "#
                    + "the characters . $ # [ ] / are forbidden in keys, encode them."
            ),
            (
                #"{"rules":{".indexOn":true}}"#,
                "The rule rules/.indexOn holds a boolean; it should be a string or a list of strings."
            ),
            (
                #"{"rules":{".indexOn":["a",1]}}"#,
                "The rule rules/.indexOn holds a number; it should be a string or a list of strings."
            ),
            (#"{"rules":{".indexOn":""}}"#, #"The index "" of rules/.indexOn is empty; name a child or .value."#),
            (
                #"{"rules":{".indexOn":"a/$b"}}"#,
                ##"The index "a/$b" of rules/.indexOn holds "$"; the characters . $ # [ ] / are forbidden in keys, encode them."##
            ),
        ])
    func document(text: String, message: String) throws {
        let error = #expect(throws: DatasyncError.self) { try Rules(try JSONParser.parse(text)) }
        #expect(error?.message == message)
    }
}
