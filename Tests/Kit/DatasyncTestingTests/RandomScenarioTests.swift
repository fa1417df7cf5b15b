import DatasyncTree
import Foundation
import Testing

@testable import DatasyncTesting
@testable import DatasyncTestingInternals

/// Tests for random scenarios, their files, and the shrinking of failing ones.
struct RandomScenarioTests {
    @Test("a random scenario is written as a file and read back as the same")
    func generatedScenarioIsReadBack() throws {
        for index in 0..<500 {
            let scenario = ScenarioGenerator.scenario(seed: RandomConformanceTests.seed, index: index)
            #expect(try Self.read(scenario.fileText).fileText == scenario.fileText)
            #expect(scenario.isSensible)
        }
    }

    @Test("every bundled scenario is written and read back as the same", arguments: BundledScenarios.files)
    func bundledScenarioIsReadBack(file: String) throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: file)))
        for scenario in try ScenarioReader.scenarios(in: bytes, file: file) {
            let again = try Self.read(scenario.fileText)
            #expect(again.fileText == scenario.fileText)
            #expect(again.expected.map(\.lines) == scenario.expected.map(\.lines), "\(scenario.name)")
            #expect(again.steps.count == scenario.steps.count, "\(scenario.name)")
        }
    }

    @Test("a seed and an index always give the same scenario, and others a different one")
    func seedRepeats() {
        let scenario = ScenarioGenerator.scenario(seed: 1, index: 2)
        #expect(ScenarioGenerator.scenario(seed: 1, index: 2).fileText == scenario.fileText)
        #expect(ScenarioGenerator.scenario(seed: 1, index: 3).fileText != scenario.fileText)
        #expect(ScenarioGenerator.scenario(seed: 2, index: 2).fileText != scenario.fileText)
    }

    @Test("every kind of step is generated eventually")
    func everyKindOfStepIsMade() {
        var kinds: Set<String> = []
        for index in 0..<300 {
            let text = ScenarioGenerator.scenario(seed: 3, index: index).fileText
            for part in text.split(separator: "{\"do\":\"").dropFirst() {
                kinds.insert(String(part.prefix { $0 != "\"" }))
            }
        }
        let all: Set = [
            "subscribe", "unsubscribe", "set", "merge", "remove", "push", "increment", "transaction", "onDisconnect",
            "hold", "release", "disconnect", "connect", "end", "authenticate", "rules", "advance",
        ]
        #expect(kinds == all)
    }

    @Test("a failing scenario shrinks to the steps that make it fail")
    func failingScenarioShrinks() throws {
        let scenario = try #require(
            (0..<100).map { ScenarioGenerator.scenario(seed: 5, index: $0) }.first {
                Self.fails($0) && $0.steps.count > 12
            })
        let shrunk = Shrinker.shrunk(scenario, while: Self.fails)
        #expect(Self.fails(shrunk))
        #expect(shrunk.steps.count == 2)
        #expect(shrunk.data.isNull)
        #expect(shrunk.rules == nil)
        #expect(try Self.read(shrunk.fileText).steps.count == 2)
    }

    @Test("a shrunk scenario remains valid: no release without a hold")
    func shrunkScenarioMakesSense() throws {
        let releases: (Scenario) -> Bool = { scenario in
            scenario.steps.contains { if case .release = $0 { true } else { false } }
        }
        let scenario = try #require(
            (0..<100).map { ScenarioGenerator.scenario(seed: 6, index: $0) }.first(where: releases))
        let shrunk = Shrinker.shrunk(scenario, while: releases)
        #expect(shrunk.steps.count == 2)
        #expect(shrunk.isSensible)
    }

    /// Simulates a failure when a merge follows a hold.
    private static func fails(_ scenario: Scenario) -> Bool {
        let hold = scenario.steps.firstIndex { if case .hold = $0 { true } else { false } }
        let merge = scenario.steps.lastIndex { step in
            if case .write(let write) = step, case .merge = write.kind { true } else { false }
        }
        guard let hold, let merge else { return false }
        return hold < merge
    }

    private static func read(_ text: String) throws -> Scenario {
        try #require(try ScenarioReader.scenarios(in: Array(text.utf8), file: "random").first)
    }
}
