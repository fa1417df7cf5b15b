import DatasyncConcurrency

/// How to stop the work behind a promise.
enum PromiseCancellation: Sendable {
    /// There is no way.
    case none
    /// The producer's own.
    case work(ApplicationOwned<@Sendable () -> Void>)
    /// By asking the promises that this one waits for.
    case upstream([WeakPromise])

    /// By asking the one promise that this one waits for.
    ///
    /// - Parameter node: The promise to ask.
    /// - Returns: The way.
    static func asking(_ node: any PromiseNode) -> PromiseCancellation { .upstream([WeakPromise(node: node)]) }
}
