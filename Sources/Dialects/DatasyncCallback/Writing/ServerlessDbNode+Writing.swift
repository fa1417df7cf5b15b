import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
package import DatasyncTree

extension Webcom.ServerlessDbNode {
    /// Reads the value once, without a subscription.
    ///
    /// - Parameter constraint: The range and limit of the children.
    /// - Returns: A promise of the value at the back end. Without a connection it is the cached value, or null with `isKnown`
    ///   false.
    public func get(_ constraint: Webcom.Constraint = .None) -> Promise<Webcom.DataSnapshot> {
        read { () throws(WebcomError) in try location.query(try constraint.window()).window }
    }

    /// Reads a window of the node; the promise is rejected if the window is invalid.
    package func read(_ window: () throws(WebcomError) -> Window) -> Promise<Webcom.DataSnapshot> {
        do throws(WebcomError) {
            let window = try window()
            return location.promise {
                location.read(window, completion: $0)
            } as: { outcome, place in
                Webcom.DataSnapshot(LocatedValue(outcome, at: place, order: window.order))
            }
        } catch {
            return location.rejected(error)
        }
    }

    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON; `nil` and `NSNull()` remove the node.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has acknowledged the write or registered it for later; rejected if it
    ///   is refused.
    @discardableResult
    public func set(_ value: Any?, at time: Webcom.Time = Webcom.NOW) -> Promise<Void> {
        location.done { location.set(.foundation(value), at: time.time, completion: $0) }
    }

    /// Replaces the listed children, and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths to descendants.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has acknowledged the write or registered it for later; rejected if it
    ///   is refused.
    @discardableResult
    public func merge(_ value: Any?, at time: Webcom.Time = Webcom.NOW) -> Promise<Void> {
        location.done { location.merge(.foundation(value), at: time.time, completion: $0) }
    }

    /// Replaces the values at several paths in one write, which the back end accepts or refuses as a whole.
    ///
    /// - Parameters:
    ///   - values: Values in Foundation JSON by their paths relative to this node; `nil` removes a node. No path may lie in
    ///     another one.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has acknowledged the write or registered it for later; rejected if it
    ///   is refused.
    @discardableResult
    public func setPaths(_ values: [String: Any?], at time: Webcom.Time = Webcom.NOW) -> Promise<Void> {
        location.done { location.merge(.paths(values), at: time.time, completion: $0) }
    }

    /// Removes the value, including all children.
    ///
    /// - Parameter time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has acknowledged the write or registered it for later; rejected if it
    ///   is refused.
    @discardableResult
    public func clear(at time: Webcom.Time = Webcom.NOW) -> Promise<Void> { set(nil, at: time) }

    /// Adds a child with a new key, which sorts after earlier keys.
    ///
    /// - Parameter value: A value in Foundation JSON.
    /// - Returns: A promise of the child, fulfilled when the back end has acknowledged the write.
    @discardableResult
    public func push(_ value: Any?) -> Promise<Webcom.ServerlessDbNode> {
        let child = location.makeChild()
        return child.promise {
            child.set(.foundation(value), completion: $0)
        } as: { _, place in
            Webcom.ServerlessDbNode(location: place)
        }
    }

    /// Adds a number to the current value, in one request that cannot conflict with other writes.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The initial number if the current value is null.
    /// - Returns: A promise of the resulting number; rejected with `notANumber` if the current value is not a number.
    @discardableResult
    public func increment(by step: Double = 1, from start: Double = 0) -> Promise<Double> {
        location.promise {
            location.increment(by: step, from: start, completion: $0)
        } as: { outcome, _ in
            outcome.node.number ?? .zero
        }
    }

    /// Computes a new value from the current one, without overwriting concurrent writes.
    ///
    /// This is a compare-and-set loop: when the value has changed meanwhile, the function runs on the new value, for up to 25
    /// attempts. After that, the promise is rejected with `tooManyRetries`.
    ///
    /// - Parameter update: Called on any thread with the current value, possibly several times. It returns the new value;
    ///   `NSNull()` removes the node, `nil` aborts.
    /// - Returns: A promise of the result: whether the transaction wrote, and the final value.
    @discardableResult
    public func transaction(
        _ update: @escaping @Sendable (Webcom.DataSnapshot) -> Any?
    ) -> Promise<Webcom.TransactionResult> {
        location.promise { done in
            location.runTransaction { present throws(WebcomError) in
                update(Webcom.DataSnapshot(present)).map { WrittenValue.foundation($0) }
            } completion: {
                done($0)
            }
        } as: { outcome, place in
            let snapshot = Webcom.DataSnapshot(LocatedValue(outcome, at: place))
            return Webcom.TransactionResult(committed: outcome.isCommitted, snapshot: snapshot)
        }
    }

    /// Cancels the on-disconnect writes of this node and its descendants.
    ///
    /// - Returns: A promise, fulfilled when the back end has acknowledged the cancellation.
    @discardableResult
    public func cancelNextDisconnectionOps() -> Promise<Void> {
        location.done { location.cancelOnDisconnect(completion: $0) }
    }
}
