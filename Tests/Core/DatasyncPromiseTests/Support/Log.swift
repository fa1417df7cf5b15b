import DatasyncConcurrency

@testable import DatasyncPromise

/// A thread-safe log of entries, in order.
final class Log<Entry: Sendable>: Sendable {
    private let storage = Guarded<[Entry]>([])

    var entries: [Entry] { storage.withLock { $0 } }

    func note(_ entry: Entry) {
        storage.withLock { $0.append(entry) }
    }
}
