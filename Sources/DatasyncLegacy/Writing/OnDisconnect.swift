import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

/// Writes that the back end executes once when the connection ends; to be registered anew on each connection.
#if LegacyWarnings
    @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection")
#endif
public struct OnDisconnect: Sendable {
    let location: Location

    /// Registers a value to be set.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called on the main queue when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
        location.set(.foundation(value), at: .nextDisconnection, completion: settlingOnMain(completion))
    }

    /// Registers a value to be set.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.set(.foundation(value), at: .nextDisconnection, completion: settling(queue, completion))
    }

    /// Registers children to be replaced.
    ///
    /// - Parameters:
    ///   - value: An object.
    ///   - completion: Called on the main queue when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
        location.merge(.foundation(value), at: .nextDisconnection, completion: settlingOnMain(completion))
    }

    /// Registers children to be replaced.
    ///
    /// - Parameters:
    ///   - value: An object.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.merge(.foundation(value), at: .nextDisconnection, completion: settling(queue, completion))
    }

    /// Registers the removal of the value.
    ///
    /// - Parameter completion: Called on the main queue when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(_ completion: Webcom.MainCompletion? = nil) {
        location.set(.null, at: .nextDisconnection, completion: settlingOnMain(completion))
    }

    /// Registers the removal of the value.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
        location.set(.null, at: .nextDisconnection, completion: settling(queue, completion))
    }

    /// Takes back what was registered here and below.
    ///
    /// - Parameter completion: Called on the main queue when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use cancelNextDisconnectionOps(), or cancelNextDisconnectionOperations()")
    #endif
    public func cancel(_ completion: Webcom.MainCompletion? = nil) {
        location.cancelOnDisconnect(completion: settlingOnMain(completion))
    }

    /// Takes back what was registered here and below.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when it is done.
    #if LegacyWarnings
        @available(*, deprecated, message: "use cancelNextDisconnectionOps(), or cancelNextDisconnectionOperations()")
    #endif
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

extension OnDisconnect: CustomStringConvertible, CustomDebugStringConvertible {
    /// The reference.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node")
    #endif
    public var description: String { "OnDisconnect(\(location.qualifiedText))" }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node")
    #endif
    public var debugDescription: String { description }
}
