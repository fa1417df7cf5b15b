import Testing

@Suite("Printing")
struct PrintingRuleTests {
    @Test("every public type of the products has a readable description")
    func project() throws {
        try expectNone(PrintingRule.violations(in: Project.current.files))
    }

    @Test("a public type without a conformance is found, and a nested one by its full name")
    func violation() {
        let text = """
            public struct Node<Value: CustomStringConvertible>: Sendable where Value: CustomDebugStringConvertible {
                public enum Side { case first }
            }
            extension Node.Side: CustomStringConvertible {}
            extension Promise {
                public final class Resolver {}
            }
            """
        let remedy = "Extend it at the end of its file: one line that says what a value of it is."
        let (path, both) = (
            "Sources/Core/DatasyncWire/Node.swift", "CustomStringConvertible and CustomDebugStringConvertible"
        )
        #expect(
            PrintingRule.violations(in: [SourceFile(path: path, text: text)]) == [
                Violation("the public type Node lacks \(both)", at: "\(path):1", remedy: remedy),
                Violation(
                    "the public type Node.Side lacks CustomDebugStringConvertible", at: "\(path):2", remedy: remedy),
                Violation("the public type Promise.Resolver lacks \(both)", at: "\(path):6", remedy: remedy),
            ])
    }

    @Test("conformances count in any file and any form")
    func conforming() {
        let texts = [
            "public struct Node: Sendable, CustomStringConvertible {}",
            "extension Node: CustomDebugStringConvertible {}",
            "extension Tree { public enum Side { case first } }",
            "extension Tree.Side: CustomStringConvertible, CustomDebugStringConvertible {}",
        ]
        let files = texts.enumerated().map { number, text in
            SourceFile(path: "Sources/Core/DatasyncLive/File\(number).swift", text: text)
        }
        #expect(PrintingRule.violations(in: files) == [])
        #expect(PrintingRule.violations(in: Array(files.dropLast())).count == 1)
    }

    @Test(
        "enumerations of strings, those without cases, types that are not public and other modules are exempt",
        arguments: [
            "public enum Side: String, Sendable { case first }",
            "public enum Sides { static func side(_ side: Int) { switch side { case 0: return } } }",
            "package struct Node {}", "public protocol Node { var side: Int { get } }", "extension Node {}",
        ])
    func exempt(text: String) {
        let file = SourceFile(path: "Sources/Core/DatasyncWire/Node.swift", text: text)
        #expect(PrintingRule.violations(in: [file]) == [])
    }

    @Test("modules that are no product are exempt")
    func otherModules() {
        let file = SourceFile(path: "Sources/Migrator/DatasyncMigrator/Node.swift", text: "public struct Node {}")
        #expect(PrintingRule.violations(in: [file]) == [])
    }
}
