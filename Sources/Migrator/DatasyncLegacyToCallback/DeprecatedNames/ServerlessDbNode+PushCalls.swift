public import DatasyncCallback
import DatasyncClient
public import Dispatch

extension Webcom.ServerlessDbNode {
    /// Adds a child under a new key.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called once on the main queue when the write settles.
    /// - Returns: The node of the child, without waiting for the back end.
    @available(*, deprecated, message: "use pushNode(value, completion); see Migration/LegacyToCallback.md")
    @discardableResult
    public func push(_ value: Any?, _ completion: MainCompletion?) -> Webcom.ServerlessDbNode {
        pushNode(value, completion)
    }

    /// Adds a child under a new key.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    /// - Returns: The node of the child, without waiting for the back end.
    @available(
        *, deprecated, message: "use pushNode(value, queue: queue, completion); see Migration/LegacyToCallback.md"
    )
    @discardableResult
    public func push(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion)
        -> Webcom.ServerlessDbNode
    {
        pushNode(value, queue: queue, completion)
    }
}
