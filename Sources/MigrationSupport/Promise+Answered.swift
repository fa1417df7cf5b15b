public import DatasyncClient
import DatasyncConcurrency
public import DatasyncPromise
public import Dispatch

extension Promise {
    /// Calls a completion on the main queue when the promise has settled: with the error, or with the value.
    ///
    /// - Parameter body: Called once; one of its parameters is `nil`. An error that is no ``WebcomError`` comes as one:
    ///   the time given to `timeout` as `timedOut`, a promise that was cancelled as `cancelled`, anything else as
    ///   `unavailable`.
    /// - Returns: A promise that settles as this one, after the completion.
    @discardableResult
    public func answered(
        _ body: @escaping @MainActor (_ error: WebcomError?, _ value: Value?) -> Void
    ) -> Promise<Value> {
        answered(queue: mainQueue, onMain(body))
    }

    /// Calls a completion on a queue when the promise has settled: with the error, or with the value.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; for promises of nodes the application's default queue when `nil`.
    ///   - body: As above.
    /// - Returns: A promise that settles as this one, after the completion.
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
