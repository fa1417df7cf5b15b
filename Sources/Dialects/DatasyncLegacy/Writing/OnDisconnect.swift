import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

/// The on-disconnect writes of a node: the back end runs each once, when the connection ends.
///
/// ```swift
/// let presence = Webcom("contacts-app").child("presence/ada")
/// presence.set(true)
/// presence.onDisconnect().remove()
/// ```
///
/// Register them again on each new connection.
#if LegacyWarnings
    @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection")
#endif
public struct OnDisconnect: Sendable, CustomStringConvertible {
    let location: Location

    /// Registers an on-disconnect write that replaces the value.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON; `nil` and `NSNull()` remove the node.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
        location.set(
            .foundation(value, readsPriorities: true), at: .nextDisconnection,
            completion: location.settlingOnMain(completion))
    }

    /// Registers a write like ``set(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.set(
            .foundation(value, readsPriorities: true), at: .nextDisconnection,
            completion: location.settling(queue, completion))
    }

    /// Registers an on-disconnect write that replaces the listed children.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths to descendants.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
        location.merge(
            .foundation(value, readsPriorities: true), at: .nextDisconnection,
            completion: location.settlingOnMain(completion))
    }

    /// Registers a write like ``update(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.merge(
            .foundation(value, readsPriorities: true), at: .nextDisconnection,
            completion: location.settling(queue, completion))
    }

    /// Registers an on-disconnect write that removes the value.
    ///
    /// - Parameter completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a
    ///   failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(_ completion: Webcom.MainCompletion? = nil) {
        location.set(.null, at: .nextDisconnection, completion: location.settlingOnMain(completion))
    }

    /// Registers a write like ``remove(_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.set(.null, at: .nextDisconnection, completion: location.settling(queue, completion))
    }

    /// Cancels the on-disconnect writes of this node and its descendants.
    ///
    /// - Parameter completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a
    ///   failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use cancelNextDisconnectionOps(), or cancelNextDisconnectionOperations()")
    #endif
    public func cancel(_ completion: Webcom.MainCompletion? = nil) {
        location.cancelOnDisconnect(completion: location.settlingOnMain(completion))
    }

    /// Cancels the writes like ``cancel(_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use cancelNextDisconnectionOps(), or cancelNextDisconnectionOperations()")
    #endif
    public func cancel(queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.cancelOnDisconnect(completion: location.settling(queue, completion))
    }

    /// The identifier of the application and the path.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node")
    #endif
    public var description: String { "OnDisconnect(\(location.qualifiedText))" }
}
