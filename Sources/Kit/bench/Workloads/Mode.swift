/// The source of the changes of a workload.
package enum Mode: String, CaseIterable, Sendable {
    /// Local writes; the back end pushes each value, then acknowledges the write.
    case acked
    /// Pushes of the back end, without local writes.
    case push
    /// Local writes without any response, all of which stay pending.
    case offline
}
