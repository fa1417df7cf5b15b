package import DatasyncTesting

/// The rules for the clients that a scenario file cannot state.
///
/// Scenarios compare the events of subscriptions. The contracts check the rest: concurrent queues, buffers, the lifetimes
/// of handles, reads, live objects, items, promises and frames.
///
/// ```swift
/// let report = await ContractSuite.run()
/// print(report)
/// ```
package enum ContractSuite {
    /// Checks the contracts one after the other.
    ///
    /// - Parameter stopsAtFailure: Whether to stop at the first failed contract.
    /// - Returns: The contracts that passed and failed.
    package static func run(stopsAtFailure: Bool = false) async -> SuiteReport {
        var report = SuiteReport()
        for contract in Contract.all {
            await report.check(contract.name, contract.check)
            if stopsAtFailure, !report.failed.isEmpty { break }
        }
        return report
    }
}
