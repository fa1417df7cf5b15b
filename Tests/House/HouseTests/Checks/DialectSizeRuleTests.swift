import Testing

@Suite("Sizes of dialects")
struct DialectSizeRuleTests {
    @Test("the project's dialects are within the limits")
    func project() throws {
        try expectNone(DialectSizeRule.violations(in: Project.current.files))
    }

    @Test(
        "a dialect with more lines of code than allowed is found, over all its files",
        arguments: [("DatasyncLegacy", 850), ("DatasyncCallback", 850), ("DatasyncAsync", 1_380)])
    func violation(dialect: String, most: Int) {
        let files = [
            code(450, at: "Sources/Dialects/\(dialect)/Open.swift"),
            code(most - 450, at: "Sources/Dialects/\(dialect)/Reference/Query.swift"),
        ]
        #expect(DialectSizeRule.violations(in: files) == [])
        #expect(
            DialectSizeRule.violations(in: files + [code(1, at: "Sources/Dialects/\(dialect)/Value.swift")]) == [
                Violation(
                    "\(most + 1) lines of code, more than \(most)", at: dialect,
                    remedy: "Move what the dialects have in common down to DatasyncClient.")
            ])
    }

    @Test("comments, blank lines, imports, attributes of the trait and live objects do not count")
    func uncounted() {
        let text = String(
            repeating: "let line = 1  // a remark\n\n    \n/// A comment.\n/* another\n one */\npublic import A\n"
                + "#if LegacyWarnings\n    @available(*, deprecated, message: \"use row\")\n#endif\n",
            count: 1_380)
        let files = [
            SourceFile(path: "Sources/Dialects/DatasyncAsync/Open.swift", text: text),
            code(500, at: "Sources/Dialects/DatasyncAsync/Live/LiveObject.swift"),
        ]
        #expect(files[0].countOfCodeLines == 1_380)
        #expect(DialectSizeRule.violations(in: files) == [])
    }

    private func code(_ count: Int, at path: String) -> SourceFile {
        SourceFile(path: path, text: String(repeating: "let line = 1\n", count: count))
    }
}
