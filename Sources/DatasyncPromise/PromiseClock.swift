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
