package import DatasyncBackend

/// A log that the back ends of runs follow.
package protocol ScenarioLog: Sendable {
    /// A word for the description of the run.
    var name: String { get }

    /// Returns a back end that follows a new log.
    ///
    /// - Parameters:
    ///   - initial: The state from which the log begins.
    ///   - clock: The clock of the run.
    /// - Returns: The back end, and a closure that ends each step.
    /// - Throws: An error of the log, which should not occur in any run.
    func makeBackend(
        _ initial: BackendState, clock: ManualClock
    ) throws -> (backend: Backend, finishStep: () throws -> Void)
}
