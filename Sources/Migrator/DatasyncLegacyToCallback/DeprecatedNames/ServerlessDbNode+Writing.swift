public import DatasyncCallback
public import DatasyncClient
import DatasyncLegacy
public import Dispatch
public import MigrationSupport

extension Webcom.ServerlessDbNode {
    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - completion: Called once on the main queue when the write settles; without it, the diagnostics receive an
    ///     error.
    @available(*, deprecated, message: "use set(value), a promise; see Migration/LegacyToCallback.md")
    public func set(_ value: Any?, _ completion: MainCompletion?) {
        legacy.set(value, completion)
    }

    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(*, deprecated, message: "use set(value), a promise; see Migration/LegacyToCallback.md")
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.set(value, queue: queue, completion)
    }

    /// Replaces the listed children and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - completion: Called once on the main queue when the write settles; without it, the diagnostics receive an
    ///     error.
    @available(*, deprecated, message: "use merge(value), a promise; see Migration/LegacyToCallback.md")
    public func update(_ value: Any?, _ completion: MainCompletion? = nil) {
        legacy.update(value, completion)
    }

    /// Replaces the listed children and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(*, deprecated, message: "use merge(value), a promise; see Migration/LegacyToCallback.md")
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.update(value, queue: queue, completion)
    }

    /// Removes the value.
    ///
    /// - Parameter completion: Called once on the main queue when the write settles; without it, the diagnostics
    ///   receive an error.
    @available(*, deprecated, message: "use clear(), a promise; see Migration/LegacyToCallback.md")
    public func remove(_ completion: MainCompletion? = nil) {
        legacy.remove(completion)
    }

    /// Removes the value.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(*, deprecated, message: "use clear(), a promise; see Migration/LegacyToCallback.md")
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
    @available(*, deprecated, message: "use increment(by:from:), a promise; see Migration/LegacyToCallback.md")
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
    @available(*, deprecated, message: "use increment(by:from:), a promise; see Migration/LegacyToCallback.md")
    public func increment(
        by step: Double = 1, from start: Double = 0, queue: DispatchQueue?, _ completion: @escaping Completion
    ) {
        legacy.increment(by: step, from: start, queue: queue, completion)
    }

    /// Returns a node with a new key that sorts after the keys generated before; writes nothing.
    @available(*, deprecated, message: "use createChild(); see Migration/LegacyToCallback.md")
    public func push() -> Webcom.ServerlessDbNode { createChild() }

    /// Returns the on-disconnect writes of the node, which the back end executes when the connection ends.
    @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION; see Migration/LegacyToCallback.md")
    public func onDisconnect() -> MigrationSupport.OnDisconnect {
        MigrationSupport.OnDisconnect(location)
    }
}
