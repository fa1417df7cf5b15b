public import DatasyncClient
import DatasyncLegacy
public import Dispatch

extension MigratedNode {
    /// Adds a child under a new key and returns its node without waiting for the back end.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called once on the main queue when the write settles, with the reason if the write was reverted;
    ///     without it, the application's diagnostics receive an error.
    /// - Returns: The node of the child.
    @discardableResult
    public func pushNode(
        _ value: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil
    ) -> Self {
        let support = migrationSupport
        return support.node(support.legacy.push(value, completion).location)
    }

    /// Adds a child under a new key and returns its node without waiting for the back end.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles, with the reason if the write was reverted.
    /// - Returns: The node of the child.
    @discardableResult
    public func pushNode(
        _ value: Any?, queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) -> Self {
        let support = migrationSupport
        return support.node(support.legacy.push(value, queue: queue, completion).location)
    }
}
