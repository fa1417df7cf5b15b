import DatasyncTesting
import Foundation
import Testing

/// Tests that prove the headline of the package: every bundled scenario delivers the same events in every dialect.
@Suite("Bundled scenarios")
struct BundledScenarioTests {
    /// A scenario as the argument of a test.
    struct Case: Sendable, CustomTestStringConvertible {
        let scenario: Scenario

        var testDescription: String { scenario.name }
    }

    /// The scenarios of all files, or the reason why they cannot be read.
    private static let all = Result {
        try BundledScenarios.files.flatMap { file in
            let bytes = Array(try Data(contentsOf: URL(filePath: file)))
            return try ScenarioReader.scenarios(in: bytes, file: file).map(Case.init)
        }
    }

    private static var cases: [Case] { (try? all.get()) ?? [] }

    @Test("all files are read, and their scenarios have different names")
    func files() throws {
        let names = try Self.all.get().map(\.scenario.name)
        #expect(names.count >= 400)
        #expect(Set(names).count == names.count)
    }

    @Test("each dialect alone, all dialects mixed, and all through text deliver the expected lines", arguments: cases)
    func scenario(_ scenario: Case) {
        #expect(Conformance.firstDifference(in: scenario.scenario) == nil)
    }
}
