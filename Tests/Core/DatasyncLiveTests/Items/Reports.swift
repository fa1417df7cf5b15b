import DatasyncConcurrency

/// A thread-safe log of reports.
final class Reports: Sendable {
    private let storage = Guarded<[String]>([])

    var texts: [String] { storage.withLock(\.self) }

    func note(_ text: String) { storage.withLock { $0.append(text) } }
}
