public import DatasyncClient
import DatasyncEngine
import DatasyncTree
public import Foundation

/// The operations of a node as `async` functions, on values that Swift encodes and decodes.
///
/// Cancelling the task ends the wait with `cancelled`; the operation itself continues. Writes of JSON are in
/// `DatasyncNode+JSON.swift`, those with closures in `DatasyncNode+Completions.swift`.
extension DatasyncNode {
    /// Reads the value once, without a subscription.
    ///
    /// - Returns: The value at the back end. Without a connection it is the cached value, or null with
    ///   ``DatasyncValue/isKnown`` `false` if the cache does not contain it.
    /// - Throws: `WebcomError`, for instance `permissionDenied` or `invalidPath`; `unavailable` if the back end refuses
    ///   connections, such as a server without the namespace, and the value is not known.
    public func value() async throws(WebcomError) -> DatasyncValue {
        value(of: try await outcome { $0.read(completion: $1) })
    }

    /// Reads some children of the value once, without a subscription.
    ///
    /// - Parameter childrenConstraint: The children to read.
    /// - Returns: The value with these children.
    /// - Throws: `WebcomError`, `invalidConstraint` for an invalid constraint.
    public func value(childrenConstraint: DatasyncChildrenConstraint) async throws(WebcomError) -> DatasyncValue {
        let window = try childrenConstraint.window()
        return value(of: try await outcome { $0.read(window, completion: $1) }, order: window.order)
    }

    /// Reads and decodes the value once.
    ///
    /// - Parameter type: The type to decode; it stays in the isolation of the caller and need not be `Sendable`.
    /// - Returns: The decoded value.
    /// - Throws: `WebcomError`, `decodingFailed` if it cannot be decoded, or `unavailable` if it is not known.
    public func decodedValue<Value: Decodable>(as type: Value.Type = Value.self) async throws(WebcomError) -> Value {
        try await value().known().decodedThrowing(as: type)
    }

    /// Replaces the value, including all children, and waits for the acknowledgement.
    ///
    /// - Parameters:
    ///   - value: The value, encoded by the application's encoder; `nil` removes the data.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path or value is invalid.
    public func set<Value: Encodable>(_ value: Value?, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await set(.encodable(value, application), at: time.time)
    }

    /// Replaces the children that a value contains, and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - value: A value that encodes to an object or an array.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path or value is invalid.
    public func merge<Value: Encodable>(with value: Value, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await merge(.encodable(value, application), at: time.time)
    }

    /// Replaces the values at several paths in one write, which the back end accepts or refuses as a whole.
    ///
    /// ```swift
    /// try await manager.root.setPaths(["contacts/ada": contact, "names/Ada": "ada", "drafts/ada": nil])
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values by their paths relative to this node; `nil` removes the data. No path may lie in another one.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or a path or value is invalid.
    public func setPaths(
        _ values: [String: (any Encodable)?], at time: DatasyncTime = .now
    ) async throws(WebcomError) {
        try await merge(.paths(values, application), at: time.time)
    }

    /// Removes the value.
    ///
    /// - Parameter time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path is invalid.
    public func clear(at time: DatasyncTime = .now) async throws(WebcomError) {
        try await set(.null, at: time.time)
    }

    /// Adds a child with a new key that sorts after earlier ones.
    ///
    /// - Parameter value: The value, encoded by the application's encoder.
    /// - Returns: The node of the child.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path or value is invalid.
    @discardableResult
    public func push<Value: Encodable>(_ value: Value?) async throws(WebcomError) -> DatasyncNode {
        try await push(.encodable(value, application))
    }

    /// Adds a number to the value atomically, and returns the result.
    ///
    /// - Parameters:
    ///   - startValue: The number to start from if the value is null.
    ///   - step: The number to add.
    /// - Returns: The resulting number.
    /// - Throws: `WebcomError`, `notANumber` when the value is neither null nor a number.
    @discardableResult
    public func increment(from startValue: NSNumber = 0, by step: NSNumber = 1) async throws(WebcomError) -> NSNumber {
        let (start, step) = (startValue.doubleValue, step.doubleValue)
        return number(of: try await outcome { $0.increment(by: step, from: start, completion: $1) })
    }

    /// Computes a new value from the current one, without overwriting concurrent writes.
    ///
    /// - Parameter function: Computes the operation; called again when the value has changed, for at most 25 attempts.
    /// - Returns: The status of the transaction and the final value.
    /// - Throws: `WebcomError` when the back end refuses the write, or the value changes too often.
    @discardableResult
    public func runTransaction(
        _ function: @escaping DatasyncTransaction.Function
    ) async throws(WebcomError) -> DatasyncTransaction.Result {
        transactionResult(of: try await outcome { runTransaction(function, at: $0, completion: $1) })
    }

    /// Copies the value to another node, replacing its old data.
    ///
    /// - Parameter destination: The node to write.
    /// - Returns: The copied value.
    /// - Throws: `WebcomError`, `unavailable` when the value is not known; nothing is written then.
    @discardableResult
    public func copyValue(to destination: DatasyncNode) async throws(WebcomError) -> DatasyncValue {
        let value = try await value()
        let copy = try copied(value)
        _ = try await destination.outcome { $0.set(copy, completion: $1) }
        return value
    }

    /// Cancels the on-disconnect writes at this node and below.
    ///
    /// - Throws: `WebcomError` when the back end refuses, or the path is invalid.
    public func cancelNextDisconnectionOperations() async throws(WebcomError) {
        _ = try await outcome { $0.cancelOnDisconnect(completion: $1) }
    }

    /// Subscribes a webhook to events of this node: the back end sends them even if no client runs.
    ///
    /// - Parameters:
    ///   - type: The events to send; acknowledgements are left out, since only acknowledged values are sent.
    ///   - webhook: The receiver.
    /// - Returns: The subscription, with the secret of the signatures.
    /// - Throws: `WebcomError` `permissionDenied` if the rules do not allow it, `unavailable` if the back end has no webhooks.
    @discardableResult
    public func subscribe(
        to type: DatasyncEventType, _ webhook: DatasyncWebhook
    ) async throws(WebcomError) -> DatasyncLongTermSubscription {
        try await operationLocation().subscribed(type.interest, hidesData: type.hidesData, webhook, on: callbackQueue)
    }

    func set(_ value: WrittenValue, at time: Location.Time) async throws(WebcomError) {
        _ = try await outcome { $0.set(value, at: time, completion: $1) }
    }

    func merge(_ value: WrittenValue, at time: Location.Time) async throws(WebcomError) {
        _ = try await outcome { $0.merge(value, at: time, completion: $1) }
    }

    func push(_ value: WrittenValue) async throws(WebcomError) -> DatasyncNode {
        let child = location.makeChild()
        _ = try await outcome(at: child) { $0.set(value, completion: $1) }
        return DatasyncNode(location: child, application: application, manager: manager)
    }

    /// Starts an operation at this node, or at another location of its client, and waits for its outcome.
    private func outcome(
        at location: Location? = nil, _ start: (Location, @escaping Location.Completion) -> Void
    ) async throws(WebcomError) -> Outcome {
        let target = operationLocation(location)
        return try await target.outcome(on: callbackQueue) { start(target, $0) }
    }
}
