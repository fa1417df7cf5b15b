import DatasyncConcurrency
public import Dispatch

/// The system clock, which uses Dispatch timers.
public struct DispatchPromiseClock: PromiseClock {
    private let queue: DispatchQueue

    /// Creates a clock.
    ///
    /// - Parameter queue: The queue on which timers fire. Closures attached to a promise still run on their queue.
    public init(queue: DispatchQueue = .global()) {
        self.queue = queue
    }

    /// Schedules a closure to be called once after a delay.
    ///
    /// - Parameters:
    ///   - duration: The delay; zero or less means as soon as possible.
    ///   - action: The closure to call, on the queue of the clock.
    /// - Returns: A closure that cancels the call; it has no effect once the call has been made.
    public func schedule(
        after duration: Duration, _ action: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let timer = DispatchPromiseTimer(queue: queue, deadline: .now() + duration.dispatchInterval, action)
        return { timer.cancel() }
    }
}

extension DispatchPromiseClock: CustomStringConvertible {
    /// The clock with the label of its queue.
    public var description: String { "DispatchPromiseClock(\(queue.label))" }
}
