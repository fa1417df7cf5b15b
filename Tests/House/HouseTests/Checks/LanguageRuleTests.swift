import Testing

@Suite("Plain language")
struct LanguageRuleTests {
    @Test("the comments and pages of the project are plain")
    func project() throws {
        let files = try Project.current.files
        #expect(files.contains { $0.path == "README.md" && !$0.prose.isEmpty })
        expectNone(LanguageRule.violations(in: files))
    }

    @Test("each idiom is found, in comments and in pages", arguments: LanguageRule.idioms.map(\.text))
    func idiom(text: String) {
        let swift = SourceFile(path: "Sources/Core/DatasyncTree/Path.swift", text: "let a = 1  // it \(text) here\n")
        let page = SourceFile(path: "README.md", text: "A\n\nIt, \(text), here.\n")
        let remedy = LanguageRule.idioms.first { $0.text == text }?.remedy ?? ""
        #expect(
            LanguageRule.violations(in: [swift, page]) == [
                Violation("holds the idiom `\(text)`", at: "Sources/Core/DatasyncTree/Path.swift:1", remedy: remedy),
                Violation("holds the idiom `\(text)`", at: "README.md:3", remedy: remedy),
            ])
    }

    @Test("each opener is found at the beginning of a comment", arguments: LanguageRule.openers)
    func opener(text: String) {
        let file = SourceFile(
            path: "Tests/Core/DatasyncTreeTests/Path.swift", text: "/// \(text)shows.\n// It is \(text.lowercased())else.\n")
        #expect(Violation.places(LanguageRule.violations(in: [file])) == ["Tests/Core/DatasyncTreeTests/Path.swift:1"])
    }

    @Test("code, samples, strings and longer words are exempt")
    func exempt() {
        let text = """
            let told = "told"  // the `told` list, untold
            /// Returns it.
            ///
            /// ```swift
            /// tell("nobody")
            /// ```
            """
        let page = "`told` and\n\n```\nnobody\n```\n"
        let files = [
            SourceFile(path: "Sources/Core/DatasyncTree/Path.swift", text: text),
            SourceFile(path: "README.md", text: page),
        ]
        #expect(LanguageRule.violations(in: files) == [])
    }
}
