import DatasyncTree
import Foundation
import TestSupport
import Testing

@testable import DatasyncTesting
@testable import DatasyncTestingInternals

/// Scenarios with on-disconnect writes, with the connection dropped at each message.
@Suite("The matrix of faults with on-disconnect writes")
struct FaultMatrixTests {
    private static let seed =
        ProcessInfo.processInfo.environment["DATASYNC_SEED"].flatMap { UInt64($0) } ?? 20_240_229

    private func bundled() throws -> [Scenario] {
        try BundledScenarios.files.flatMap { file in
            try ScenarioReader.scenarios(
                in: Array(try #require(FileManager.default.contents(atPath: file))), file: file)
        }
    }

    @Test(
        "the final states of the bundled scenarios are those of the model with the same drop",
        arguments: [BackendLog.immediate, .journal, .shared])
    func onDisconnect(log: BackendLog) throws {
        let scenarios = try bundled().filter(\.writesOnDisconnect)
        #expect(scenarios.count >= 12)
        for scenario in scenarios where FaultMatrix.applies(to: scenario) {
            let result = FaultMatrix.firstDifference(in: scenario, log: log)
            #expect(result.difference == nil)
            #expect(result.faults >= 10, "\(scenario.name)")
        }
        // The model evaluates no expressions.
        #expect(scenarios.filter { !FaultMatrix.applies(to: $0) }.count == 1)
    }

    @Test("a client that ends at a message and is restarted over its offline store loses and repeats nothing")
    func restarts() throws {
        let random = SeededRandom(seed: Self.seed)
        var (scenarios, faults) = (0, 0)
        for scenario in try bundled() where FaultMatrix.applies(to: scenario, .restart) {
            // A sample of the faults; `conformance --restarts` has all.
            let result = FaultMatrix.firstDifference(in: scenario, .restart) { _ in
                LongForm.isWanted || random.below(8) == 0
            }
            scenarios += result.faults > 0 ? 1 : 0
            faults += result.faults
            #expect(result.difference == nil, "seed \(Self.seed)")
        }
        print("\(faults) restarts in \(scenarios) scenarios, seed \(Self.seed)")
        #expect(scenarios > 200)
    }

    @Test("a transaction that aborts on a value of another client has no prediction; no other scenario is left out")
    func aborts() throws {
        let left = try bundled().filter { !FaultMatrix.applies(to: $0) }.map(\.name)
        #expect(left.contains("a transaction does not abort on a value of a lost connection [operations 14, 18]"))
        // One needs rules with expressions, and two advance the time too far.
        #expect(left.count == 4)
    }

    @Test("a drop changes the final state of the model, and the model without the drop is found to be wrong")
    func modelWithDrop() throws {
        let scenario = try #require(
            try bundled().first { $0.name == "nothing shows while the connection lasts [commits 15]" })
        let undisturbed = try #require(NaiveModel.final(of: scenario, nil))
        #expect(undisturbed.data.text == #"{"v":0,"w":1}"#)
        // The on-disconnect write is step 2; its response was received or lost.
        for (received, registrations) in [(1, 1), (0, 2)] {
            let drop = ConnectionDrop(client: "A", step: 2, processed: 1, received: received)
            let final = try #require(NaiveModel.final(of: scenario, drop))
            #expect(final.hasDropped && final.data.text == #"{"v":1,"w":1}"#, "\(registrations)")
            #expect(final.writes == undisturbed.writes)
        }
        let lost = ConnectionDrop(client: "A", step: 2, processed: 0, received: 0)
        #expect(NaiveModel.final(of: scenario, lost)?.data.text == #"{"v":0,"w":1}"#)
        let never = ConnectionDrop(client: "A", step: 2, processed: 7, received: 0)
        #expect(NaiveModel.final(of: scenario, never)?.hasDropped == false)
    }

    @Test("the final states of random scenarios with on-disconnect writes are those of the model with the same drop")
    func random() {
        let random = SeededRandom(seed: Self.seed)
        var (scenarios, faults) = (0, 0)
        for index in 0..<LongForm.count(60, long: 3_000) {
            let generated = ScenarioGenerator.scenario(seed: Self.seed, index: index)
            let scenario = generated.writingOnDisconnect(random)
            // A sample of the faults; each scenario has other ones.
            let result = FaultMatrix.firstDifference(in: scenario) { _ in random.below(LongForm.count(12, long: 4)) == 0
            }
            scenarios += result.faults > 0 ? 1 : 0
            faults += result.faults
            if let difference = result.difference {
                Issue.record("seed \(Self.seed), index \(index): \(difference)\n\(scenario.fileText)")
            }
        }
        print("\(faults) faults in \(scenarios) random scenarios, seed \(Self.seed)")
        #expect(faults > scenarios)
    }
}

extension Scenario {
    fileprivate var writesOnDisconnect: Bool {
        steps.contains { step in
            if case .write(let write) = step, case .onDisconnect = write.kind { true } else { false }
        }
    }

    /// Returns the scenario without transactions, and with half of its sets as on-disconnect writes.
    fileprivate func writingOnDisconnect(_ random: SeededRandom) -> Scenario {
        let steps = steps.compactMap { step -> Step? in
            if case .write(let write) = step, case .transaction = write.kind { return nil }
            guard case .write(let write) = step, case .set(let json) = write.kind, random.below(2) == 0,
                !write.path.hasSuffix(".priority")
            else { return step }
            return .write(
                Write(step: "onDisconnect", client: write.client, path: write.path, kind: .onDisconnect(json)))
        }
        return Scenario(
            name: name, file: file, data: data, rules: rules, now: now, skew: skew, dialects: dialects, steps: steps,
            expected: expected)
    }
}
