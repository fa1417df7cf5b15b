public import DatasyncCallback
public import DatasyncClient
import DatasyncLegacy
public import Dispatch
public import MigrationSupport

extension Webcom.ServerlessDbNode {
    /// Replaces the value, all children included.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - completion: Called on the main queue when the back end has answered; without one an error goes to the
    ///     diagnostics.
    @available(*, deprecated, message: "use set(value), a promise; see Migration/LegacyToCallback.md")
    public func set(_ value: Any?, _ completion: MainCompletion?) {
        legacy.set(value, completion)
    }

    /// Replaces the value, all children included.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    @available(*, deprecated, message: "use set(value), a promise; see Migration/LegacyToCallback.md")
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.set(value, queue: queue, completion)
    }

    /// Replaces the listed children and keeps the others.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - completion: Called on the main queue when the back end has answered; without one an error goes to the
    ///     diagnostics.
    @available(*, deprecated, message: "use merge(value), a promise; see Migration/LegacyToCallback.md")
    public func update(_ value: Any?, _ completion: MainCompletion? = nil) {
        legacy.update(value, completion)
    }

    /// Replaces the listed children and keeps the others.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    @available(*, deprecated, message: "use merge(value), a promise; see Migration/LegacyToCallback.md")
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.update(value, queue: queue, completion)
    }

    /// Removes the value.
    ///
    /// - Parameter completion: Called on the main queue when the back end has answered; without one an error goes to
    ///   the diagnostics.
    @available(*, deprecated, message: "use clear(), a promise; see Migration/LegacyToCallback.md")
    public func remove(_ completion: MainCompletion? = nil) {
        legacy.remove(completion)
    }

    /// Removes the value.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    @available(*, deprecated, message: "use clear(), a promise; see Migration/LegacyToCallback.md")
    public func remove(queue: DispatchQueue?, _ completion: @escaping Completion) {
        legacy.remove(queue: queue, completion)
    }

    /// Adds a number to the present one; null counts as `start`.
    ///
    /// - Parameters:
    ///   - step: What to add.
    ///   - start: What null counts as.
    ///   - completion: Called on the main queue when the back end has answered; without one an error goes to the
    ///     diagnostics.
    @available(*, deprecated, message: "use increment(by:from:), a promise; see Migration/LegacyToCallback.md")
    public func increment(by step: Double = 1, from start: Double = 0, _ completion: MainCompletion?) {
        legacy.increment(by: step, from: start, completion)
    }

    /// Adds a number to the present one; null counts as `start`.
    ///
    /// - Parameters:
    ///   - step: What to add.
    ///   - start: What null counts as.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    @available(*, deprecated, message: "use increment(by:from:), a promise; see Migration/LegacyToCallback.md")
    public func increment(
        by step: Double = 1, from start: Double = 0, queue: DispatchQueue?, _ completion: @escaping Completion
    ) {
        legacy.increment(by: step, from: start, queue: queue, completion)
    }

    /// A new child, whose key sorts after those made before; nothing is written.
    @available(*, deprecated, message: "use createChild(); see Migration/LegacyToCallback.md")
    public func push() -> Webcom.ServerlessDbNode { createChild() }

    /// What the back end is to do once the connection has ended, for whatever reason.
    @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION; see Migration/LegacyToCallback.md")
    public func onDisconnect() -> MigrationSupport.OnDisconnect {
        MigrationSupport.OnDisconnect(location)
    }
}
