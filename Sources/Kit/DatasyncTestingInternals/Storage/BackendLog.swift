package import DatasyncBackend
package import DatasyncTesting

/// The log that the back end of a run follows.
package enum BackendLog: String, ScenarioLog, CaseIterable {
    /// No log: writes are applied at once.
    case immediate
    /// A log in memory.
    case memory
    /// A journal on a simulated disk.
    case journal
    /// A journal that is closed and reopened after each step; the back end restores its state from it.
    case reopened
    /// A log in memory that two back ends share; the clients are spread over both.
    case shared
    /// The same, and both back ends read the log again after each step.
    case reloaded

    package var name: String { rawValue }

    package func makeBackends(_ initial: BackendState, clock: ManualClock) throws -> ScenarioBackends {
        let logged = try LoggedBackend(self, initial: initial, clock: clock)
        return ScenarioBackends(logged.backends, finishStep: logged.finishStep)
    }
}

extension ScenarioRun {
    /// Returns the same run with another log.
    package func over(_ log: BackendLog) -> ScenarioRun {
        var run = self
        run.log = log == .immediate ? nil : log
        return run
    }
}
