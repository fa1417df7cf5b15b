import DatasyncTree
import TestSupport
import Testing

@testable import DatasyncBackend

/// The automaton of `matches`, alone.
struct PatternTests {
    @Test(
        "patterns find the texts of the published language",
        arguments: [
            ("", "", true), ("", "a", true), ("a", "a", true), ("a", "b", false), ("b", "abc", true),
            ("^b", "abc", false),
            ("^a", "abc", true), ("c$", "abc", true), ("b$", "abc", false), ("^abc$", "abc", true), ("^$", "", true),
            ("^$", "a", false), ("$^", "", true), ("a^b", "ab", false), ("a$b", "ab", false), ("a|b", "xb", true),
            ("^(a|bc)$", "bc", true), ("^a|b$", "ab", true), ("a*", "", true), ("^a*$", "aaa", true),
            ("^a+$", "", false),
            ("^a?b$", "b", true), ("^a?b$", "aab", false), ("^a{2}$", "aa", true), ("^a{2}$", "aaa", false),
            ("^a{2,}$", "aaaa", true), ("^a{2,3}$", "aaaa", false), ("^a{0}$", "", true), ("^a{0,1}b$", "b", true),
            ("^(ab)+$", "abab", true), ("^(?:ab)+$", "aba", false), ("^((a*)*)*$", "aaab", false), ("^.$", "\n", false),
            ("^.$", "é", true), ("^.$", "😀", true), ("^..$", "e\u{301}", true), ("^[abc]+$", "cab", true),
            ("^[^abc]+$", "dea", false), ("^[a-c0-9]+$", "b7", true), ("^[-a]+$", "-a", true), ("^[a-]+$", "a-", true),
            ("^[\\]]$", "]", true), ("^\\d{3}-\\d{4}$", "555-1234", true), ("\\D", "123", false),
            ("^\\w+$", "a_Z9", true), ("^\\w+$", "é", false), ("\\W", "a b", true), ("^\\s$", "\u{A0}", true),
            ("\\S", " \t\n", false), ("^[\\d.]+$", "1.5", true), ("^[^\\d]+$", "a1", false), ("^[\\D]$", "x", true),
            ("^[\\W\\d]$", "5", true), ("^\\x41\\u00e9$", "Aé", true), ("^[\\ud83d\\ude00]$", "😀", true),
            ("^\\/\\.\\*\\$\\^$", "/.*$^", true),
            ("\\n\\r\\t\\f\\v", "\n\r\t\u{C}\u{B}", true), ("^a*?b$", "aab", true), ("^a{1,2}?$", "aa", true),
            ("}", "}", true), ("]", "]", true), ("a||b", "", true), ("(|a)b", "b", true),
            ("^[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,4}$", "A.B@C.ORG", true), ("x*y*z*$", "xyz!", true),
        ])
    func table(pattern: String, text: String, expected: Bool) throws {
        #expect(try Self.occurs(pattern, text) == expected, "/\(pattern)/ in \(text)")
    }

    @Test(
        "with the flag i, letters of both cases are the same",
        arguments: [
            ("^abc$", "AbC", true), ("^ABC$", "abc", true), ("^[a-c]+$", "ABC", true), ("^[^a]$", "A", false),
            ("^é$", "É", true), ("^[À-Þ]$", "à", true), ("^ж$", "Ж", true), ("^\\w$", "Z", true),
            ("k", "\u{212A}", false),
        ])
    func caseInsensitive(pattern: String, text: String, expected: Bool) throws {
        #expect(try Self.occurs(pattern, text, ignoresCase: true) == expected, "/\(pattern)/i in \(text)")
    }

