import Testing

@Suite("Names of files")
struct FileNameRuleTests {
    @Test("the project's files are named for their content")
    func project() throws {
        try expectNone(FileNameRule.violations(in: Project.current.files))
        try expectNone(FileNameRule.hiddenTypes(in: Project.current.files))
    }

    @Test("a type that two other files use, and that is in a file of another name, is found")
    func hidden() {
        let types = """
            struct Listen {}

            struct Query {
                struct Part {}
            }

            private struct Purpose {}
            """
        let use = "let pair: (Query, Part, Purpose)"
        let files = [("Listen", types), ("A", use), ("B", use)].map { name, text in
            SourceFile(path: "Sources/Core/DatasyncEngine/\(name).swift", text: text)
        }
        #expect(
            FileNameRule.hiddenTypes(in: files) == [
                Violation(
                    "hides the type Query, which 2 other files use", at: "Sources/Core/DatasyncEngine/Listen.swift:3",
                    remedy: "Move it into Query.swift.")
            ])
        #expect(FileNameRule.hiddenTypes(in: Array(files.dropLast())) == [])
    }

    @Test(
        "a file is named for its type, a part of it, or a verb",
        arguments: [
            ("Path", "public struct Path {}"), ("Path+Parsing", "extension Path {}"),
            ("Promise+Resolver", "extension Promise where Value: Sendable {}"),
            ("Resolver", "extension Promise.Resolver {}"),
            ("Window", "enum Box { struct Window {} }"), ("After", "public func after(_ duration: Duration) {}"),
            ("WhenResolved", "func when<Value>(resolved promises: [Value]) {}"),
        ])
    func named(name: String, text: String) {
        let file = SourceFile(path: "Sources/Core/DatasyncTree/\(name).swift", text: text)
        #expect(FileNameRule.violations(in: [file]) == [])
    }

    @Test(
        "a file named for other content is found, with a better name",
        arguments: [
            ("final class Node {\n    class var empty: Node { Node() }\n}", "Node.swift"),
            ("extension Node {}", "Node+Aspect.swift"), ("func gather() {}", "Gather.swift"),
        ])
    func misnamed(text: String, better: String) {
        let file = SourceFile(path: "Sources/Core/DatasyncTree/Path.swift", text: "// struct Path\n" + text)
        #expect(
            FileNameRule.violations(in: [file]) == [
                Violation(
                    "declares nothing of the name Path", at: "Sources/Core/DatasyncTree/Path.swift",
                    remedy: "Name it for what it holds: \(better).")
            ])
    }

    @Test("re-exports are in Exports.swift, which declares nothing")
    func exports() {
        let text = "@_exported public import DatasyncClient\n"
        let files = ["Exports", "Open"].map {
            SourceFile(path: "Sources/Dialects/DatasyncLegacy/\($0).swift", text: text)
        }
        #expect(Violation.places(FileNameRule.violations(in: files)) == ["Sources/Dialects/DatasyncLegacy/Open.swift"])
    }

    @Test("a file without declarations is found, except main.swift")
    func empty() {
        let files = ["Sources/Core/DatasyncTree/Placeholder.swift", "Sources/Kit/contacts/main.swift"].map {
            SourceFile(path: $0, text: "print(1)\n")
        }
        #expect(
            FileNameRule.violations(in: files) == [
                Violation(
                    "declares nothing of the name Placeholder", at: "Sources/Core/DatasyncTree/Placeholder.swift",
                    remedy: "Put into the file what its name promises, or remove it.")
            ])
    }
}
