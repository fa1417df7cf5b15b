import Dispatch
import Synchronization

/// A counter of delivered events on which one thread can wait.
final class EventCounter: Sendable {
    private let current = Atomic<Int>(0)
    private let target = Atomic<Int>(0)
    private let reached = DispatchSemaphore(value: 0)

    /// The number of events so far.
    var count: Int { current.load(ordering: .acquiring) }

    func add() {
        let (_, new) = current.wrappingAdd(1, ordering: .acquiringAndReleasing)
        if new == target.load(ordering: .acquiring) { reached.signal() }
    }

    /// Sets the count at which ``wait(for:)`` returns; call it before the operations that raise the events.
    func expect(_ count: Int) { target.store(count, ordering: .releasing) }

    /// Waits for the expected count, for at most some seconds; the caller checks the count.
    func wait(seconds: Int) {
        let deadline = DispatchTime.now() + .seconds(seconds)
        // A signal for an earlier target may be left over, so the count decides.
        while count < target.load(ordering: .acquiring) {
            if reached.wait(timeout: deadline) == .timedOut { return }
        }
    }
}