    @Test(
        "a pattern outside of the language is refused with the problem, its position and the remedy [rules 6.6]",
        arguments: [
            ("(a", 0, "a group that does not end; close it with \")\""),
            ("a)", 1, "a \")\" without its \"(\"; remove it or write \\)"),
            ("[a", 0, "a class that does not end; close it with \"]\""),
            ("x[]]", 1, "an empty class; name a character in it"),
            ("[b-a]", 1, "a range out of order; swap its ends"),
            ("[\\d-z]", 1, "a range between classes; write \\- for the character"),
            ("*a", 0, "a quantifier without an expression to repeat; write \\* for the character"),
            ("a**", 2, "a quantifier without an expression to repeat; group the expression before it with ( )"),
            ("é{x}", 3, "expected a count after \"{\"; write \\{ for the character"),
            ("a{2", 3, "expected \"}\" after a count; write \\{ for the character"),
            ("a{3,2}", 2, "the counts {3,2} are out of order; swap them"),
            ("a{1001}", 2, "a count is above the limit of 1000; check the length with .length"),
            ("^*", 0, "an anchor that is repeated; remove the quantifier"),
            ("(a)\\1", 3, "the backreference \\1 is not supported; write the expression again"),
            ("(?=a)", 0, "only (…) and (?:…) are groups; look-around and names are not supported"),
            (
                "\\bfoo", 0,
                "the escape \\b is unknown; known are \\d \\w \\s \\D \\W \\S \\n \\r \\t \\f \\v \\xHH \\uHHHH"
            ),
            ("\\u12", 0, "expected 4 hexadecimal digits in an escape"),
            ("a\\ud83d", 1, "an unpaired surrogate"), ("\\ude00\\ud83d", 0, "an unpaired surrogate"),
            ("a\\", 1, "a pattern that ends in \"\\\""),
        ])
    func refusal(pattern: String, offset: Int, problem: String) throws {
        let error = #expect(throws: ExpressionProblem.self) { try Pattern(pattern, ignoresCase: false, at: 0) }
        #expect(error?.text == "in the pattern: \(problem)")
        #expect(error?.offset == offset)
    }

    @Test(
        "patterns have limits on length, nesting and states, which repeated empty groups cannot exceed [rules 6.4, 6.5]"
    )
    func limits() throws {
        let tooMany = "the pattern needs more than the limit of 2000 states; use smaller counts"
        let cases = [
            (String(repeating: "a", count: 513), "the pattern has 513 bytes; the limit is 512, match parts of it"),
            ("(a{1000}){1000}", tooMany), ("(((a?){100}){100}){100}", tooMany),
            ("((((){1000}){1000}){1000}){1000}", tooMany),
            ("(|){1000}{1000}", "in the pattern: a quantifier without an expression to repeat"),
            (String(repeating: "(", count: 65), "groups are nested deeper than the limit of 64"),
        ]
        for (pattern, message) in cases {
            let error = #expect(throws: ExpressionProblem.self) { try Pattern(pattern, ignoresCase: false, at: 0) }
            #expect(error?.text.contains(message) == true, "\(error?.text ?? "") for \(message)")
        }
        let nested = String(repeating: "(", count: 64) + "a" + String(repeating: ")", count: 64)
        #expect(try Self.occurs(nested, "a") == true)
        #expect(try Self.occurs("^a{1000}$", String(repeating: "a", count: 1000)) == true)
    }

    @Test("patterns that backtrack without end elsewhere take steps in proportion to the text")
    func linear() throws {
        for pattern in ["^(a+)+$", "^(a|a)*$", "^(a*)*$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"] {
            let pattern = try Pattern(pattern, ignoresCase: false, at: 0)
            let used = [1000, 2000, 4000].map { count in
                var steps = 1_000_000
                _ = pattern.occurs(in: String(repeating: "a", count: count) + "!", steps: &steps)
                return 1_000_000 - steps
            }
            #expect(used[2] < 4000 * 40)
            #expect(used[2] <= 2 * used[1] + 100 && used[1] <= 2 * used[0] + 100, "\(used)")
        }
        var steps = 1000
        let result = try Pattern("b", ignoresCase: false, at: 0).occurs(
            in: String(repeating: "a", count: 10_000), steps: &steps)
        #expect(result == nil, "without enough steps there is no result")
    }

    @Test("random patterns agree with a matcher that follows the definition")
    func reference() throws {
        var random = SeededGenerator(salt: 41)
        for _ in 0..<2_000 {
            let tree = ReferencePattern.random(using: &random, depth: 3)
            let ignoresCase = random.chance(30)
            let pattern = try Pattern(tree.text, ignoresCase: ignoresCase, at: 0)
            for _ in 0..<5 {
                let text = String(
                    (0..<random.below(7)).map { _ in random.pick(["a", "b", "A", "1", "\n"]) as Character })
                var steps = 1_000_000
                let expected = tree.occurs(in: Array(text), ignoresCase: ignoresCase)
                #expect(
                    pattern.occurs(in: text, steps: &steps) == expected,
                    "/\(tree.text)/ in \(text.debugDescription), i \(ignoresCase), \(Seed.note)")
            }
        }
    }

    private static func occurs(_ pattern: String, _ text: String, ignoresCase: Bool = false) throws -> Bool? {
        var steps = 1_000_000
        return try Pattern(pattern, ignoresCase: ignoresCase, at: 0).occurs(in: text, steps: &steps)
    }
}
