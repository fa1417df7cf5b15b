import Foundation
import Testing

@Suite("Dependencies between modules")
struct ArrowRuleTests {
    @Test("the project has only the dependencies of the table")
    func project() throws {
        let manifest = try Project.manifest
        #expect(manifest.target("DatasyncTree") != nil)
        expectNone(ArrowRule.violations(in: manifest))
    }

    @Test(
        "the table itself has no dependency between modules that must be independent",
        arguments: [
            ("DatasyncEngine", "DatasyncBackend"), ("DatasyncStorage", "DatasyncBackend"),
            ("DatasyncStorage", "DatasyncEngine"), ("DatasyncLegacy", "DatasyncCallback"),
            ("DatasyncCallback", "DatasyncAsync"), ("DatasyncAsync", "DatasyncLegacy"),
        ])
    func siblings(one: String, other: String) {
        #expect(ArrowRule.table[one]?.contains(other) == false)
        #expect(ArrowRule.table[other]?.contains(one) == false)
    }

    @Test("the table has no cycle")
    func downward() {
        var settled: Set<String> = []
        var open = ArrowRule.table
        while let next = open.first(where: { $0.value.isSubset(of: settled) }) {
            settled.insert(next.key)
            open[next.key] = nil
        }
        #expect(open.keys.sorted() == [])
    }

    @Test("an engine that depends on the back end is found")
    func engineSeesBackend() throws {
        let manifest = try manifest(
            """
            {"name": "DatasyncBackend", "type": "regular", "dependencies": []},
            {"name": "DatasyncEngine", "type": "regular", "dependencies": [{"byName": ["DatasyncBackend", null]}]}
            """)
        #expect(
            ArrowRule.violations(in: manifest) == [
                Violation(
                    "it sees DatasyncBackend, which the table of arrows does not allow", at: "DatasyncEngine",
                    remedy: "Move what it needs below both, or hand it in from above.")
            ])
    }

    @Test("a dependency counts in each form of the manifest, and under a trait too")
    func shapes() throws {
        let manifest = try manifest(
            """
            {"name": "DatasyncAsync", "type": "regular", "dependencies": []},
            {"name": "DatasyncLegacy", "type": "regular", "dependencies": [
                {"target": ["DatasyncAsync", {"platformNames": [], "traits": ["Server"]}]}]}
            """)
        #expect(Violation.places(ArrowRule.violations(in: manifest)) == ["DatasyncLegacy"])
    }

    @Test("a target that is missing in the table is found")
    func unknown() throws {
        let manifest = try manifest(
            """
            {"name": "DatasyncExtras", "type": "regular", "dependencies": []},
            {"name": "DatasyncExtrasTests", "type": "test", "dependencies": []}
            """)
        let remedy = "Say in ArrowRule.table which layer it stands in and what it may see."
        #expect(
            ArrowRule.violations(in: manifest) == [
                Violation("the target is not in the table of arrows", at: "DatasyncExtras", remedy: remedy),
                Violation("the target is not in the table of arrows", at: "DatasyncExtrasTests", remedy: remedy),
            ])
    }

    @Test("tests may use their module, the modules below it and the test doubles, but no sibling")
    func tests() throws {
        let manifest = try manifest(
            """
            {"name": "DatasyncTree", "type": "regular", "dependencies": []},
            {"name": "DatasyncConcurrency", "type": "regular", "dependencies": []},
            {"name": "DatasyncBackend", "type": "regular", "dependencies": []},
            {"name": "DatasyncTesting", "type": "regular", "dependencies": []},
            {"name": "DatasyncEngineTests", "type": "test", "dependencies": [
                {"byName": ["DatasyncTree", null]}, {"byName": ["DatasyncConcurrency", null]},
                {"byName": ["DatasyncTesting", null]}, {"byName": ["DatasyncBackend", null]}]}
            """)
        #expect(
            ArrowRule.violations(in: manifest).map(\.what) == [
                "it sees DatasyncBackend, which the table of arrows does not allow"
            ])
    }

    @Test("an unconditional dependency on a package is found, and one behind a trait is not")
    func packages() throws {
        let manifest = try manifest(
            """
            {"name": "DatasyncBackend", "type": "regular", "dependencies": [
                {"product": ["NIOCore", "swift-nio", null, {"platformNames": [], "traits": ["Server"]}]},
                {"product": ["NIOPosix", "swift-nio", null, {"platformNames": ["linux"]}]},
                {"byName": ["Logging", null]}]}
            """)
        let remedy = "Put it behind a trait that is off by default: `condition: .when(traits: [\"…\"])`."
        #expect(
            ArrowRule.violations(in: manifest) == [
                Violation("it always needs NIOPosix of another package", at: "DatasyncBackend", remedy: remedy),
                Violation("it always needs Logging of another package", at: "DatasyncBackend", remedy: remedy),
            ])
    }

    @Test("a trait that is enabled by default is found")
    func traits() throws {
        let manifest = try manifest(
            "",
            traits: """
                {"name": "Server", "enabledTraits": []}, {"name": "default", "enabledTraits": ["Server"]}
                """)
        #expect(
            ArrowRule.violations(in: manifest) == [
                Violation(
                    "the trait Server is on by default", at: "Package.swift",
                    remedy: "Take it out of the default traits: the default build needs no other package.")
            ])
    }

    @Test("a command that does not exist is an error with its name and a remedy")
    func missingCommand() throws {
        let failure = #expect(throws: Command.Failure.self) { try Command.find("swift", in: "/nowhere:/neither") }
        #expect(
            failure?.description == "The command `swift` is not found. Put the folder that holds it into PATH.")
    }

    private func manifest(_ targets: String, traits: String = "") throws -> Manifest {
        try Manifest(json: Data(#"{"targets": [\#(targets)], "traits": [\#(traits)]}"#.utf8))
    }
}
