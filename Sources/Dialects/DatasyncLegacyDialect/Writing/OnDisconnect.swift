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
public struct OnDisconnect: Sendable {
    let location: Location

    /// Registers an on-disconnect write that replaces the value.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON; `nil` and `NSNull()` remove the node.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    public func set(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
        location.set(
            .foundation(value, readsPriorities: true), at: .nextDisconnection, completion: settlingOnMain(completion))
    }

    /// Registers a write like ``set(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.set(
            .foundation(value, readsPriorities: true), at: .nextDisconnection, completion: settling(queue, completion))
    }

    /// Registers an on-disconnect write that replaces the listed children.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths to descendants.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    public func update(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
        location.merge(
            .foundation(value, readsPriorities: true), at: .nextDisconnection, completion: settlingOnMain(completion))
    }

    /// Registers a write like ``update(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.merge(
            .foundation(value, readsPriorities: true), at: .nextDisconnection, completion: settling(queue, completion))
    }

    /// Registers an on-disconnect write that removes the value.
    ///
    /// - Parameter completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a
    ///   failure.
    public func remove(_ completion: Webcom.MainCompletion? = nil) {
        location.set(.null, at: .nextDisconnection, completion: settlingOnMain(completion))
    }

    /// Registers a write like ``remove(_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func remove(queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.set(.null, at: .nextDisconnection, completion: settling(queue, completion))
    }

    /// Cancels the on-disconnect writes of this node and its descendants.
    ///
    /// - Parameter completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a
    ///   failure.
    public func cancel(_ completion: Webcom.MainCompletion? = nil) {
        location.cancelOnDisconnect(completion: settlingOnMain(completion))
    }

    /// Cancels the writes like ``cancel(_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func cancel(queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.cancelOnDisconnect(completion: settling(queue, completion))
    }

    private func settling(_ queue: DispatchQueue?, _ completion: Webcom.Completion?) -> Location.Completion {
        location.client.settling(queue, completion)
    }

    private func settlingOnMain(_ completion: Webcom.MainCompletion?) -> Location.Completion {
        location.client.settlingOnMain(completion)
    }
}

extension OnDisconnect: CustomStringConvertible {
    /// The identifier of the application and the path.
    public var description: String { "OnDisconnect(\(location.qualifiedText))" }
}
