import DatasyncBackend
import DatasyncTree
import Testing

/// The samples of the page on rules.
@Suite("Samples of the page Rules")
struct RulesSampleTests {
    @Test("the coverage names the rules that no explanation reached")
    func coverage() throws {
        let rules = try Rules(
            JSONParser.parse("{\"rules\":{\".read\":\"auth != null\",\"a\":{\".read\":true},\"b\":{\".read\":true}}}"))
        let (path, context) = (try Path("/a"), RuleContext())
        // sample: coverage
        var coverage = RuleCoverage(rules)
        coverage.add(rules.explain(.read, at: [path], in: context))
        #expect(coverage.unreached == ["rules/b/.read"])
        // end of sample
    }
}
