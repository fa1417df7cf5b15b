import Foundation
import TestSupport
import Testing

@testable import DatasyncTesting

@Suite("Coverage of the numbered rules")
struct RuleCoverageTests {
    private static let page = """
        # Moves

        ## 1. Free text

        Nothing to count.

        1. First.
        2. Second of `two`.

        ## 2. Tables

        | rule | cause |
        | --- | --- |
        | 2.1 | a \\| b |

        2.2 A paragraph
        that goes on.

        ## Others

        1. Not a rule, as the section has no number.
        """

    private static func coverage(_ names: [String], tests: [String] = []) throws -> RuleCoverage {
        let list = names.map { "{\"name\": \"\($0)\", \"steps\": []}" }.joined(separator: ",")
        let scenarios = try ScenarioReader.scenarios(in: Array("[\(list)]".utf8), file: "x.json")
        return RuleCoverage(pages: [page, "# Other\n\n1. No table of rules.\n"], scenarios: scenarios, tests: tests)
    }

    @Test("rows of tables, items of numbered sections and numbered paragraphs are rules")
    func rules() throws {
        let coverage = try Self.coverage([])
        #expect(coverage.rows.map(\.rule.reference.number) == ["1.1", "1.2", "2.1", "2.2"])
        #expect(coverage.rows.map(\.rule.text) == ["First.", "Second of two.", "a | b", "A paragraph"])
        #expect(coverage.pages == ["moves"])
        #expect(!coverage.isComplete)
    }

    @Test("scenarios and tests cite rules, one or several, and sections as a whole")
    func citations() throws {
        let coverage = try Self.coverage(
            ["a [moves 1.1, 2.1]", "[moves 1.1] b", "c [moves 2]", "d [moves 2 note]", "e"],
            tests: ["    @Test(\"f [moves 1.2]\")\n    @Test(\n        \"g [moves 2.2; moves 1.2]\", arguments: [1])\n"]
        )
        #expect(coverage.rows.map(\.scenarios) == [["a", "b"], [], ["a"], []])
        #expect(coverage.rows.map(\.tests) == [[], ["f", "g"], [], ["g"]])
        #expect(coverage.unknown == [])
        #expect(coverage.isComplete)
        #expect(coverage.text.hasSuffix("\n4 of 4 rules covered, 0 unknown citations"))
    }

    @Test("a citation of a rule that no page has is an error")
    func unknown() throws {
        let all = ["a [moves 1.1, 1.2]", "b [moves 2.1, 2.2]"]
        #expect(try Self.coverage(all).isComplete)
        let coverage = try Self.coverage(all + ["c [moves 2.3]", "d [jumps 1]"])
        #expect(coverage.unknown.first == "[moves 2.3] is no rule of a page: c [moves 2.3]")
        #expect(coverage.unknown.count == 2)
        #expect(!coverage.isComplete)
    }

    @Test("rules with a letter are cited at the beginning of a title, and one row may have several")
    func lettered() throws {
        let page =
            "# Rows\n\n| rule | state |\n| --- | --- |\n| L1 | a |\n| L2, L3 | b |\n| L4–L6, L9 | c |\n| L | no |\n"
        let titles = ["L1: a", "L2 and L3: b", "L9 for lists: c", "L7: d", "M1: e", "f: L4", "L5"]
        let tests = titles.map { "    @Test(\"\($0)\")" }
        let coverage = RuleCoverage(pages: [page], scenarios: [], tests: tests)
        #expect(coverage.rows.map(\.rule.reference.number) == ["L1", "L2", "L3", "L4", "L5", "L6", "L9"])
        #expect(coverage.rows.map(\.isCovered) == [true, true, true, false, false, false, true])
        #expect(coverage.unknown == ["L7 is no rule of a page: L7: d"])
    }

    @Test("other text in brackets cites nothing")
    func brackets() {
        for text in ["[1, 2]", "[a]", "[a b]", "[Int 3]", "[]", "x]", "[events 3.]", "[events .3]"] {
            #expect(RuleReference.references(in: text) == [], "\(text)")
            #expect(RuleReference.title(of: text) == text)
        }
    }

    @Test("every numbered rule of the catalogs has a scenario or a test")
    func package() throws {
        let texts = { (folder: String, ending: String) in
            let folder = PackageFolder.root.appending(path: folder).resolvingSymlinksInPath()
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(ending) }
                .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        }
        let scenarios = try BundledScenarios.files.flatMap { file in
            try ScenarioReader.scenarios(in: Array(try Data(contentsOf: URL(filePath: file))), file: file)
        }
        let coverage = RuleCoverage(
            pages: try texts("Sources", ".md"), scenarios: scenarios, tests: try texts("Tests", ".swift"))
        #expect(coverage.count > 150)
        #expect(coverage.unknown == [])
        #expect(coverage.rows.filter { !$0.isCovered }.map(\.rule.reference.description) == [])
    }
}
