package import DatasyncTesting

/// The rules for the clients that a scenario file cannot state.
///
/// Scenarios compare the events of subscriptions. The contracts check the rest: concurrent queues, buffers, the lifetimes
/// of handles, reads, live objects, items, promises and frames.
///
/// ```swift
/// let report = await ContractSuite().run()
/// print(report)
/// ```
package struct ContractSuite: Sendable {
    let contracts: [Contract]

    /// Creates a suite of all contracts.
    package init() { contracts = Contract.all }

    /// Checks the contracts one after the other.
    ///
    /// - Parameter stopsAtFailure: Whether to stop at the first failed contract.
    /// - Returns: The contracts that passed and failed.
    package func run(stopsAtFailure: Bool = false) async -> SuiteReport {
        var report = SuiteReport()
        for contract in contracts {
            await report.check(contract.name, contract.check)
            if stopsAtFailure, !report.failed.isEmpty { break }
        }
        return report
    }
}

extension ContractSuite: CustomStringConvertible {
    /// The number of contracts.
    package var description: String { "suite of \(contracts.count) contracts" }
}
