import DatasyncConcurrency

/// A way to cancel the work behind a promise.
enum PromiseCancellation: Sendable {
    /// Cancellation is not supported.
    case none
    /// The cancel closure of the producer.
    case work(ApplicationOwned<@Sendable () -> Void>)
    /// Cancels the one promise that decides the outcome of this one.
    case source(WeakPromise)
    /// Cancels the promises that this one waits for, although it may settle without them.
    case upstream([WeakPromise])

    /// Returns a cancellation of the one promise that decides the outcome of this one.
    ///
    /// - Parameter node: The promise to cancel.
    /// - Returns: The cancellation.
    static func asking(_ node: any PromiseNode) -> PromiseCancellation { .source(WeakPromise(node: node)) }
}
