import DatasyncTesting
import Testing

/// Tests with random histories of an honest back end, several clients, priorities and windows.
struct HonestHistoryTests {
    @Test("at every step, the visible value is `pending` over `server`, and at the end the data [caches 2]")
    func historiesKeepTheDefinition() {
        let report = HonestHistories.report(seed: RandomConformanceTests.seed, indices: 0..<1500)
        let failures = report.failures.joined(separator: "\n")
        #expect(report.failures.isEmpty, "DATASYNC_SEED=\(RandomConformanceTests.seed)\n\(failures)")
        #expect(report.passed == 1500)
    }
}
