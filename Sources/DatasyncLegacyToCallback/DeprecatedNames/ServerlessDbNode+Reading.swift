public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
public import Dispatch

extension Webcom.ServerlessDbNode {
    /// Reads the value once, without listening to it.
    ///
    /// - Parameter completion: Called on the main queue with the error, or with what the back end holds; without a
    ///   connection with what the cache holds.
    @available(*, deprecated, message: "use get(), a promise; see Migration/LegacyToCallback.md")
    public func get(
        _ completion: @escaping @MainActor (_ error: WebcomError?, _ snapshot: Webcom.DataSnapshot?) -> Void
    ) {
        get(queue: location.client.mainQueue(), onMain(completion))
    }

    /// Reads the value once, without listening to it.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called with the error, or with what the back end holds; without a connection with what the cache
    ///     holds.
    @available(*, deprecated, message: "use get(), a promise; see Migration/LegacyToCallback.md")
    public func get(
        queue: DispatchQueue?,
        _ completion: @escaping @Sendable (_ error: WebcomError?, _ snapshot: Webcom.DataSnapshot?) -> Void
    ) {
        legacy.get(queue: queue) { error, snapshot in
            completion(error, snapshot.map { Webcom.DataSnapshot($0.value) })
        }
    }
}
