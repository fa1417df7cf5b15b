#if Postgres
    import DatasyncTesting
    import Foundation
    import TestSupport
    import Testing

    /// Runs of scenarios whose clients are spread over two back ends that share a database; only in the long form.
    @Suite("Conformance over a database", .serialized, .enabled(if: LongForm.isWanted))
    struct ScenarioTests {
        /// Returns the first difference between a run without a log and one over the database.
        private func difference(in scenario: Scenario, over log: DatabaseScenarioLog) async -> String? {
            let usual = ScenarioRun(.dialect(.callback), throughText: false)
            var run = usual
            run.log = log
            let runs = [usual, run]
            return await withCheckedContinuation { continuation in
                // It waits for the log, and blocks its thread meanwhile.
                Thread.detachNewThread {
                    continuation.resume(returning: Conformance.firstDifference(in: scenario, runs: runs))
                }
            }
        }

        @Test("[postgres 34] the bundled scenarios deliver the same events through two back ends over a database")
        func bundled() async throws {
            let log = try await DatabaseScenarioLog(try TestDatabase())
            var count = 0
            for file in BundledScenarios.files {
                let bytes = Array(try #require(FileManager.default.contents(atPath: file)))
                for scenario in try ScenarioReader.scenarios(in: bytes, file: file) {
                    count += 1
                    let difference = await difference(in: scenario, over: log)
                    #expect(difference == nil, "\(difference ?? "")")
                }
            }
            #expect(count > 40)
            await log.close()
        }

        @Test("[postgres 34] so do random scenarios")
        func random() async throws {
            let log = try await DatabaseScenarioLog(try TestDatabase())
            let environment = ProcessInfo.processInfo.environment
            let seed = environment["DATASYNC_SEED"].flatMap(UInt64.init) ?? 20_261_127
            let count = environment["DATASYNC_SCENARIOS"].flatMap(Int.init) ?? 60
            for index in 0..<count {
                let scenario = ScenarioGenerator.scenario(seed: seed, index: index)
                let difference = await difference(in: scenario, over: log)
                #expect(difference == nil, "DATASYNC_SEED=\(seed), scenario \(index): \(difference ?? "")")
            }
            await log.close()
        }
    }
#endif
