import DatasyncConcurrency

/// A thread-safe log of entries, in order.
///
/// ``Guarded`` lets the thread sanitizer see the order of threads that wait for each other here.
package final class Record<Entry: Sendable>: Sendable {
    private let storage = Guarded<[Entry]>([])

    package init() {}

    package var entries: [Entry] { storage.withLock { $0 } }

    package func note(_ entry: Entry) { storage.withLock { $0.append(entry) } }

    /// Returns the entries since the last call, and removes them.
    package func take() -> [Entry] {
        storage.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
