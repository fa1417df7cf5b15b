/// The source of a workload's changes.
package enum Mode: String, CaseIterable, Sendable {
    /// Local writes; the back end pushes each value, then acknowledges the write.
    case acked
    /// Pushes from the back end, without local writes.
    case push
    /// Local writes without any response; all of them stay pending.
    case offline
}
