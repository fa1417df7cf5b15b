public import DatasyncClient
import DatasyncConcurrency
public import DatasyncPromise
public import Dispatch

extension Promise {
    /// Calls a completion on the main queue when the promise settles: with the error, or with the value.
    ///
    /// - Parameter body: Called once; one of its parameters is `nil`. An error of another type is converted to a
    ///   `WebcomError`: an exceeded `timeout` to `timedOut`, a cancelled promise to `cancelled`, any other error to
    ///   `unavailable`.
    /// - Returns: A promise that settles with the same result, after the completion.
    @discardableResult
    public func answered(
        _ body: @escaping @MainActor (_ error: WebcomError?, _ value: Value?) -> Void
    ) -> Promise<Value> {
        answered(queue: mainQueue, onMain(body))
    }

    /// Calls a completion on a queue when the promise settles: with the error, or with the value.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; for promises of nodes, the application's default queue when `nil`.
    ///   - body: Called once; one of its parameters is `nil`. Errors of other types are converted as in the overload
    ///     without a queue.
    /// - Returns: A promise that settles with the same result, after the completion.
    @discardableResult
    public func answered(
        queue: DispatchQueue?, _ body: @escaping @Sendable (_ error: WebcomError?, _ value: Value?) -> Void
    ) -> Promise<Value> {
        tap(on: queue) { outcome in
            switch outcome {
            case .success(let value): body(nil, value)
            case .failure(let error): body(WebcomError(of: error), nil)
            }
        }
    }
}
