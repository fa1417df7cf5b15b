import DatasyncAsync
public import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
public import Dispatch
import MigrationSupport

extension Query {
    /// Reads the children of the query once, without a subscription.
    ///
    /// - Parameter completion: Called once on the main queue with the error, or with the back end's value; without a
    ///   connection, with the cached value.
    @available(*, deprecated, message: "use read(), a promise; see Migration/LegacyToAsync.md")
    public func get(
        _ completion: @escaping @MainActor (_ error: WebcomError?, _ snapshot: (any DatasyncSnapshot)?) -> Void
    ) {
        get(queue: node.location.client.mainQueue(), onMain(completion))
    }

    /// Reads the children of the query once, without a subscription.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once with the error, or with the back end's value; without a connection, with the cached value.
    @available(*, deprecated, message: "use read(), a promise; see Migration/LegacyToAsync.md")
    public func get(
        queue: DispatchQueue?,
        _ completion: @escaping @Sendable (_ error: WebcomError?, _ snapshot: (any DatasyncSnapshot)?) -> Void
    ) {
        legacy.get(queue: queue) { [weak application = node.application] error, snapshot in
            completion(error, snapshot.map { DatasyncValue($0, of: application) })
        }
    }
}
