public import DatasyncClient
import DatasyncLegacy
public import Dispatch

/// Writes that the back end executes once when the connection ends; to be registered anew on each connection.
@available(
    *, deprecated,
    message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection; see Migration/LegacyToCallback.md"
)
public struct OnDisconnect: Sendable {
    private let legacy: DatasyncLegacy.OnDisconnect

    package init(_ location: Location) { legacy = Webcom(location: location).onDisconnect() }

    /// Registers a value to be set.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - completion: Called on the main queue when it is done; without one an error goes to the diagnostics.
    @available(*, deprecated, message: "use set(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func set(_ value: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.set(value, completion)
    }

    /// Registers a value to be set.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
    @available(*, deprecated, message: "use set(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func set(
        _ value: Any?, queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.set(value, queue: queue, completion)
    }

    /// Registers children to be replaced.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - completion: Called on the main queue when it is done; without one an error goes to the diagnostics.
    @available(*, deprecated, message: "use merge(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func update(_ value: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.update(value, completion)
    }

    /// Registers children to be replaced.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
    @available(*, deprecated, message: "use merge(value, at: …), a promise; see Migration/LegacyToCallback.md")
    public func update(
        _ value: Any?, queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.update(value, queue: queue, completion)
    }

    /// Registers the removal of the value.
    ///
    /// - Parameter completion: Called on the main queue when it is done; without one an error goes to the diagnostics.
    @available(*, deprecated, message: "use clear(at: …), a promise; see Migration/LegacyToCallback.md")
    public func remove(_ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.remove(completion)
    }

    /// Registers the removal of the value.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
    @available(*, deprecated, message: "use clear(at: …), a promise; see Migration/LegacyToCallback.md")
    public func remove(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.remove(queue: queue, completion)
    }

    /// Takes back what was registered here and below.
    ///
    /// - Parameter completion: Called on the main queue when it is done; without one an error goes to the diagnostics.
    @available(
        *, deprecated,
        message:
            "use cancelNextDisconnectionOps() or cancelNextDisconnectionOperations(); see Migration/LegacyToCallback.md"
    )
    public func cancel(_ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.cancel(completion)
    }

    /// Takes back what was registered here and below.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
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
