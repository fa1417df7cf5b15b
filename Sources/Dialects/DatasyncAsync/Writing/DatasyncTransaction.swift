import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
import DatasyncTree

/// Transactions: writes that depend on the current value, as compare-and-set with retries.
///
/// ```swift
/// let result = try await node.runTransaction { value in
///     .set((value.decoded(as: Int.self) ?? 0) + 1)
/// }
/// print(result.status, result.value)
/// ```
public enum DatasyncTransaction {
    /// A function that computes the operation from the current value.
    ///
    /// It runs on any thread, and runs again if the value has changed meanwhile.
    public typealias Function = @Sendable (_ value: DatasyncValue) -> Operation

    /// The operation that a transaction applies to the value.
    public enum Operation: Sendable {
        /// Removes the value.
        case clear
        /// Replaces the value; created by the functions of the same name.
        case set(@Sendable (DatasyncManager) -> (any Sendable)?)
        /// Leaves the value unchanged and ends the transaction.
        case abort

        /// Returns the operation that replaces the value with JSON.
        ///
        /// - Parameters:
        ///   - raw: Selects this overload, which does not encode.
        ///   - json: Foundation's JSON; `nil` and `NSNull()` remove the data.
        /// - Returns: The operation.
        public static func set(_ raw: WebcomMarkers.Raw, _ json: Any?) -> Operation {
            let json = JSON.written(json)
            return .set { _ in json }
        }

        /// Returns the operation that replaces the value with an encoded one.
        ///
        /// - Parameter value: The value, encoded by the application's encoder.
        /// - Returns: The operation.
        public static func set(_ value: some Encodable & Sendable) -> Operation {
            .set { _ in EncodedOperand { .encodable(value, $0) } }
        }
    }

    /// The outcome of a transaction.
    @frozen
    public enum Status: Sendable, Equatable {
        /// The transaction wrote its result.
        case committed
        /// The function aborted the transaction.
        case aborted
    }

    /// The outcome of a transaction, with the final value.
    public struct Result: Sendable {
        /// The outcome.
        public let status: Status
        /// The value at the end of the transaction.
        public let value: DatasyncValue

        package init(status: Status, value: DatasyncValue) { (self.status, self.value) = (status, value) }
    }

    /// Returns a function that negates a boolean.
    ///
    /// It sets `defaultValue` for null, and aborts for any other value.
    ///
    /// - Parameter defaultValue: The value to set for null.
    /// - Returns: The function, for `runTransaction`.
    public static func toggle(defaultValue: Bool = false) -> Function {
        { value in
            if value.isNull { return .set(defaultValue) }
            return value.decoded(as: Bool.self).map { .set(!$0) } ?? .abort
        }
    }

    /// Returns a function that alternates between two values.
    ///
    /// It sets the first value for null, and aborts for any other value.
    ///
    /// - Parameters:
    ///   - ping: The first value.
    ///   - pong: The second value.
    /// - Returns: The function, for `runTransaction`.
    public static func toggle<Value: Codable & Equatable & Sendable>(between ping: Value, and pong: Value) -> Function {
        { value in
            if value.isNull { return .set(ping) }
            guard let present = value.decoded(as: Value.self) else { return .abort }
            return present == ping ? .set(pong) : present == pong ? .set(ping) : .abort
        }
    }
}

extension DatasyncNode.PromiseWrapper {
    /// Computes a new value from the current one, without overwriting concurrent writes.
    ///
    /// - Parameter function: Computes the operation; called again when the value has changed, for at most 25 attempts.
    /// - Returns: A promise of the status of the transaction and the final value.
    @discardableResult
    public func runTransaction(_ function: @escaping DatasyncTransaction.Function) -> Promise<
        DatasyncTransaction.Result
    > {
        perform { [wrapped] in
            wrapped.runTransaction(function, at: $0, completion: $1)
        } as: { outcome, node in
            node.transactionResult(of: outcome)
        }
    }
}

extension DatasyncTransaction.Operation: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .clear: "clear"
        case .set: "set"
        case .abort: "abort"
        }
    }
}

extension DatasyncTransaction.Status: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .committed: "committed"
        case .aborted: "aborted"
        }
    }
}

extension DatasyncTransaction.Result: CustomStringConvertible {
    /// The outcome and the final value.
    public var description: String { "Result(\(status), \(value.debugDescription))" }
}

extension DatasyncTransaction.Operation {
    /// Returns the value to write; `nil` to abort.
    func writtenValue(_ manager: DatasyncManager) -> WrittenValue? {
        switch self {
        case .clear: return .null
        case .abort: return nil
        case .set(let value):
            switch value(manager) {
            case let operand as EncodedOperand: return operand.written(manager.service.application)
            case let json as Result<JSON, WebcomError>: return .json(json)
            case let value: return .foundation(value)
            }
        }
    }
}

/// An encodable value of a transaction; it is encoded once its path is known.
private struct EncodedOperand: Sendable {
    let written: @Sendable (WebcomApplication) -> WrittenValue
}
