import DatasyncConcurrency

/// The losses that a client has reported, so that it reports each one only once.
final class ReportedLosses: Sendable {
    private struct Entry: Hashable {
        let type: ObjectIdentifier
        let pattern: String
    }

    /// The most losses that a client reports, so that random keys cannot flood a log.
    static let limit = 1000

    private let entries = Guarded<Set<Entry>>([])

    /// Records a loss.
    ///
    /// - Returns: Whether the caller must report the loss.
    func insert(_ type: Any.Type, _ pattern: String) -> Bool {
        let entry = Entry(type: ObjectIdentifier(type), pattern: pattern)
        return entries.withLock { $0.count < Self.limit && $0.insert(entry).inserted }
    }
}
