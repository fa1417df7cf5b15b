package import DatasyncBackend

/// A log that the back ends of runs follow.
package protocol ScenarioLog: Sendable {
    /// A word for the description of the run.
    var name: String { get }

    /// Returns back ends that follow a new log.
    ///
    /// - Parameters:
    ///   - initial: The state from which the log begins.
    ///   - clock: The clock of the run.
    /// - Returns: The back ends.
    /// - Throws: An error of the log, which should not occur in any run.
    func makeBackends(_ initial: BackendState, clock: ManualClock) throws -> ScenarioBackends
}
