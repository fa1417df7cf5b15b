public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
public import DatasyncPromise
public import Dispatch
import MigrationSupport

extension Promise where Value == Webcom.TransactionResult {
    /// Calls a completion on the main queue when the transaction has ended.
    ///
    /// - Parameter completion: Called once with the error if it failed, whether it wrote, and else the value then;
    ///   without one nothing is done.
    /// - Returns: The promise itself without a completion, else one that settles as it, after the completion.
    @discardableResult
    public func ended(
        _ completion: (@MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: Webcom.DataSnapshot?) -> Void)?
    ) -> Promise<Webcom.TransactionResult> {
        ended(queue: mainQueue, completion.map(onMain))
    }

    /// Calls a completion on a queue when the transaction has ended.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: As above.
    /// - Returns: The promise itself without a completion, else one that settles as it, after the completion.
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
}
