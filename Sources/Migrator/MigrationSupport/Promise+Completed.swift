public import DatasyncClient
import DatasyncConcurrency
public import DatasyncPromise
public import Dispatch

extension Promise {
    /// Calls a completion on the main queue when the promise settles: with the error, or with `nil`.
    ///
    /// - Parameter body: Called once; `nil` has no effect.
    /// - Returns: The promise itself if there is no completion; otherwise a promise that settles with the same result,
    ///   after the completion.
    @discardableResult
    public func completed(_ body: (@MainActor (_ error: WebcomError?) -> Void)?) -> Promise<Value> {
        completed(queue: mainQueue, body.map(onMain))
    }

    /// Calls a completion on a queue when the promise settles: with the error, or with `nil`.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; for promises of nodes, the application's default queue when `nil`.
    ///   - body: Called once; `nil` has no effect.
    /// - Returns: The promise itself if there is no completion; otherwise a promise that settles with the same result,
    ///   after the completion.
    @discardableResult
    public func completed(
        queue: DispatchQueue?, _ body: (@Sendable (_ error: WebcomError?) -> Void)?
    ) -> Promise<Value> {
        guard let body else { return self }
        return answered(queue: queue) { error, _ in body(error) }
    }
}
