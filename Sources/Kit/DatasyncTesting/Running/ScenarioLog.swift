/// The log that the back end of a run follows.
public enum ScenarioLog: String, Sendable, CaseIterable {
    /// No log: writes are applied at once.
    case immediate
    /// A log in memory.
    case memory
    /// A journal on a simulated disk.
    case journal
    /// A journal that is closed and reopened after each step; the back end restores its state from it.
    case reopened
}
