import Synchronization

/// A thread-safe log of entries, in order.
final class Record<Entry: Sendable>: Sendable {
    private let storage = Mutex<[Entry]>([])

    var entries: [Entry] { storage.withLock { $0 } }

    func note(_ entry: Entry) { storage.withLock { $0.append(entry) } }
}
