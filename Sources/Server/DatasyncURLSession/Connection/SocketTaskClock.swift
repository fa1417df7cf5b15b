import Dispatch

/// The clock and the timer of connections over a ``SocketTask``.
package struct SocketTaskClock: Sendable {
    /// Returns the time since a fixed moment.
    package var now: @Sendable () -> Duration
    /// Runs a closure after a time.
    package var runLater: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    package init(
        now: @escaping @Sendable () -> Duration,
        runLater: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    ) {
        self.now = now
        self.runLater = runLater
    }

    /// The clock of the system, which stands still while the device sleeps, as its connections do.
    package static let system = SocketTaskClock(
        now: { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) },
        runLater: { time, body in
            DispatchQueue.global().asyncAfter(deadline: .now() + time / .seconds(1), execute: body)
        })
}
