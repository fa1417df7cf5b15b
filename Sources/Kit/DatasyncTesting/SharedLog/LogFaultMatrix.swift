import DatasyncLog
import Dispatch

/// A matrix of faults between one of two back ends and the log that they share, each at each append of that back end.
///
/// Some clients stay on the other back end, the others change between both. The records of the log are the witness, as in
/// ``SharedLogSuite``: no acknowledged write may be lost, or have taken effect twice; each on-disconnect write must have run
/// once for its connection; and each client must end with the replayed state. Clients that stay on the other back end
/// must keep their connections unless all back ends reload; clients that only listen, unless the fault ends the sessions of
/// their back end.
package enum LogFaultMatrix {
    private static let clients = 8
    private static let operations = 30
    /// The most operations of a client on one back end.
    private static let stay = 6

    /// Runs clients with a fault at an append, and checks what they have seen.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - append: The number of the append, from 1; the first one is the beginning of the back end's run.
    ///   - seed: The seed of the clients' operations.
    /// - Throws: A description of the violations.
    package static func check(_ fault: LogFault, at append: Int, seed: UInt64) async throws {
        let log = FaultyLog(seed: seed) { LogTime(Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000)) }
        var suite = SharedLogSuite(backends: 2, operations: clients * operations, seed: seed) { log }
        (suite.clients, suite.stay) = (clients, stay)
        let run = try HistoryRun(suite, fault, at: append, of: log)
        do {
            let outcome = try await run.outcome()
            let violations = HistoryChecker.violations(
                of: outcome.histories, records: outcome.records, mayLose: fault.mayLose)
            try require(violations.map(\.description), [], "violations")
            try require(run.data.allSatisfy { $0 == run.data.first }, "both back ends have the same data")
            for history in outcome.histories where history.connections.count > 1 {
                let isObserver = history.operations.isEmpty
                let stays =
                    if history.name.isMultiple(of: 2) {
                        isObserver && !fault.endsSessions
                    } else {
                        isObserver || !fault.reachesAll
                    }
                let ends = history.connections.compactMap(\.end)
                try require(stays ? ends : [], [], "ends of the connection of client \(history.name)")
            }
        } catch {
            throw Violation(description: "\(fault) at append \(append), seed \(seed): \(error)")
        }
    }
}
