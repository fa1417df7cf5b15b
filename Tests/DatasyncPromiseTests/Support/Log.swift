import DatasyncConcurrency

@testable import DatasyncPromise

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
    private let storage = Guarded<[Entry]>([])

    var entries: [Entry] { storage.withLock { $0 } }

    func note(_ entry: Entry) {
        storage.withLock { $0.append(entry) }
    }
}
