import DatasyncConcurrency

/// The observers of a status, in the order they were added.
final class StatusObservers<Status: Sendable & Equatable>: Sendable {
    private final class Observer: Sendable {
        private let changed: @Sendable (Status) -> Void
        let ended: @Sendable () -> Void
        private let last = Guarded<Status?>(nil)

        init(changed: @escaping @Sendable (Status) -> Void, ended: @escaping @Sendable () -> Void) {
            self.changed = changed
            self.ended = ended
        }

        /// Calls the observer with a status, unless it equals the status of the last call.
        func notify(_ status: Status) {
            let isNew = last.withLock { last in
                defer { last = status }
                return last != status
            }
            if isNew { changed(status) }
        }
    }

    private let current = Guarded<(last: Int, observers: [Int: ApplicationOwned<Observer>])>((0, [:]))

    private var inOrder: [Observer] {
        current.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value.value) }
    }

    var isEmpty: Bool { current.withLock(\.observers.isEmpty) }

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - changed: Called with each new status.
    ///   - ended: Called when the client is released.
    /// - Returns: The number of the observer.
    func add(changed: @escaping @Sendable (Status) -> Void, ended: @escaping @Sendable () -> Void) -> Int {
        let owned = ApplicationOwned(Observer(changed: changed, ended: ended))
        return current.withLock { current in
            current.last += 1
            current.observers[current.last] = owned
            return current.last
        }
    }

    /// Removes an observer; it is released when the call returns.
    func remove(_ number: Int) { _ = current.withLock { $0.observers.removeValue(forKey: number) } }

    func notify(_ status: Status) {
        for observer in inOrder { observer.notify(status) }
    }

    /// Ends all observations.
    func end() {
        let ending = current.withLock { current in
            defer { current.observers = [:] }
            return current.observers.sorted { $0.key < $1.key }.map(\.value)
        }
        for observer in ending { observer.value.ended() }
    }
}
