public import DatasyncAsync
public import DatasyncClient
import DatasyncLegacy
public import Dispatch

extension DatasyncNode {
    /// Adds a child, and gives it before the back end has answered.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called on the main queue when the back end has answered, with the reason if the child was
    ///     undone; without one an error goes to the application's diagnostics.
    /// - Returns: The child, at once.
    @discardableResult
    public func pushNode(
        _ value: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil
    ) -> DatasyncNode {
        node(legacy.push(value, completion).location)
    }

    /// Adds a child, and gives it before the back end has answered.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered, with the reason if the child was undone.
    /// - Returns: The child, at once.
    @discardableResult
    public func pushNode(
        _ value: Any?, queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) -> DatasyncNode {
        node(legacy.push(value, queue: queue, completion).location)
    }
}
