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

/// A timer that retains itself until it fires or is cancelled.
private final class DispatchPromiseTimer: Sendable {
    /// The source, until the timer fires or is cancelled; a source is not safe for concurrent use.
    private let source: Guarded<(any DispatchSourceTimer)?>

    init(queue: DispatchQueue, deadline: DispatchTime, _ action: @escaping @Sendable () -> Void) {
        source = Guarded(DispatchSource.makeTimerSource(queue: queue))
        source.withLock { source in
            source?.setEventHandler {
                self.cancel()
                action()
            }
            source?.schedule(deadline: deadline)
            source?.resume()
        }
    }

    /// Cancels the source.
    ///
    /// Dispatch releases the action later on the queue of the clock, so not under the lock.
    func cancel() {
        source.withLock { source in
            source?.cancel()
            source = nil
        }
    }
}

extension Duration {
    /// The duration in whole nanoseconds, for Dispatch; zero for a negative duration.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return .nanoseconds(0) }
        // Nanoseconds overflow an integer after about three centuries, which counts as never.
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, alsoOverflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflows || alsoOverflows ? .never : .nanoseconds(Int(clamping: sum))
    }
}
