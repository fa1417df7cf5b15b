import Testing

@Suite("The top level")
struct TopLevelRuleTests {
    @Test("the project's top level has only the allowed names")
    func project() throws {
        let names = try Project.current.topLevel()
        #expect(names.isSuperset(of: ["Package.swift", "Sources", "Tests"]))
        expectNone(TopLevelRule.violations(in: names))
    }

    @Test("an unknown name is found, and a dotfile is allowed")
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
