import Foundation
import Testing

@Suite("Imports")
struct ImportRuleTests {
    @Test("the project imports only modules that the manifest lists")
    func project() throws {
        let project = try Project.current
        #expect(!project.sources.isEmpty)
        try expectNone(ImportRule.violations(in: project.files, manifest: Project.manifest))
    }

    @Test(
        "an import of a module that is no dependency is found, in each form",
        arguments: [
            "import DatasyncBackend", "public import DatasyncBackend", "@_exported public import DatasyncBackend",
            "@testable import DatasyncBackend", "import struct DatasyncBackend.Rules",
        ])
    func violation(line: String) throws {
        let file = SourceFile(
            path: "Sources/Core/DatasyncEngine/Engine.swift", text: "/// The engine.\nimport DatasyncTree\n\(line)\n")
        #expect(
            try ImportRule.violations(in: [file], manifest: engine()) == [
                Violation(
                    "imports DatasyncBackend, which is no dependency of DatasyncEngine in the manifest",
                    at: "Sources/Core/DatasyncEngine/Engine.swift:3",
                    remedy: "Draw the arrow in Package.swift if the layers allow it; otherwise do without the import.")
            ])
    }

    @Test("imports of other packages, comments and strings are ignored")
    func innocent() throws {
        let text = "import Foundation\n// import DatasyncBackend\nlet line = \"import DatasyncBackend\"\n"
        let file = SourceFile(path: "Sources/Core/DatasyncEngine/Engine.swift", text: text)
        #expect(try ImportRule.violations(in: [file], manifest: engine()) == [])
    }

    private func engine() throws -> Manifest {
        let target =
            #"{"name": "DatasyncEngine", "type": "regular", "dependencies": [{"byName": ["DatasyncTree", null]}]}"#
        return try Manifest(json: Data(#"{"targets": [\#(target)]}"#.utf8))
    }
}
