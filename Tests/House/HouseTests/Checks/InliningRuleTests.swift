import Testing

@Suite("Inlining")
struct InliningRuleTests {
    @Test("the types of the project with inlinable members are usable from inline code")
    func project() throws {
        try expectNone(InliningRule.violations(in: Project.current.files))
    }

    @Test("a type whose members no other module can inline is found", arguments: ["struct", "final class", "enum"])
    func violation(kind: String) {
        let text = "import A\n\npackage \(kind) Box<Value> {\n    @inlinable package func value() {}\n}\n"
        let file = SourceFile(path: "Sources/Core/DatasyncTree/Box.swift", text: text)
        #expect(
            InliningRule.violations(in: [file]) == [
                Violation(
                    "Box has inlinable members that no other module can inline",
                    at: "Sources/Core/DatasyncTree/Box.swift:3",
                    remedy: "Declare the type @usableFromInline.")
            ])
    }

    @Test(
        "types that are usable from inline code, and those without inlinable members, are exempt",
        arguments: [
            "@usableFromInline\npackage struct Box { @inlinable package func value() {} }",
            "@frozen @usableFromInline package final class Box { @inlinable package init() {} }",
            "package struct Box { package func value() {} }",
            "extension [Int] { @inlinable package func value() {} }",
        ])
    func exempt(text: String) {
        let file = SourceFile(path: "Sources/Core/DatasyncTree/Box.swift", text: text)
        #expect(InliningRule.violations(in: [file]) == [])
    }
}
