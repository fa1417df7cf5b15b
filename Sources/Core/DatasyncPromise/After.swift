import DatasyncConcurrency
public import Dispatch

/// Returns a promise that is fulfilled after a delay.
///
/// ```swift
/// after(.seconds(1)).done { print("a second later") }.catch { print($0) }
/// ```
///
/// - Parameters:
///   - duration: The delay; zero or less fulfils the promise as soon as possible.
///   - queue: The default queue of the chain, on which closures with `on: nil` run.
///   - clock: The source of time.
/// - Returns: The promise; ``Promise/cancel()`` cancels the timer.
public func after(
    _ duration: Duration, queue: DispatchQueue = .main, clock: any PromiseClock = DispatchPromiseClock()
) -> Promise<Void> {
    let promise = Promise<Void>(queue: queue)
    let resolver = Promise<Void>.Resolver(promise)
    let cancelTimer = clock.schedule(after: duration) { resolver.fulfill() }
    _ = promise.state.withLock { $0.offer(.work(ApplicationOwned(cancelTimer))) }
    return promise
}
