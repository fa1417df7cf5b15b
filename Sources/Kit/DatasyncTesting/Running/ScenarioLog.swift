/// The log that the back end of a run follows.
public enum ScenarioLog: String, Sendable, CaseIterable {
    /// No log: a write is applied at once.
    case immediate
    /// A log in memory.
    case memory
    /// A journal on a simulated disk.
    case journal
    /// A journal that is closed and opened again after each step, from which the back end restores its state.
    case reopened
}
