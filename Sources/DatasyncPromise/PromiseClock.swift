import DatasyncConcurrency
public import Dispatch

/// What tells the time to `after` and `timeout`.
///
/// Give one of your own where time should pass by hand, as in tests.
public protocol PromiseClock: Sendable {
    /// Arranges for a closure to be called once, later.
    ///
    /// - Parameters:
    ///   - duration: How much later; nothing or less means as soon as possible, but not inside this call.
    ///   - action: What to call, on any thread. Release it once it has been called or called off.
    /// - Returns: Calls it off; without effect once it was called.
    func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The clock of the system, by Dispatch timers.
public struct DispatchPromiseClock: PromiseClock {
    private let queue: DispatchQueue

    /// Makes a clock.
    ///
    /// - Parameter queue: Where timers fire. What is attached to a promise is called on its own queue all the same.
    public init(queue: DispatchQueue = .global()) {
        self.queue = queue
    }

    /// Arranges for a closure to be called once, later.
    ///
    /// - Parameters:
    ///   - duration: How much later; nothing or less means as soon as possible.
    ///   - action: What to call, on the queue of the clock.
    /// - Returns: Calls it off; without effect once it was called.
    public func schedule(
        after duration: Duration, _ action: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let timer = DispatchPromiseTimer(queue: queue, deadline: .now() + duration.dispatchInterval, action)
        return { timer.cancel() }
    }
}

/// One timer, which keeps itself alive until it fires or is cancelled.
private final class DispatchPromiseTimer: Sendable {
    /// The source, until the timer fires or is cancelled; one thread at a time may use it.
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

    /// Stops the source.
    ///
    /// Dispatch releases the action later, on the queue of the clock, so not under the lock.
    func cancel() {
        source.withLock { source in
            source?.cancel()
            source = nil
        }
    }
}

extension Duration {
    /// The same as Dispatch counts it: whole nanoseconds, never less than none.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return .nanoseconds(0) }
        // Three centuries in nanoseconds no longer fit in an integer, and are as good as never.
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, alsoOverflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflows || alsoOverflows ? .never : .nanoseconds(Int(clamping: sum))
    }
}

extension DispatchPromiseClock: CustomStringConvertible, CustomDebugStringConvertible {
    /// The label of the queue.
    public var description: String { "DispatchPromiseClock(\(queue.label))" }

    /// The description.
    public var debugDescription: String { description }
}
