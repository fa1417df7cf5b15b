import Foundation
import Testing

@Suite("Versions of other packages")
struct VersionRuleTests {
    @Test("the project allows each package from the version that was built, up to a major version")
    func project() throws {
        let manifest = try Project.manifest
        let ranges = (manifest.dependencies ?? []).map { package in
            "\(package.name) \(package.range.map { "\($0.lowerBound)..<\($0.upperBound)" } ?? "none")"
        }
        #expect(
            ranges == [
                "swift-syntax 600.0.1..<604.0.0", "swift-nio 2.101.2..<3.0.0", "swift-nio-ssl 2.37.6..<3.0.0",
                "swift-nio-extras 1.35.2..<2.0.0", "swift-argument-parser 1.8.2..<2.0.0", "swift-log 1.16.2..<2.0.0",
                "swift-service-lifecycle 2.13.0..<3.0.0", "jwt-kit 5.7.1..<6.0.0",
                "swift-crypto 4.5.2..<5.0.0",
            ])
        expectNone(VersionRule.violations(in: manifest))
    }

    @Test(
        "one version, a branch, a commit and a folder are found",
        arguments: [
            #"{"exact": ["2.101.2"]}"#, #"{"branch": ["main"]}"#, #"{"revision": ["0a1b2c"]}"#, "null",
        ])
    func pinned(requirement: String) throws {
        #expect(
            VersionRule.violations(in: try manifest(requirement)) == [
                Violation(
                    "not a range of versions", at: "Package.swift, swift-nio",
                    remedy: "Write `from: \"…\"` with the version that the gate builds, "
                        + "or a range up to a major version.")
            ])
    }

    @Test("a range that ends within a major version is found")
    func narrow() throws {
        let violations = VersionRule.violations(
            in: try manifest(#"{"range": [{"lowerBound": "2.101.2", "upperBound": "2.102.0"}]}"#))
        #expect(violations.map(\.what) == ["the versions end at 2.102.0, within a major version"])
    }

    private func manifest(_ requirement: String) throws -> Manifest {
        let package = #"{"sourceControl": [{"identity": "swift-nio", "requirement": \#(requirement)}]}"#
        return try Manifest(json: Data(#"{"targets": [], "dependencies": [\#(package)]}"#.utf8))
    }
}
