import DatasyncBackend
import DatasyncTree
import Foundation
import TestSupport
import Testing

/// Random expressions over random data: none traps, and none exceeds the limit of steps.
struct RandomExpressionTests {
    /// The number of expressions; DATASYNC_RULES sets another, as 200000 for the long form.
    private static let count = ProcessInfo.processInfo.environment["DATASYNC_RULES"].flatMap { Int($0) } ?? 10_000

    @Test("random expressions and documents are refused or decided, without a trap and within the step limit")
    func expressions() throws {
        var random = SeededGenerator(salt: 42)
        var compiled = 0
        var results: [String: Int] = [:]
        for index in 0..<Self.count {
            let text = random.chance(15) ? random.tokens() : random.expression(3)
            let kind = random.pick([".read", ".write", ".validate"])
            let rules: Rules
            do throws(DatasyncError) {
                rules = try Rules([
                    "rules": ["$a": ["$b": .object([JSON.Member(kind, .string(text))])], ".write": true]
                ])
            } catch {
                #expect(error.message.contains("rules/$a/$b/\(kind)"), "\(text): \(error.message)")
                continue
            }
            compiled += 1
            let before = random.node(depth: 3)
            let path = random.path(upTo: 3)
            let after = before.setting(random.node(), at: path)
            let auth = random.chance(50) ? RuleAuth(uid: "a", token: random.json(levels: 2, keys: ["a", "b"])) : nil
            var context = RuleContext(auth: auth, now: Double(index), before: before, after: after)
            context.query.limitToFirst = random.chance(50) ? random.below(3) : nil
            let explanation = rules.explain(kind == ".read" ? .read : .write, at: [path], in: context)
            #expect(explanation.decision.steps <= 32 * RuleLimits.steps)
            for level in explanation.levels { results[Self.name(level.outcome), default: 0] += 1 }
            let again =
                kind == ".read"
                ? rules.decideReading(at: path, in: context) : rules.decideWriting(at: [path], in: context)
            #expect(again.isAllowed == explanation.decision.isAllowed && again.steps == explanation.decision.steps)
        }
        // The generator must reach all outcomes, or the test would say little.
        #expect(compiled > Self.count / 3)
        for outcome in ["true", "false", "failure"] {
            #expect(results[outcome, default: 0] > Self.count / 100, "\(results)")
        }
    }

    private static func name(_ outcome: RuleExplanation.Outcome) -> String {
        switch outcome {
        case .value(let flag): "\(flag)"
        case .failure: "failure"
        case .absent: "absent"
        case .notEvaluated: "not evaluated"
        }
    }

    @Test("random rules documents are read or refused, and texts and values are refused with the same place")
    func documents() throws {
        var random = SeededGenerator(salt: 43)
        let names = [".read", ".write", ".validate", ".indexOn", ".x", "$a", "$b", "$", "a", "b", "a/b", ""]
        for _ in 0..<3_000 {
            let json: JSON = ["rules": random.json(levels: 4, keys: names)]
            let text = json.text
            let fromValue = Result { () throws(DatasyncError) in try Rules(json) }
            let fromText = Result { () throws(DatasyncError) in try Rules(text: text) }
            switch (fromValue, fromText) {
            case (.success, .success): break
            case (.failure(let left), .failure(let right)): #expect(left.path == right.path)
            default: Issue.record("only one form is refused: \(text), \(Seed.note)")
            }
        }
    }
}

extension SeededGenerator {
    /// Returns tokens in any order.
    fileprivate mutating func tokens() -> String {
        let tokens = [
            "(", ")", "[", "]", "!", "-", "+", "*", "/", "%", "&&", "||", "==", "!==", "<", ">=", "?", ":", ",", ".",
            "'",
            "auth", "uid", "token", "data", "newData", "root", "query", "$a", "$b", "now", "true", "null", "1", "'a'",
            "é",
            "val()", "child('a')", "hasChildren(['a'])", "matches(/a+/i)", "length", "\\", "/", "=", "\u{0}",
            "limitToFirst",
        ]
        return (0..<below(12)).map { _ in pick(tokens) }.joined(separator: pick(["", " "]))
    }

    /// Returns an expression that is usually well-formed, and a boolean.
    fileprivate mutating func expression(_ depth: Int) -> String {
        guard depth > 0 else {
            return pick([
                "true", "false", "auth != null", "\(snapshot(0)).exists()", "\(snapshot(0)).val()", "$a == $b",
            ])
        }
        switch below(10) {
        case 0: return "!\(expression(depth - 1))"
        case 1, 2: return "(\(expression(depth - 1)) \(pick(["&&", "||"])) \(expression(depth - 1)))"
        case 3: return "(\(expression(depth - 1)) ? \(expression(depth - 1)) : \(expression(depth - 1)))"
        case 4, 5:
            return "\(value(depth - 1)) \(pick(["==", "!=", "===", "!==", "<", ">", "<=", ">="])) \(value(depth - 1))"
        case 6:
            return "\(snapshot(depth)).\(pick(["exists", "isString", "isNumber", "isBoolean", "hasChildren"]))()"
        case 7: return "\(snapshot(depth)).hasChildren([\(string(depth - 1)), 'a'])"
        case 8: return "\(string(depth - 1)).\(pick(["contains", "beginsWith", "endsWith"]))(\(string(depth - 1)))"
        default:
            return
                "\(string(depth - 1)).matches(\(pick(["/a/", "/^(a|b)*$/", "/[^a]+.?/i", "/\\d{1,3}/", "/(a+)+$/"])))"
        }
    }

    private mutating func snapshot(_ depth: Int) -> String {
        guard depth > 0 else { return pick(["data", "newData", "root", "data"]) }
        let next = snapshot(depth - 1)
        return pick(["\(next).child(\(string(depth - 1)))", "\(next).parent()", next, "\(next).child('a/../b')"])
    }

    private mutating func string(_ depth: Int) -> String {
        guard depth > 0 else { return pick(["'a'", "'b'", "$a", "$b", "auth.uid", "'é😀'", "''", "'9'"]) }
        switch below(6) {
        case 0: return "\(snapshot(depth)).val()"
        case 1: return "(\(string(depth - 1)) + \(value(depth - 1)))"
        case 2: return "\(string(depth - 1)).replace(\(string(depth - 1)), \(string(depth - 1)))"
        case 3: return "\(string(depth - 1)).\(pick(["toLowerCase", "toUpperCase"]))()"
        case 4: return "auth.token.\(pick(["a", "b", "a.b", "a[0]", "b['a']", "a[$b]"]))"
        default: return "\(snapshot(depth)).hash()"
        }
    }

    private mutating func value(_ depth: Int) -> String {
        guard depth > 0 else { return pick(["null", "true", "1", "-2", "now", "'a'", "$a", "0.5", "auth"]) }
        switch below(6) {
        case 0: return string(depth)
        case 1: return "\(snapshot(depth)).val()"
        case 2: return "(\(value(depth - 1)) \(pick(["+", "-", "*", "/", "%"])) \(value(depth - 1)))"
        case 3: return "-\(value(depth - 1))"
        case 4: return "\(string(depth - 1)).length"
        default: return pick(["query.limitToFirst", "\(snapshot(depth)).childCount()", "auth.token", "auth.provider"])
        }
    }
}
