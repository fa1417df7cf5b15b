import Testing

@Suite("Sizes of files")
struct FileSizeRuleTests {
    @Test("the project's files are within the limits")
    func project() throws {
        try expectNone(FileSizeRule.violations(in: Project.current.files))
    }

    @Test("a file above 500 lines is found")
    func largest() {
        let files = files(Array(repeating: 100, count: 19)) + [file("Long", 501)]
        #expect(
            FileSizeRule.violations(in: files) == [
                Violation(
                    "501 lines, more than 500", at: "Sources/Core/DatasyncTree/Long.swift",
                    remedy: "Give each of its themes a file: `Long+Aspect.swift`.")
            ])
    }

    @Test("more than one file in ten above 300 lines is found, and one in ten is not")
    func usual() {
        #expect(FileSizeRule.violations(in: files(Array(repeating: 100, count: 9) + [301])) == [])
        let remedy =
            "Divide the longest: Sources/Core/DatasyncTree/File8.swift (301), "
            + "Sources/Core/DatasyncTree/File9.swift (301)."
        #expect(
            FileSizeRule.violations(in: files(Array(repeating: 100, count: 8) + [301, 301])) == [
                Violation("2 of 10 files have more than 300 lines, more than one in ten", at: "Sources", remedy: remedy)
            ])
    }

    @Test("tests may be long")
    func tests() {
        let text = String(repeating: "\n", count: 501)
        let file = SourceFile(path: "Tests/Core/DatasyncTreeTests/A.swift", text: text)
        #expect(FileSizeRule.violations(in: [file]) == [])
    }

    private func files(_ counts: [Int]) -> [SourceFile] { counts.enumerated().map { file("File\($0)", $1) } }

    private func file(_ name: String, _ count: Int) -> SourceFile {
        SourceFile(
            path: "Sources/Core/DatasyncTree/\(name).swift", text: String(repeating: "let line = 1\n", count: count))
    }
}
