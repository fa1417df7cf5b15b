public import DatasyncClient
import DatasyncPromise
public import Foundation

/// The operations of a node as `async` functions. Cancelling the task stops the waiting, with `cancelled`, not the operation.
extension DatasyncNode {
    /// Reads the value once, without subscribing to it.
    public func value() async throws(WebcomError) -> DatasyncValue { try await promise.value().settled() }

    /// Reads some children of the value once, without subscribing to them.
    ///
    /// - Parameter childrenConstraint: The children to read.
    /// - Returns: The value with these children.
    /// - Throws: ``WebcomError``, of code `invalidConstraint` when the constraint is refused.
    public func value(childrenConstraint: DatasyncChildrenConstraint) async throws(WebcomError) -> DatasyncValue {
        try await promise.value(childrenConstraint: childrenConstraint).settled()
    }

    /// Reads and decodes the value once.
    ///
    /// - Parameter type: The type to decode; it stays in the isolation of the caller and need not be `Sendable`.
    /// - Returns: The value.
    /// - Throws: ``WebcomError`` `decodingFailed`, or `unavailable` when the value is not known.
    public func decodedValue<Value: Decodable>(as type: Value.Type = Value.self) async throws(WebcomError) -> Value {
        try await value().known().decodedThrowing(as: type)
    }

    /// Replaces the value, all children included; `nil` removes.
    public func set<Value: Encodable>(_ value: Value?, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await promise.set(value, at: time).settled()
    }

    /// Removes the value: what `set(nil)` means.
    public func set(_ nothing: Never?, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await clear(at: time)
    }

    /// Removes the value.
    public func set(_ nothing: NSNull, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await clear(at: time)
    }

    /// Replaces the value by JSON.
    public func set(_ raw: WebcomMarkers.Raw, _ json: Any?, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await promise.set(raw, json, at: time).settled()
    }

    /// Replaces the children that a value lists and keeps the others.
    public func merge<Value: Encodable>(with value: Value, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await promise.merge(with: value, at: time).settled()
    }

    /// Replaces the listed children by JSON and keeps the others.
    public func merge(
        _ raw: WebcomMarkers.Raw, with json: [String: Any], at time: DatasyncTime = .now
    ) async throws(WebcomError) {
        try await promise.merge(raw, with: json, at: time).settled()
    }

    /// Removes the value.
    public func clear(at time: DatasyncTime = .now) async throws(WebcomError) {
        try await promise.clear(at: time).settled()
    }

    /// Adds a child.
    @discardableResult
    public func push<Value: Encodable>(_ value: Value?) async throws(WebcomError) -> DatasyncNode {
        try await promise.push(value).settled().wrapped
    }

    /// Makes a child without a value: the meaning of `push(nil)`.
    @discardableResult
    public func push(_ nothing: Never?) async throws(WebcomError) -> DatasyncNode {
        try await promise.push(nothing).settled().wrapped
    }

    /// Makes a child without a value.
    @discardableResult
    public func push(_ nothing: NSNull) async throws(WebcomError) -> DatasyncNode {
        try await promise.push(nothing).settled().wrapped
    }

    /// Adds a child with JSON.
    @discardableResult
    public func push(_ raw: WebcomMarkers.Raw, _ json: Any?) async throws(WebcomError) -> DatasyncNode {
        try await promise.push(raw, json).settled().wrapped
    }

    /// Adds a number to the present one, and gives the result.
    @discardableResult
    public func increment(from startValue: NSNumber = 0, by step: NSNumber = 1) async throws(WebcomError) -> NSNumber {
        try await promise.increment(from: startValue, by: step).settled()
    }

    /// Changes the value depending on what it is, without losing what others write meanwhile.
    @discardableResult
    public func runTransaction(
        _ function: @escaping DatasyncTransaction.Function
    ) async throws(WebcomError) -> DatasyncTransaction.Result {
        try await promise.runTransaction(function).settled()
    }

    /// Copies the value to another node.
    @discardableResult
    public func copyValue(to destination: DatasyncNode) async throws(WebcomError) -> DatasyncValue {
        try await promise.copyValue(to: destination.promise).settled()
    }

    /// Takes back what was to happen here and below when the connection ends.
    public func cancelNextDisconnectionOperations() async throws(WebcomError) {
        try await promise.cancelNextDisconnectionOperations().settled()
    }
}
