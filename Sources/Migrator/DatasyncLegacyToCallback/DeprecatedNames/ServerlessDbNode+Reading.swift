public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
public import Dispatch

extension Webcom.ServerlessDbNode {
    /// Reads the value once, without a subscription.
    ///
    /// - Parameter completion: Called once on the main queue with the error, or with the back end's value; without a
    ///   connection, with the cached value.
    @available(*, deprecated, message: "use get(), a promise; see Migration/LegacyToCallback.md")
    public func get(
        _ completion: @escaping @MainActor (_ error: WebcomError?, _ snapshot: Webcom.DataSnapshot?) -> Void
    ) {
        get(queue: location.client.mainQueue(), onMain(completion))
    }

    /// Reads the value once, without a subscription.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once with the error, or with the back end's value; without a connection, with the cached value.
    @available(*, deprecated, message: "use get(), a promise; see Migration/LegacyToCallback.md")
    public func get(
        queue: DispatchQueue?,
        _ completion: @escaping @Sendable (_ error: WebcomError?, _ snapshot: Webcom.DataSnapshot?) -> Void
    ) {
        query.get(queue: queue, completion)
    }
}
