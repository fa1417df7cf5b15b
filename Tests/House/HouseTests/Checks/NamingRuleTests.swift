import Testing

@Suite("Names")
struct NamingRuleTests {
    @Test("the project's names are meaningful")
    func project() throws {
        let modules = try Set(Project.manifest.targets.map(\.name))
        try expectNone(NamingRule.violations(in: Project.current.files, modules: modules))
    }

    @Test("a file or folder with a meaningless name is found", arguments: NamingRule.bannedForFiles)
    func file(word: String) {
        for name in [word, "Path+\(word)", "Path\(word)", "\(word)/Path"] {
            let path = "Sources/Core/DatasyncTree/\(name).swift"
            let violations = NamingRule.violations(in: [SourceFile(path: path, text: "")], modules: [])
            #expect(violations.map(\.place) == [path])
            #expect(violations.map(\.remedy) == ["Name it for the one type or theme it holds."])
        }
    }

    @Test("a type with a meaningless name is found", arguments: NamingRule.banned)
    func type(word: String) {
        let file = SourceFile(
            path: "Sources/Core/DatasyncTree/Path.swift", text: "struct Path {\n    enum \(word) {}\n}\n")
        #expect(
            NamingRule.violations(in: [file], modules: []) == [
                Violation(
                    "the type \(word) is or ends in \(word)", at: "Sources/Core/DatasyncTree/Path.swift:2",
                    remedy: "Name it for what its values are.")
            ])
    }

    @Test("a type named like a module is found")
    func module() {
        let file = SourceFile(
            path: "Sources/Core/DatasyncTree/Path.swift",
            text: "// struct DatasyncWire\npublic final class DatasyncTree {}\n")
        #expect(
            NamingRule.violations(in: [file], modules: ["DatasyncTree", "DatasyncWire"]) == [
                Violation(
                    "the type DatasyncTree is named like a module", at: "Sources/Core/DatasyncTree/Path.swift:2",
                    remedy: "Rename it: its members could no longer be told from the module's.")
            ])
    }

    @Test("a word that only contains a banned one is allowed")
    func innocent() {
        let file = SourceFile(path: "Sources/Core/DatasyncTree/TypesetPage.swift", text: "struct MiscellanyV20 {}\n")
        #expect(NamingRule.violations(in: [file], modules: []) == [])
    }
}
