import DatasyncTesting
import DatasyncTestingInternals
import Foundation
import TestSupport
import Testing

/// Runs of the bundled scenarios over logs, and with connections dropped at single messages.
struct LogRunTests {

    private func scenarios(_ file: String) throws -> [Scenario] {
        let bytes = Array(try #require(FileManager.default.contents(atPath: file)))
        return try ScenarioReader.scenarios(in: bytes, file: file)
    }

    @Test("the bundled scenarios deliver the same events over every log [commits 7]", arguments: BundledScenarios.files)
    func logs(file: String) throws {
        let runs = BackendLog.allCases.map { ScenarioRun(.dialect(.callback), throughText: false).over($0) }
        for scenario in try scenarios(file) { #expect(Conformance.firstDifference(in: scenario, runs: runs) == nil) }
    }

    @Test(
        "nothing is lost or applied twice when a connection is dropped at a message",
        arguments: BundledScenarios.files, [BackendLog.immediate, .shared])
    func faults(file: String, log: BackendLog) throws {
        for scenario in try scenarios(file) {
            // All messages in the long form; otherwise every 7th or 28th fault, another one for each scenario.
            let (offset, step) = (scenario.name.utf8.count, log == .shared ? 28 : 7)
            let result = FaultMatrix.firstDifference(in: scenario, log: log) { fault in
                LongForm.isWanted || (fault.message * 2 + (fault.losesMessage ? 1 : 0) + offset) % step == 0
            }
            #expect(result.difference == nil)
        }
    }

    @Test("a log is named in the description of a run")
    func descriptions() {
        let run = ScenarioRun(.mixed, throughText: true).over(.reopened)
        #expect(run.description == "mixed through text over reopened")
        #expect(ConnectionFault(message: 3, losesMessage: true).description == "dropped before message 3")
    }
}
