import DatasyncTesting
import DatasyncTestingInternals
import Testing

@Suite("The suite of contracts", .timeLimit(.minutes(30)))
struct ContractSuiteTests {
    @Test("the contracts hold")
    func contracts() async {
        let report = await ContractSuite.run()
        #expect(report.failed == [])
        #expect(report.passed.count >= 70)
    }
}
