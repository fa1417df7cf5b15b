public import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension MigratedNode {
    /// Waits until each pending write of the current user has a response.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil`, or with `cancelled` if the user changes.
    public func waitForPendingWrites(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        migrationSupport.location.client.waitForPendingWrites(queue, completion)
    }

    /// Waits like ``waitForPendingWrites(queue:_:)``, and calls the completion on the main queue.
    public func waitForPendingWrites(_ completion: @escaping @MainActor (WebcomError?) -> Void) {
        waitForPendingWrites(queue: migrationSupport.location.client.mainQueue(), onMain(completion))
    }
}
