import DatasyncConcurrency
public import Dispatch

/// Waits for some time to pass.
///
/// ```swift
/// after(.seconds(1)).then { node.value() }
/// ```
///
/// - Parameters:
///   - duration: How long; nothing or less ends at once.
///   - queue: Where the promises of this chain deliver for `on: nil`.
///   - clock: What tells the time.
/// - Returns: A promise that is fulfilled when the time has passed; ``Promise/cancel()`` calls the timer off.
public func after(
    _ duration: Duration, queue: DispatchQueue = .main, clock: any PromiseClock = DispatchPromiseClock()
) -> Promise<Void> {
    let promise = Promise<Void>(queue: queue)
    let resolver = Promise<Void>.Resolver(promise)
    let callOff = clock.schedule(after: duration) { resolver.fulfill() }
    _ = promise.state.withLock { $0.offer(.work(ApplicationOwned(callOff))) }
    return promise
}
