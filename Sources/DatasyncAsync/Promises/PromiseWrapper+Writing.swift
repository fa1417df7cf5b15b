import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
import DatasyncTree
public import Foundation

infix operator <- : AssignmentPrecedence

extension DatasyncNode.PromiseWrapper {
    /// Removes the value.
    ///
    /// - Parameter time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the removal, or registered it for later.
    @discardableResult
    public func clear(at time: DatasyncTime = .now) -> Promise<Void> { set(.null, at: time.time) }

    /// Replaces the value, all children included, by JSON.
    ///
    /// - Parameters:
    ///   - raw: Tells this from the overload that encodes.
    ///   - json: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the value, or registered it for later.
    @discardableResult
    public func set(_ raw: WebcomMarkers.Raw, _ json: Any?, at time: DatasyncTime = .now) -> Promise<Void> {
        set(.foundation(json), at: time.time)
    }

    /// Replaces the value, all children included.
    ///
    /// - Parameters:
    ///   - value: Encoded by the application's encoder; `nil` removes.
    ///   - time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the value, or registered it for later.
    @discardableResult
    public func set<Value: Encodable>(_ value: Value?, at time: DatasyncTime = .now) -> Promise<Void> {
        set(.encodable(value, wrapped.application), at: time.time)
    }

    /// Removes the value: what `set(nil)` means.
    @discardableResult
    public func set(_ nothing: Never?, at time: DatasyncTime = .now) -> Promise<Void> { clear(at: time) }

    /// Removes the value.
    @discardableResult
    public func set(_ nothing: NSNull, at time: DatasyncTime = .now) -> Promise<Void> { clear(at: time) }

    /// Replaces the value, as ``set(_:at:)``.
    @discardableResult
    public static func <- <Value: Encodable>(node: DatasyncNode.PromiseWrapper, value: Value?) -> Promise<Void> {
        node.set(value)
    }

    /// Removes the value: the meaning of `node <- nil`.
    @discardableResult
    public static func <- (node: DatasyncNode.PromiseWrapper, nothing: Never?) -> Promise<Void> { node.clear() }

    /// Removes the value.
    @discardableResult
    public static func <- (node: DatasyncNode.PromiseWrapper, nothing: NSNull) -> Promise<Void> { node.clear() }

    /// Replaces the listed children by JSON and keeps the others.
    ///
    /// - Parameters:
    ///   - raw: Tells this from the overload that encodes.
    ///   - json: Foundation's JSON; its names may be paths into children.
    ///   - time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the values, or registered them for later.
    @discardableResult
    public func merge(_ raw: WebcomMarkers.Raw, with json: [String: Any], at time: DatasyncTime = .now) -> Promise<Void>
    {
        merge(.foundation(json), at: time.time)
    }

    /// Replaces the children that a value lists and keeps the others.
    ///
    /// - Parameters:
    ///   - value: Must encode to an object; an array counts as one.
    ///   - time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the values, or registered them for later.
    @discardableResult
    public func merge<Value: Encodable>(with value: Value, at time: DatasyncTime = .now) -> Promise<Void> {
        merge(.encodable(value, wrapped.application), at: time.time)
    }

    /// Adds a child with JSON.
    ///
    /// - Parameters:
    ///   - raw: Tells this from the overload that encodes.
    ///   - json: Foundation's JSON.
    /// - Returns: The child, when the back end has accepted it.
    @discardableResult
    public func push(_ raw: WebcomMarkers.Raw, _ json: Any?) -> Promise<DatasyncNode.PromiseWrapper> {
        push(.foundation(json))
    }

    /// Adds a child.
    ///
    /// - Parameter value: Encoded by the application's encoder.
    /// - Returns: The child, when the back end has accepted it.
    @discardableResult
    public func push<Value: Encodable>(_ value: Value?) -> Promise<DatasyncNode.PromiseWrapper> {
        push(.encodable(value, wrapped.application))
    }

    /// Adds a child, as ``push(_:)``.
    @discardableResult
    public static func += <Value: Encodable>(
        node: DatasyncNode.PromiseWrapper, value: Value?
    ) -> Promise<DatasyncNode.PromiseWrapper> {
        node.push(value)
    }

    /// Makes a child without a value: the meaning of `push(nil)`.
    @discardableResult
    public func push(_ nothing: Never?) -> Promise<DatasyncNode.PromiseWrapper> { push(.null) }

    /// Makes a child without a value.
    @discardableResult
    public func push(_ nothing: NSNull) -> Promise<DatasyncNode.PromiseWrapper> { push(.null) }

    /// Makes a child without a value: the meaning of `node += nil`.
    @discardableResult
    public static func += (
        node: DatasyncNode.PromiseWrapper, nothing: Never?
    ) -> Promise<DatasyncNode.PromiseWrapper> {
        node.push(.null)
    }

    /// Makes a child without a value.
    @discardableResult
    public static func += (
        node: DatasyncNode.PromiseWrapper, nothing: NSNull
    ) -> Promise<DatasyncNode.PromiseWrapper> {
        node.push(.null)
    }

    /// Adds a number to the present one, as one request that cannot lose against others.
    ///
    /// - Parameters:
    ///   - startValue: What null counts as.
    ///   - step: What to add.
    /// - Returns: The resulting number; rejected with `notANumber` when there is something else.
    @discardableResult
    public func increment(from startValue: NSNumber = 0, by step: NSNumber = 1) -> Promise<NSNumber> {
        let (start, step) = (startValue.doubleValue, step.doubleValue)
        return perform {
            $0.increment(by: step, from: start, completion: $1)
        } as: { outcome, _ in
            outcome.node.foundationValue as? NSNumber ?? 0
        }
    }

    /// Takes back what was to happen here and below when the connection ends.
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
