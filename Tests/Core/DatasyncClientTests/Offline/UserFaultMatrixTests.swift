import TestSupport
import Testing

/// Each fault at each position of the turns of two users on one store.
@Suite(.timeLimit(.minutes(10)))
struct UserFaultMatrixTests {

    /// Tries the faults at each position of a run from its present one on; returns the number of runs.
    private func explore(_ run: UserTurns, _ faults: [UserTurns.Fault]) throws -> Int {
        var (run, count) = (run, 0)
        guard let fault = faults.first else {
            try run.finish()
            #expect(run.problems.isEmpty, "\(run.faults): \(run.problems.prefix(3))")
            return 1
        }
        repeat {
            var disturbed = run
            disturbed.meet(fault)
            count += try explore(disturbed, Array(faults.dropFirst()))
        } while try run.advance()
        return count
    }

    @Test("two users take turns on one store, without a fault", arguments: UserTurns.Pace.allCases)
    func undisturbed(pace: UserTurns.Pace) throws { #expect(try explore(UserTurns(pace), []) == 1) }

    @Test(
        "with a fault at any position, each write is applied once as its user, and shown to no other [offline 1, 3, 7, 8]",
        arguments: UserTurns.Fault.allCases)
    func matrix(fault: UserTurns.Fault) throws {
        for pace in UserTurns.Pace.allCases {
            let count = try explore(UserTurns(pace), [fault])
            print("\(count) runs with the fault \(fault), pace \(pace)")
            #expect(count > 100)
        }
    }

    @Test("a second fault at any later position", .enabled(if: LongForm.isWanted), arguments: UserTurns.Fault.allCases)
    func pairs(fault: UserTurns.Fault) throws {
        for second in UserTurns.Fault.allCases {
            let count = try explore(UserTurns(.hasty), [fault, second])
            print("\(count) runs with the faults \(fault) and \(second)")
        }
    }
}
