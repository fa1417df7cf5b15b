import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
import DatasyncTree
public import Foundation

infix operator <- : AssignmentPrecedence

extension DatasyncNode.PromiseWrapper {
    /// Removes the value.
    ///
    /// - Parameter time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the removal or registered the on-disconnect write.
    @discardableResult
    public func clear(at time: DatasyncTime = .now) -> Promise<Void> { set(.null, at: time.time) }

    /// Replaces the value with JSON, including all children.
    ///
    /// - Parameters:
    ///   - raw: Selects this overload, which does not encode.
    ///   - json: Foundation's JSON; `nil` and `NSNull()` remove the data.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the value or registered the on-disconnect write.
    @discardableResult
    public func set(_ raw: WebcomMarkers.Raw, _ json: Any?, at time: DatasyncTime = .now) -> Promise<Void> {
        set(.foundation(json), at: time.time)
    }

    /// Replaces the value, including all children.
    ///
    /// - Parameters:
    ///   - value: The value, encoded by the application's encoder; `nil` removes the data.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the value or registered the on-disconnect write.
    @discardableResult
    public func set<Value: Encodable>(_ value: Value?, at time: DatasyncTime = .now) -> Promise<Void> {
        set(.encodable(value, wrapped.application), at: time.time)
    }

    /// Removes the value; selected by `set(nil)`.
    ///
    /// - Parameters:
    ///   - nothing: `nil`.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the removal or registered the on-disconnect write.
    @discardableResult
    public func set(_ nothing: Never?, at time: DatasyncTime = .now) -> Promise<Void> { clear(at: time) }

    /// Removes the value.
    ///
    /// - Parameters:
    ///   - nothing: `NSNull()`.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the removal or registered the on-disconnect write.
    @discardableResult
    public func set(_ nothing: NSNull, at time: DatasyncTime = .now) -> Promise<Void> { clear(at: time) }

    /// Replaces the value, like `set(_:at:)`.
    @discardableResult
    public static func <- <Value: Encodable>(node: DatasyncNode.PromiseWrapper, value: Value?) -> Promise<Void> {
        node.set(value)
    }

    /// Removes the value; selected by `node <- nil`.
    @discardableResult
    public static func <- (node: DatasyncNode.PromiseWrapper, nothing: Never?) -> Promise<Void> { node.clear() }

    /// Removes the value.
    @discardableResult
    public static func <- (node: DatasyncNode.PromiseWrapper, nothing: NSNull) -> Promise<Void> { node.clear() }

    /// Replaces the listed children with JSON, and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - raw: Selects this overload, which does not encode.
    ///   - json: Foundation's JSON; its names may be paths to descendants.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the values or registered the on-disconnect write.
    @discardableResult
    public func merge(_ raw: WebcomMarkers.Raw, with json: [String: Any], at time: DatasyncTime = .now) -> Promise<Void>
    {
        merge(.foundation(json), at: time.time)
    }

    /// Replaces the children that a value contains, and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: A value that encodes to an object or an array.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the values or registered the on-disconnect write.
    @discardableResult
    public func merge<Value: Encodable>(with value: Value, at time: DatasyncTime = .now) -> Promise<Void> {
        merge(.encodable(value, wrapped.application), at: time.time)
    }

    /// Replaces the values at several paths in one write, which the back end accepts or refuses as a whole.
    ///
    /// - Parameters:
    ///   - values: The values by their paths relative to this node; `nil` removes the data. No path may lie in another one.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end has accepted the values or registered the on-disconnect write.
    @discardableResult
    public func setPaths(_ values: [String: (any Encodable)?], at time: DatasyncTime = .now) -> Promise<Void> {
        merge(.paths(values, wrapped.application), at: time.time)
    }

    /// Adds a child with JSON.
    ///
    /// - Parameters:
    ///   - raw: Selects this overload, which does not encode.
    ///   - json: Foundation's JSON.
    /// - Returns: A promise of the child, fulfilled when the back end has accepted it.
    @discardableResult
    public func push(_ raw: WebcomMarkers.Raw, _ json: Any?) -> Promise<DatasyncNode.PromiseWrapper> {
        push(.foundation(json))
    }

    /// Adds a child with a new key that sorts after earlier ones.
    ///
    /// - Parameter value: The value, encoded by the application's encoder.
    /// - Returns: A promise of the child, fulfilled when the back end has accepted it.
    @discardableResult
    public func push<Value: Encodable>(_ value: Value?) -> Promise<DatasyncNode.PromiseWrapper> {
        push(.encodable(value, wrapped.application))
    }

    /// Adds a child, like `push(_:)`.
    @discardableResult
    public static func += <Value: Encodable>(
        node: DatasyncNode.PromiseWrapper, value: Value?
    ) -> Promise<DatasyncNode.PromiseWrapper> {
        node.push(value)
    }

    /// Creates a child without a value; selected by `push(nil)`.
    ///
    /// - Parameter nothing: `nil`.
    /// - Returns: A promise of the child, fulfilled when the back end has accepted it.
    @discardableResult
    public func push(_ nothing: Never?) -> Promise<DatasyncNode.PromiseWrapper> { push(.null) }

    /// Creates a child without a value.
    ///
    /// - Parameter nothing: `NSNull()`.
    /// - Returns: A promise of the child, fulfilled when the back end has accepted it.
    @discardableResult
    public func push(_ nothing: NSNull) -> Promise<DatasyncNode.PromiseWrapper> { push(.null) }

    /// Creates a child without a value; selected by `node += nil`.
    @discardableResult
    public static func += (
        node: DatasyncNode.PromiseWrapper, nothing: Never?
    ) -> Promise<DatasyncNode.PromiseWrapper> {
        node.push(.null)
    }

    /// Creates a child without a value.
    @discardableResult
    public static func += (
        node: DatasyncNode.PromiseWrapper, nothing: NSNull
    ) -> Promise<DatasyncNode.PromiseWrapper> {
        node.push(.null)
    }

    /// Adds a number to the value atomically, with a single request.
    ///
    /// - Parameters:
    ///   - startValue: The number to start from if the value is null.
    ///   - step: The number to add.
    /// - Returns: A promise of the resulting number; rejected with `notANumber` when the value is neither null nor a number.
    @discardableResult
    public func increment(from startValue: NSNumber = 0, by step: NSNumber = 1) -> Promise<NSNumber> {
        let (start, step) = (startValue.doubleValue, step.doubleValue)
        return perform {
            $0.increment(by: step, from: start, completion: $1)
        } as: { outcome, node in
            node.number(of: outcome)
        }
    }

    /// Cancels the on-disconnect writes at this node and below.
    ///
    /// - Returns: A promise, fulfilled when the back end has cancelled them.
    @discardableResult
    public func cancelNextDisconnectionOperations() -> Promise<Void> {
        requiringManager.done(on: wrapped.callbackQueue) { requiringManager.cancelOnDisconnect(completion: $0) }
    }

    private var requiringManager: Location { wrapped.requiringManager }

    private func set(_ value: WrittenValue, at time: Location.Time) -> Promise<Void> {
        requiringManager.done(on: wrapped.callbackQueue) { requiringManager.set(value, at: time, completion: $0) }
    }

    private func merge(_ value: WrittenValue, at time: Location.Time) -> Promise<Void> {
        requiringManager.done(on: wrapped.callbackQueue) { requiringManager.merge(value, at: time, completion: $0) }
    }

    private func push(_ value: WrittenValue) -> Promise<DatasyncNode.PromiseWrapper> {
        perform(at: wrapped.location.makeChild()) {
            $0.set(value, completion: $1)
        } as: { _, node in
            node.promise
        }
    }
}
