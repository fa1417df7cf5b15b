public import DatasyncAsync
import DatasyncClient
public import Dispatch

extension DatasyncNode {
    /// Adds a child under a new key.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called once on the main queue when the write settles.
    /// - Returns: The node of the child, without waiting for the back end.
    @available(*, deprecated, message: "use pushNode(value, completion); see Migration/LegacyToAsync.md")
    @discardableResult
    public func push(_ value: Any?, _ completion: MainCompletion?) -> DatasyncNode { pushNode(value, completion) }

    /// Adds a child under a new key.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    /// - Returns: The node of the child, without waiting for the back end.
    @available(*, deprecated, message: "use pushNode(value, queue: queue, completion); see Migration/LegacyToAsync.md")
    @discardableResult
    public func push(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) -> DatasyncNode {
        pushNode(value, queue: queue, completion)
    }
}
