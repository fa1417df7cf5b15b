import Testing

@Suite("The top level")
struct TopLevelRuleTests {
    @Test("the project's is as it should be")
    func project() throws {
        let names = try Project.current.topLevel()
        #expect(names.isSuperset(of: ["Package.swift", "Sources", "Tests"]))
        expectNone(TopLevelRule.violations(in: names))
    }

    @Test("a stranger is found, a dotfile is none")
    func violation() {
        let names: Set = [
            "Package.swift", "README.md", "Sources", "Tests", "Migration", ".ci", ".gitignore", "Scripts",
        ]
        #expect(
            TopLevelRule.violations(in: names) == [
                Violation(
                    "does not belong to the top level", at: "Scripts",
                    remedy:
                        "Move it into Sources, Tests or Migration, or name it in .gitignore if it is made by a tool.")
            ])
    }
}
