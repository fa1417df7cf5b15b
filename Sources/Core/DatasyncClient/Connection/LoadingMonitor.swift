import DatasyncConcurrency
package import DatasyncWire

/// The progress of a long message that arrives at a client, and its observers.
package final class LoadingMonitor: Sendable {
    private let present = Guarded<LoadingProgress?>(nil)
    private let observers = StatusObservers<LoadingProgress?>()
    /// The announcements; one at a time, so that the last one has the latest progress.
    private let announcements = SerialOutput<Void>()

    package init() {}

    /// The progress; `nil` while no message in several frames is arriving.
    package var progress: LoadingProgress? { present.withLock(\.self) }

    func set(_ progress: LoadingProgress?) {
        let isNew = present.withLock { present in
            defer { present = progress }
            return present != progress
        }
        if isNew { announce() }
    }

    /// Observes the progress until the returned closure is called, starting with the current progress.
    ///
    /// - Parameters:
    ///   - observer: Called with each new progress; a slow observer may miss some.
    ///   - ended: Called when the client is closed or released.
    /// - Returns: A closure that removes the observer.
    package func observe(
        _ observer: @escaping @Sendable (LoadingProgress?) -> Void, ended: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () -> Void {
        let number = observers.add(changed: observer, ended: ended)
        announce()
        return { [observers] in observers.remove(number) }
    }

    func end() { observers.end() }

    private func announce() {
        announcements.send([()]) { observers.notify(progress) }
    }
}
