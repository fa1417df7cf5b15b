import Synchronization

/// What happened, in order, from any thread.
final class Record<Entry: Sendable>: Sendable {
    private let storage = Mutex<[Entry]>([])

    var entries: [Entry] { storage.withLock { $0 } }

    func note(_ entry: Entry) { storage.withLock { $0.append(entry) } }
}
