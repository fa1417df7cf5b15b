package import DatasyncBackend

/// The back ends of a run; its clients take them in turn.
package struct ScenarioBackends {
    /// The back ends, at least one.
    package let backends: [Backend]
    /// Waits until all back ends have applied what was appended; returns whether they have changed since the last call.
    ///
    /// `nil` for a log that does everything on the calling thread.
    package let settle: (() -> Bool)?
    /// Ends a step.
    package let finishStep: () throws -> Void

    package init(
        _ backends: [Backend], settle: (() -> Bool)? = nil, finishStep: @escaping () throws -> Void = {}
    ) {
        self.backends = backends
        self.settle = settle
        self.finishStep = finishStep
    }
}
