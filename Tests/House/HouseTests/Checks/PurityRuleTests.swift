import Testing

@Suite("Pure modules")
struct PurityRuleTests {
    @Test("the project's pure modules are pure")
    func project() throws {
        try expectNone(PurityRule.violations(in: Project.current.files))
    }

    @Test(
        "an import of a system module is found",
        arguments: ["Foundation", "FoundationEssentials", "Dispatch", "Glibc"])
    func imports(name: String) {
        let file = SourceFile(path: "Sources/Core/DatasyncEngine/Engine.swift", text: "\npublic import \(name)\n")
        #expect(
            PurityRule.violations(in: [file]) == [
                Violation(
                    "imports \(name) in the pure module DatasyncEngine",
                    at: "Sources/Core/DatasyncEngine/Engine.swift:2",
                    remedy: "Do without it, or move the code to DatasyncClient or above.")
            ])
    }

    @Test("promises may use Dispatch, and the application module and those above it Foundation")
    func allowed() {
        let promise = SourceFile(path: "Sources/Core/DatasyncPromise/Promise.swift", text: "import Dispatch\n")
        let above = SourceFile(path: "Sources/Core/DatasyncClient/Application.swift", text: "import Foundation\n")
        #expect(PurityRule.violations(in: [promise, above]) == [])
    }

    @Test("a lock in the tree is found")
    func lock() {
        let file = SourceFile(
            path: "Sources/Core/DatasyncTree/Node.swift",
            text: "struct Node {\n    let cache: Mutex<Int> // a Mutex\n}\n")
        #expect(
            PurityRule.violations(in: [file]) == [
                Violation(
                    "uses Mutex in DatasyncTree", at: "Sources/Core/DatasyncTree/Node.swift:2",
                    remedy: "The tree is made of values: keep what is shared and guarded in a module above.")
            ])
    }

    @Test("a clock or an unseeded random call is found, and a generator that is passed in is not")
    func clock() {
        let text = """
            let clock = ContinuousClock()
            let one = Int.random(in: 0..<(2 + 3))
            let other = Int.random(in: 0..<(2 + 3), using: &generator)
            """
        let file = SourceFile(path: "Sources/Core/DatasyncWire/Shell.swift", text: text)
        let remedy = "Take the time or the generator from the caller."
        #expect(
            PurityRule.violations(in: [file]) == [
                Violation(
                    "uses ContinuousClock in the pure module DatasyncWire",
                    at: "Sources/Core/DatasyncWire/Shell.swift:1",
                    remedy: remedy),
                Violation(
                    "uses random in the pure module DatasyncWire", at: "Sources/Core/DatasyncWire/Shell.swift:2",
                    remedy: remedy),
            ])
    }
}
