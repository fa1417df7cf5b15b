import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

extension Webcom {
    /// Called once when a write has been answered: with `nil`, or the reason why it was undone.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same on the main actor.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void

    /// Replaces the value, all children included.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - completion: Called on the main queue when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, _ completion: MainCompletion? = nil) {
        location.set(.foundation(value), completion: settlingOnMain(completion))
    }

    /// Replaces the value, all children included.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.set(.foundation(value), completion: settling(queue, completion))
    }

    /// Replaces the listed children and keeps the others.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - completion: Called on the main queue when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, _ completion: MainCompletion? = nil) {
        location.merge(.foundation(value), completion: settlingOnMain(completion))
    }

    /// Replaces the listed children and keeps the others.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.merge(.foundation(value), completion: settling(queue, completion))
    }

    /// Removes the value.
    ///
    /// - Parameter completion: Called on the main queue when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(_ completion: MainCompletion? = nil) { set(nil, completion) }

    /// Removes the value.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(queue: DispatchQueue?, _ completion: @escaping Completion) { set(nil, queue: queue, completion) }

    /// A reference to a new child, whose key sorts after those made before; nothing is written.
    #if LegacyWarnings
        @available(*, deprecated, message: "use createChild() of DatasyncNode, or push(value)")
    #endif
    public func push() -> Webcom { Webcom(location: location.makeChild()) }

    /// Adds a child.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - completion: Called on the main queue when the back end has answered.
    /// - Returns: The reference to the child, at once.
    #if LegacyWarnings
        @available(*, deprecated, message: "use push(value), which is a promise of the child, or try await push(value)")
    #endif
    @discardableResult
    public func push(_ value: Any?, _ completion: MainCompletion? = nil) -> Webcom {
        let child = push()
        child.set(value, completion)
        return child
    }

    /// Adds a child.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    /// - Returns: The reference to the child, at once.
    #if LegacyWarnings
        @available(*, deprecated, message: "use push(value), which is a promise of the child, or try await push(value)")
    #endif
    @discardableResult
    public func push(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) -> Webcom {
        let child = push()
        child.set(value, queue: queue, completion)
        return child
    }

    /// Adds a number to the present one; null counts as `start`.
    ///
    /// - Parameters:
    ///   - step: What to add.
    ///   - start: What null counts as.
    ///   - completion: Called on the main queue when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
    #endif
    public func increment(by step: Double = 1, from start: Double = 0, _ completion: MainCompletion? = nil) {
        location.increment(by: step, from: start, completion: settlingOnMain(completion))
    }

    /// Adds a number to the present one; null counts as `start`.
    ///
    /// - Parameters:
    ///   - step: What to add.
    ///   - start: What null counts as.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called when the back end has answered.
    #if LegacyWarnings
        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
    #endif
    public func increment(
        by step: Double = 1, from start: Double = 0, queue: DispatchQueue?, _ completion: @escaping Completion
    ) {
        location.increment(by: step, from: start, completion: settling(queue, completion))
    }

    /// What the back end is to do once the connection has ended, for whatever reason.
    #if LegacyWarnings
        @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection")
    #endif
    public func onDisconnect() -> OnDisconnect { OnDisconnect(location: location) }

    func settling(_ queue: DispatchQueue?, _ completion: Completion?) -> Location.Completion {
        location.client.settling(queue, completion)
    }

    func settlingOnMain(_ completion: MainCompletion?) -> Location.Completion {
        location.client.settlingOnMain(completion)
    }
}

extension Client {
    /// Delivers the result of a write to a closure of the main actor; without one, an error goes to the diagnostics.
    func settlingOnMain(_ completion: Webcom.MainCompletion?) -> Location.Completion {
        settling(completion == nil ? nil : mainQueue(), completion.map(onMain))
    }

    /// Delivers the result of a write; without a completion, an error goes to the diagnostics.
    func settling(_ queue: DispatchQueue?, _ completion: Webcom.Completion?) -> Location.Completion {
        let deliveryQueue = deliveryQueue(queue)
        let diagnostics = diagnostics
        return { result in
            switch (result, completion) {
            case (.success, let completion?): deliveryQueue.post { completion(nil) }
            case (.failure(let error), let completion?): deliveryQueue.post { completion(error) }
            case (.failure(let error), nil): deliveryQueue.post { diagnostics(error) }
            case (.success, nil): break
            }
        }
    }
}
