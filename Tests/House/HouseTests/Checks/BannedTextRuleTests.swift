import Testing

@Suite("Banned text")
struct BannedTextRuleTests {
    @Test("the project has no banned text")
    func project() throws {
        try expectNone(BannedTextRule.violations(in: Project.current.files))
    }

    @Test("each banned text is found, in code and in comments", arguments: BannedTextRule.remedies.map(\.text))
    func violation(text: String) {
        let file = SourceFile(
            path: "Sources/Core/DatasyncTree/Path.swift", text: "let a = 1\n  \(text) b\n// (\(text)) b\n")
        let remedy = BannedTextRule.remedies.first { $0.text == text }?.remedy ?? ""
        #expect(
            BannedTextRule.violations(in: [file], allowances: []) == [
                Violation("holds `\(text)`", at: "Sources/Core/DatasyncTree/Path.swift:2", remedy: remedy),
                Violation("holds `\(text)`", at: "Sources/Core/DatasyncTree/Path.swift:3", remedy: remedy),
            ])
    }

    @Test(
        "a longer word that contains a banned text is allowed",
        arguments: [#"\uXXXX"#, "TODOs_", "has!", "retry!", "unshared/x", "usleeping"])
    func innocent(text: String) {
        let file = SourceFile(path: "Tests/Core/DatasyncTreeTests/Path.swift", text: text)
        #expect(BannedTextRule.violations(in: [file], allowances: []) == [])
    }

    @Test("an allowance exempts one text in one file, as long as it is needed")
    func allowance() {
        let path = "Sources/Core/DatasyncTree/Path.swift"
        let allowance = BannedTextRule.Allowance(
            path: path, text: "as!", reason: "the standard library offers no other way")
        let needed = SourceFile(path: path, text: "x as! Y\n")
        #expect(BannedTextRule.violations(in: [needed], allowances: [allowance]) == [])
        let idle = SourceFile(path: path, text: "x as? Y\n")
        #expect(
            BannedTextRule.violations(in: [idle], allowances: [allowance]) == [
                Violation(
                    "no longer holds the `as!` that it is allowed", at: path,
                    remedy: "Remove the allowance from BannedTextRule.")
            ])
    }

    @Test("every allowance has a reason")
    func reasons() {
        #expect(BannedTextRule.allowances.allSatisfy { !$0.reason.isEmpty })
    }
}
