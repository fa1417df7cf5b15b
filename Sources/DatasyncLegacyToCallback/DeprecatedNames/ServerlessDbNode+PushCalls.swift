public import DatasyncCallback
import DatasyncClient
public import Dispatch

extension Webcom.ServerlessDbNode {
    /// Adds a child.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called on the main queue when the back end has answered.
    /// - Returns: The child, at once.
    @available(*, deprecated, message: "use pushNode(value, completion); see Migration/LegacyToCallback.md")
    @discardableResult
    public func push(_ value: Any?, _ completion: MainCompletion?) -> Webcom.ServerlessDbNode {
        pushNode(value, completion)
    }

    /// Adds a child.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    /// - Returns: The child, at once.
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
