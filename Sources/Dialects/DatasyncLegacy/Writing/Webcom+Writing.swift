import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

extension Webcom {
    /// A closure for the result of a write: receives `nil`, or the reason why the write was reverted.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same closure on the main actor.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void

    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON; `nil` and `NSNull()` remove the node.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, _ completion: MainCompletion? = nil) {
        location.set(.foundation(value, readsPriorities: true), completion: location.settlingOnMain(completion))
    }

    /// Replaces the value like ``set(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
    #endif
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.set(.foundation(value, readsPriorities: true), completion: location.settling(queue, completion))
    }

    /// Replaces the listed children, and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths to descendants.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, _ completion: MainCompletion? = nil) {
        location.merge(.foundation(value, readsPriorities: true), completion: location.settlingOnMain(completion))
    }

    /// Replaces the children like ``update(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
    #endif
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.merge(.foundation(value, readsPriorities: true), completion: location.settling(queue, completion))
    }

    /// Replaces the values at several paths in one write, which the back end accepts or refuses as a whole.
    ///
    /// - Parameters:
    ///   - values: Values in Foundation JSON by their paths relative to this node; `nil` removes a node. No path may lie in
    ///     another one.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use setPaths(values), which is a promise, or try await setPaths(values)")
    #endif
    public func setPaths(_ values: [String: Any?], _ completion: MainCompletion? = nil) {
        location.merge(.paths(values, readsPriorities: true), completion: location.settlingOnMain(completion))
    }

    /// Replaces the values like ``setPaths(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use setPaths(values), which is a promise, or try await setPaths(values)")
    #endif
    public func setPaths(_ values: [String: Any?], queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.merge(.paths(values, readsPriorities: true), completion: location.settling(queue, completion))
    }

    /// Removes the value, including all children.
    ///
    /// - Parameter completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a
    ///   failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(_ completion: MainCompletion? = nil) { set(nil, completion) }

    /// Removes the value like ``remove(_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
    #endif
    public func remove(queue: DispatchQueue?, _ completion: @escaping Completion) { set(nil, queue: queue, completion) }

    /// Returns a reference to a new child, whose key sorts after earlier keys; writes nothing.
    #if LegacyWarnings
        @available(*, deprecated, message: "use createChild() of DatasyncNode, or push(value)")
    #endif
    public func push() -> Webcom { Webcom(location: location.makeChild()) }

    /// Adds a child with a new key, which sorts after earlier keys.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    /// - Returns: The reference to the child, immediately.
    #if LegacyWarnings
        @available(*, deprecated, message: "use push(value), which is a promise of the child, or try await push(value)")
    #endif
    @discardableResult
    public func push(_ value: Any?, _ completion: MainCompletion? = nil) -> Webcom {
        let child = push()
        child.set(value, completion)
        return child
    }

    /// Adds a child like ``push(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use push(value), which is a promise of the child, or try await push(value)")
    #endif
    @discardableResult
    public func push(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) -> Webcom {
        let child = push()
        child.set(value, queue: queue, completion)
        return child
    }

    /// Adds a number to the current value, in one request that cannot conflict with other writes.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The initial number if the current value is null.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
    #endif
    public func increment(by step: Double = 1, from start: Double = 0, _ completion: MainCompletion? = nil) {
        location.increment(by: step, from: start, completion: location.settlingOnMain(completion))
    }

    /// Adds a number like `increment(by:from:_:)`, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
    #endif
    public func increment(
        by step: Double = 1, from start: Double = 0, queue: DispatchQueue?, _ completion: @escaping Completion
    ) {
        location.increment(by: step, from: start, completion: location.settling(queue, completion))
    }

    /// Adds a number to the current value like `increment(by:from:_:)`, and returns the result.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The initial number if the current value is null.
    ///   - completion: Called on the main queue with an error or the resulting number.
    #if LegacyWarnings
        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
    #endif
    public func increment(
        by step: Double = 1, from start: Double = 0,
        _ completion: @escaping @MainActor (_ error: WebcomError?, _ number: Double?) -> Void
    ) {
        increment(by: step, from: start, queue: location.client.mainQueue(), onMain(completion))
    }

    /// Adds a number and returns the result, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
    #endif
    public func increment(
        by step: Double = 1, from start: Double = 0, queue: DispatchQueue?,
        _ completion: @escaping @Sendable (_ error: WebcomError?, _ number: Double?) -> Void
    ) {
        let deliveryQueue = location.client.deliveryQueue(queue)
        location.increment(by: step, from: start) { result in
            deliveryQueue.post {
                switch result {
                case .success(let outcome): completion(nil, outcome.node.number)
                case .failure(let error): completion(error, nil)
                }
            }
        }
    }

    /// Returns the on-disconnect writes of this node, which the back end runs when the connection ends.
    #if LegacyWarnings
        @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection")
    #endif
    public func onDisconnect() -> OnDisconnect { OnDisconnect(location: location) }
}

extension Location {
    /// Delivers the result of a write on the main actor; without a completion, an error goes to the diagnostics.
    func settlingOnMain(_ completion: (@MainActor (WebcomError?) -> Void)?) -> Completion {
        settling(completion == nil ? nil : client.mainQueue(), completion.map(onMain))
    }

    /// Delivers the result of a write; without a completion, an error goes to the diagnostics.
    func settling(_ queue: DispatchQueue?, _ completion: (@Sendable (WebcomError?) -> Void)?) -> Completion {
        let deliveryQueue = client.deliveryQueue(queue)
        let diagnose = client.diagnose
        return { result in
            switch (result, completion) {
            case (.success, let completion?): deliveryQueue.post { completion(nil) }
            case (.failure(let error), let completion?): deliveryQueue.post { completion(error) }
            case (.failure(let error), nil): deliveryQueue.post { diagnose(error) }
            case (.success, nil): break
            }
        }
    }
}
