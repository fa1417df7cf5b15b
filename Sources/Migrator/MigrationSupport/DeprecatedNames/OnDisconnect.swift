public import DatasyncClient
import DatasyncLegacy
public import Dispatch

/// The on-disconnect writes of a node.
///
/// The back end executes them once; after a reconnect, they must be registered again.
@available(
    *, deprecated,
    message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection; see Migration/LegacyToCallback.md"
)
public struct OnDisconnect: Sendable {
    private let legacy: DatasyncLegacy.OnDisconnect

    package init(_ location: Location) { legacy = Webcom(location: location).onDisconnect() }

    /// Registers a value to set.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - completion: Called once on the main queue when the registration settles; without it, the diagnostics receive
    ///     an error.
    @available(*, deprecated, message: "use set(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func set(_ value: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.set(value, completion)
    }

    /// Registers a value to set.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the registration settles.
    @available(*, deprecated, message: "use set(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func set(
        _ value: Any?, queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.set(value, queue: queue, completion)
    }

    /// Registers children to replace.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - completion: Called once on the main queue when the registration settles; without it, the diagnostics receive
    ///     an error.
    @available(*, deprecated, message: "use merge(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func update(_ value: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.update(value, completion)
    }

    /// Registers children to replace.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the registration settles.
    @available(*, deprecated, message: "use merge(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func update(
        _ value: Any?, queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.update(value, queue: queue, completion)
    }

    /// Registers the removal of the value.
    ///
    /// - Parameter completion: Called once on the main queue when the registration settles; without it, the diagnostics
    ///   receive an error.
    @available(*, deprecated, message: "use clear(at: …), a promise; see Migration/LegacyToCallback.md")
    public func remove(_ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.remove(completion)
    }

    /// Registers the removal of the value.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the registration settles.
    @available(*, deprecated, message: "use clear(at: …), a promise; see Migration/LegacyToCallback.md")
    public func remove(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.remove(queue: queue, completion)
    }

    /// Cancels the on-disconnect writes of this node and of all nodes below it.
    ///
    /// - Parameter completion: Called once on the main queue when the cancellation settles; without it, the diagnostics
    ///   receive an error.
    @available(
        *, deprecated,
        message:
            "use cancelNextDisconnectionOps() or cancelNextDisconnectionOperations(); see Migration/LegacyToCallback.md"
    )
    public func cancel(_ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.cancel(completion)
    }

    /// Cancels the on-disconnect writes of this node and of all nodes below it.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the cancellation settles.
    @available(
        *, deprecated,
        message:
            "use cancelNextDisconnectionOps() or cancelNextDisconnectionOperations(); see Migration/LegacyToCallback.md"
    )
    public func cancel(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.cancel(queue: queue, completion)
    }
}
