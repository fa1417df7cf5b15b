import DatasyncTesting
import TestSupport
import Testing

/// One of two back ends on a shared log has a fault, at one append after the other.
@Suite("The matrix of faults on a shared log", .timeLimit(.minutes(30)))
struct LogFaultMatrixTests {

    @Test(
        "nothing is lost, applied twice or delayed on the other back end [commits 8, 10, 21, 22, 23, 24]",
        arguments: LogFault.allCases)
    func matrix(_ fault: LogFault) async throws {
        // An outage takes eleven seconds, in which the other back end must go on: beside other tests, it could be too slow.
        let appends = LongForm.isWanted ? Array(1...20) : fault == .away ? [] : [2, 5, 13]
        for append in appends where append >= fault.first {
            try await LogFaultMatrix.check(fault, at: append, seed: Seed.value &+ UInt64(append))
        }
    }
}
