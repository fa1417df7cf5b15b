/// A source of time for ``after(_:queue:clock:)`` and ``Promise/timeout(_:clock:)``.
///
/// Implement it where a test controls the time. Elsewhere use ``DispatchPromiseClock``, the default.
public protocol PromiseClock: Sendable {
    /// Schedules a closure to be called once after a delay.
    ///
    /// - Parameters:
    ///   - duration: The delay; zero or less means as soon as possible, but not inside this call.
    ///   - action: The closure to call, on any thread. Release it after it has been called or cancelled.
    /// - Returns: A closure that cancels the call; it has no effect once the call has been made.
    func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
