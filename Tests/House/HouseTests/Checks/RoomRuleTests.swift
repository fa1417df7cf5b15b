import Foundation
import Testing

@Suite("Rooms")
struct RoomRuleTests {
    @Test("each file of the project is in the folder of a target")
    func project() throws {
        try expectNone(RoomRule.violations(in: Project.current.files, manifest: Project.manifest))
    }

    @Test("a file outside a target is found, and one of a tool or above the rooms is not")
    func violation() throws {
        let target = #"{"name": "DatasyncTree", "type": "regular", "dependencies": []}"#
        let manifest = try Manifest(json: Data(#"{"targets": [\#(target)]}"#.utf8))
        let files = [
            "Sources/Core/DatasyncTree/Path/Path.swift", "Sources/DatasyncTree/Path.swift", "Sources/Core/Path.swift",
            "Tests/Core/DatasyncTreeTests/PathTests.swift", "Tests/Tools/Figures/README.md", "README.md",
        ].map { SourceFile(path: $0, text: "") }
        #expect(
            Violation.places(RoomRule.violations(in: files, manifest: manifest)) == [
                "Sources/DatasyncTree/Path.swift", "Sources/Core/Path.swift",
                "Tests/Core/DatasyncTreeTests/PathTests.swift",
            ])
    }
}
