import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
import DatasyncTree

extension Webcom.ServerlessDbNode {
    /// Reads the value once, without listening to it.
    ///
    /// - Parameter constraint: Which children to show.
    /// - Returns: What the back end holds; without a connection what the cache holds, null when it holds nothing.
    public func get(_ constraint: Webcom.Constraint = .None) -> Promise<Webcom.DataSnapshot> {
        let window: Window
        do throws(WebcomError) {
            window = try location.query(try constraint.window()).window
        } catch {
            return location.rejected(error)
        }
        return location.promise {
            location.read(window, completion: $0)
        } as: { outcome, place in
            Webcom.DataSnapshot(LocatedValue(outcome, at: place))
        }
    }

    /// Replaces the value, all children included.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the value or registered it for later.
    @discardableResult
    public func set(_ value: Any?, at time: Webcom.Time = Webcom.NOW) -> Promise<Void> {
        location.done { location.set(.foundation(value), at: time.time, completion: $0) }
    }

    /// Replaces the listed children and keeps the others.
    ///
    /// - Parameters:
    ///   - value: An object; its names may be paths into children.
    ///   - time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the values or registered them for later.
    @discardableResult
    public func merge(_ value: Any?, at time: Webcom.Time = Webcom.NOW) -> Promise<Void> {
        location.done { location.merge(.foundation(value), at: time.time, completion: $0) }
    }

    /// Removes the value.
    ///
    /// - Parameter time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the removal or registered it for later.
    @discardableResult
    public func clear(at time: Webcom.Time = Webcom.NOW) -> Promise<Void> { set(nil, at: time) }

    /// Adds a child whose key sorts after those made before.
    ///
    /// - Parameter value: Foundation's JSON.
    /// - Returns: The child, when the back end has accepted it.
    @discardableResult
    public func push(_ value: Any?) -> Promise<Webcom.ServerlessDbNode> {
        let child = location.makeChild()
        return child.promise {
            child.set(.foundation(value), completion: $0)
        } as: { _, place in
            Webcom.ServerlessDbNode(location: place)
        }
    }

    /// Adds a number to the present one, as one request that cannot lose against others.
    ///
    /// - Parameters:
    ///   - step: What to add.
    ///   - start: What null counts as.
    /// - Returns: The resulting number.
    @discardableResult
    public func increment(by step: Double = 1, from start: Double = 0) -> Promise<Double> {
        location.promise {
            location.increment(by: step, from: start, completion: $0)
        } as: { outcome, _ in
            outcome.node.number ?? .zero
        }
    }

    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameter update: Called with the present value, again whenever it turns out to have changed, at most 25 times. Answers
    ///   the new value; `NSNull()` removes, `nil` aborts.
    /// - Returns: Whether it wrote, and the value then.
    @discardableResult
    public func transaction(
        _ update: @escaping @Sendable (Webcom.DataSnapshot) -> Any?
    ) -> Promise<Webcom.TransactionResult> {
        location.promise { done in
            location.runTransaction { present throws(WebcomError) in
                update(Webcom.DataSnapshot(present)).map(WrittenValue.foundation)
            } completion: {
                done($0)
            }
        } as: { outcome, place in
            let snapshot = Webcom.DataSnapshot(LocatedValue(outcome, at: place))
            return Webcom.TransactionResult(committed: outcome.isCommitted, snapshot: snapshot)
        }
    }

    /// Takes back what was to happen here and below when the connection ends.
    ///
    /// - Returns: Fulfilled when the back end has acknowledged it.
    @discardableResult
    public func cancelNextDisconnectionOps() -> Promise<Void> {
        location.done { location.cancelOnDisconnect(completion: $0) }
    }
}
