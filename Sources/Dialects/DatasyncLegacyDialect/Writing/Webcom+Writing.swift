import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

extension Webcom {
    /// A closure for the result of a write: receives `nil`, or the reason why the write was reverted.
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same closure on the main actor.
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void

    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON; `nil` and `NSNull()` remove the node.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    public func set(_ value: Any?, _ completion: MainCompletion? = nil) {
        location.set(.foundation(value, readsPriorities: true), completion: settlingOnMain(completion))
    }

    /// Replaces the value like ``set(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.set(.foundation(value, readsPriorities: true), completion: settling(queue, completion))
    }

    /// Replaces the listed children, and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths to descendants.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    public func update(_ value: Any?, _ completion: MainCompletion? = nil) {
        location.merge(.foundation(value, readsPriorities: true), completion: settlingOnMain(completion))
    }

    /// Replaces the children like ``update(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.merge(.foundation(value, readsPriorities: true), completion: settling(queue, completion))
    }

    /// Removes the value, including all children.
    ///
    /// - Parameter completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a
    ///   failure.
    public func remove(_ completion: MainCompletion? = nil) { set(nil, completion) }

    /// Removes the value like ``remove(_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func remove(queue: DispatchQueue?, _ completion: @escaping Completion) { set(nil, queue: queue, completion) }

    /// Returns a reference to a new child, whose key sorts after earlier keys; writes nothing.
    public func push() -> Webcom { Webcom(location: location.makeChild()) }

    /// Adds a child with a new key, which sorts after earlier keys.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    /// - Returns: The reference to the child, immediately.
    @discardableResult
    public func push(_ value: Any?, _ completion: MainCompletion? = nil) -> Webcom {
        let child = push()
        child.set(value, completion)
        return child
    }

    /// Adds a child like ``push(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
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
    public func increment(by step: Double = 1, from start: Double = 0, _ completion: MainCompletion? = nil) {
        location.increment(by: step, from: start, completion: settlingOnMain(completion))
    }

    /// Adds a number like ``increment(by:from:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    public func increment(
        by step: Double = 1, from start: Double = 0, queue: DispatchQueue?, _ completion: @escaping Completion
    ) {
        location.increment(by: step, from: start, completion: settling(queue, completion))
    }

    /// Returns the on-disconnect writes of this node, which the back end runs when the connection ends.
    public func onDisconnect() -> OnDisconnect { OnDisconnect(location: location) }

    func settling(_ queue: DispatchQueue?, _ completion: Completion?) -> Location.Completion {
        location.client.settling(queue, completion)
    }

    func settlingOnMain(_ completion: MainCompletion?) -> Location.Completion {
        location.client.settlingOnMain(completion)
    }
}

extension Client {
    /// Delivers the result of a write on the main actor; without a completion, an error goes to the diagnostics.
    func settlingOnMain(_ completion: Webcom.MainCompletion?) -> Location.Completion {
        settling(completion == nil ? nil : mainQueue(), completion.map(onMain))
    }

    /// Delivers the result of a write; without a completion, an error goes to the diagnostics.
    func settling(_ queue: DispatchQueue?, _ completion: Webcom.Completion?) -> Location.Completion {
        let deliveryQueue = deliveryQueue(queue)
        let diagnose = diagnose
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
