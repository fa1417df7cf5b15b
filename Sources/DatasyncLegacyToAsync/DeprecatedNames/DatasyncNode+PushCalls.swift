public import DatasyncAsync
import DatasyncClient
public import Dispatch

extension DatasyncNode {
    /// Adds a child.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called on the main queue when the back end has answered.
    /// - Returns: The child, at once.
    @available(*, deprecated, message: "use pushNode(value, completion); see Migration/LegacyToAsync.md")
    @discardableResult
    public func push(_ value: Any?, _ completion: MainCompletion?) -> DatasyncNode { pushNode(value, completion) }

    /// Adds a child.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    /// - Returns: The child, at once.
    @available(*, deprecated, message: "use pushNode(value, queue: queue, completion); see Migration/LegacyToAsync.md")
    @discardableResult
    public func push(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) -> DatasyncNode {
        pushNode(value, queue: queue, completion)
    }
}
