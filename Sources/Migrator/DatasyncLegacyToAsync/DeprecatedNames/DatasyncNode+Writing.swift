public import DatasyncAsync
import DatasyncLegacy
public import Dispatch
public import MigrationSupport

extension DatasyncNode {
    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - completion: Called once on the main queue when the write settles; without it, the diagnostics receive an
    ///     error.
    @available(*, deprecated, message: "use try await set(.raw, value); see Migration/LegacyToAsync.md")
    public func set(_ value: Any?, _ completion: MainCompletion?) {
        legacy.set(value, completion)
    }

    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(*, deprecated, message: "use try await set(.raw, value); see Migration/LegacyToAsync.md")
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.set(value, queue: queue, completion)
    }

    /// Replaces the listed children and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - completion: Called once on the main queue when the write settles; without it, the diagnostics receive an
    ///     error.
    @available(*, deprecated, message: "use try await merge(.raw, with: value); see Migration/LegacyToAsync.md")
    public func update(_ value: Any?, _ completion: MainCompletion? = nil) {
        legacy.update(value, completion)
    }

    /// Replaces the listed children and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(*, deprecated, message: "use try await merge(.raw, with: value); see Migration/LegacyToAsync.md")
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.update(value, queue: queue, completion)
    }

    /// Removes the value.
    ///
    /// - Parameter completion: Called once on the main queue when the write settles; without it, the diagnostics
    ///   receive an error.
    @available(*, deprecated, message: "use try await clear(); see Migration/LegacyToAsync.md")
    public func remove(_ completion: MainCompletion? = nil) {
        legacy.remove(completion)
    }

    /// Removes the value.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(*, deprecated, message: "use try await clear(); see Migration/LegacyToAsync.md")
    public func remove(queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.remove(queue: queue, completion)
    }

    /// Adds a number to the current one.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The number that replaces null.
    ///   - completion: Called once on the main queue when the write settles; without it, the diagnostics receive an
    ///     error.
    @available(*, deprecated, message: "use try await increment(from:by:); see Migration/LegacyToAsync.md")
    public func increment(by step: Double = 1, from start: Double = 0, _ completion: MainCompletion?) {
        legacy.increment(by: step, from: start, completion)
    }

    /// Adds a number to the current one.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The number that replaces null.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(*, deprecated, message: "use try await increment(from:by:); see Migration/LegacyToAsync.md")
    public func increment(
        by step: Double = 1, from start: Double = 0, queue: DispatchQueue?, _ completion: @escaping Completion
    ) {
        legacy.increment(by: step, from: start, queue: queue, completion)
    }

    /// Sets the value without waiting for the back end; an error goes to the application's diagnostics.
    ///
    /// - Parameter value: Foundation's JSON; `nil` and `NSNull` remove the value.
    @available(*, deprecated, message: "use promise.set(.raw, value); see Migration/LegacyToAsync.md")
    public func set(_ value: Any?) { legacy.set(value) }

    /// Adds a child under a new key without waiting for the back end; an error goes to the application's diagnostics.
    ///
    /// - Parameter value: Foundation's JSON.
    /// - Returns: The node of the child.
    @available(*, deprecated, message: "use pushNode(value) or push(value); see Migration/LegacyToAsync.md")
    @discardableResult
    public func push(_ value: Any?) -> DatasyncNode { pushNode(value) }

    /// Returns a node with a new key that sorts after the keys generated before; writes nothing.
    @available(*, deprecated, message: "use createChild(); see Migration/LegacyToAsync.md")
    public func push() -> DatasyncNode { createChild() }

    /// Returns the on-disconnect writes of the node, which the back end executes when the connection ends.
    @available(*, deprecated, message: "use at: .nextDisconnection; see Migration/LegacyToAsync.md")
    public func onDisconnect() -> MigrationSupport.OnDisconnect {
        MigrationSupport.OnDisconnect(requiringManager)
    }
}
