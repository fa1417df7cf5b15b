public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
public import DatasyncPromise
public import Dispatch
import MigrationSupport

extension Promise where Value == Webcom.TransactionResult {
    /// Calls a completion on the main queue when the transaction settles.
    ///
    /// - Parameter completion: Called once with the error of a failed transaction, whether the transaction committed,
    ///   and the final value unless it failed; `nil` has no effect.
    /// - Returns: The promise itself if there is no completion; otherwise a promise that settles with the same result,
    ///   after the completion.
    @discardableResult
    public func ended(
        _ completion: (@MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: Webcom.DataSnapshot?) -> Void)?
    ) -> Promise<Webcom.TransactionResult> {
        ended(queue: mainQueue, completion.map(onMain))
    }

    /// Calls a completion on a queue when the transaction settles.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once with the error of a failed transaction, whether the transaction committed, and the
    ///     final value unless it failed; `nil` has no effect.
    /// - Returns: The promise itself if there is no completion; otherwise a promise that settles with the same result,
    ///   after the completion.
    @discardableResult
    public func ended(
        queue: DispatchQueue?,
        _ completion: (@Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: Webcom.DataSnapshot?) -> Void)?
    ) -> Promise<Webcom.TransactionResult> {
        guard let completion else { return self }
        return answered(queue: queue) { error, result in
            completion(error, result?.committed ?? false, result?.snapshot)
        }
    }

    /// Waits for the transaction.
    ///
    /// - Returns: Whether the transaction committed, and the final value.
    /// - Throws: The reason why the transaction failed.
    public func pair() async throws -> (committed: Bool, snapshot: Webcom.DataSnapshot) {
        let result = try await value
        return (result.committed, result.snapshot)
    }
}
