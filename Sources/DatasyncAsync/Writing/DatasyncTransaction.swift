import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
import DatasyncTree

/// Changes that depend on the present value.
public enum DatasyncTransaction {
    /// Computes what to do from the present value; run again whenever the value turns out to have changed.
    public typealias Function = @Sendable (_ value: DatasyncValue) -> Operation

    /// What to do with a value.
    public enum Operation: Sendable {
        /// Remove it.
        case clear
        /// Replace it; made by the functions of the same name.
        case set(@Sendable (DatasyncManager) -> (any Sendable)?)
        /// Leave it.
        case abort

        /// Replace it by JSON.
        ///
        /// - Parameters:
        ///   - raw: Tells this from the overload that encodes.
        ///   - json: Foundation's JSON; `nil` and `NSNull()` remove.
        /// - Returns: The operation.
        public static func set(_ raw: WebcomMarkers.Raw, _ json: Any?) -> Operation {
            let json = JSON.written(json)
            return .set { _ in json }
        }

        /// Replace it.
        ///
        /// - Parameter value: Encoded by the application's encoder.
        /// - Returns: The operation.
        public static func set(_ value: some Encodable & Sendable) -> Operation {
            .set { _ in EncodedOperand { .encodable(value, $0) } }
        }
    }

    /// How a transaction ended.
    @frozen
    public enum Status: Sendable, Equatable {
        /// It wrote.
        case committed
        /// Its function aborted it.
        case aborted
    }

    /// What became of a transaction.
    public struct Result: Sendable {
        /// How it ended.
        public let status: Status
        /// The value at its end.
        public let value: DatasyncValue

        package init(status: Status, value: DatasyncValue) { (self.status, self.value) = (status, value) }
    }

    /// Negates a boolean; sets `defaultValue` where there is nothing, and aborts at anything else.
    public static func toggle(defaultValue: Bool = false) -> Function {
        { value in
            if value.isNull { return .set(defaultValue) }
            return value.decoded(as: Bool.self).map { .set(!$0) } ?? .abort
        }
    }

    /// Changes between two values; sets the first where there is nothing, and aborts at anything else.
    public static func toggle<Value: Codable & Equatable & Sendable>(between ping: Value, and pong: Value) -> Function {
        { value in
            if value.isNull { return .set(ping) }
            guard let present = value.decoded(as: Value.self) else { return .abort }
            return present == ping ? .set(pong) : present == pong ? .set(ping) : .abort
        }
    }
}

extension DatasyncNode.PromiseWrapper {
    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameter function: Run on the present value, and again, at most 25 times, whenever it turns out to have changed.
    /// - Returns: How it ended, and the value then.
    @discardableResult
    public func runTransaction(_ function: @escaping DatasyncTransaction.Function) -> Promise<
        DatasyncTransaction.Result
    > {
        perform { [weak manager = wrapped.manager] in
            $0.runTransaction(
                onValues: { [weak manager] present throws(WebcomError) in
                    guard let manager else { throw .released }
                    return function(DatasyncValue(present, application: manager.service.application)).writtenValue(
                        manager)
                }, completion: $1)
        } as: { outcome, node in
            let value = DatasyncValue(LocatedValue(outcome, at: node.location), application: node.application)
            return DatasyncTransaction.Result(status: outcome.isCommitted ? .committed : .aborted, value: value)
        }
    }
}

extension DatasyncTransaction.Operation: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .clear: "clear"
        case .set: "set"
        case .abort: "abort"
        }
    }

    /// The names of the type and the case.
    public var debugDescription: String { "Operation.\(description)" }
}

extension DatasyncTransaction.Status: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .committed: "committed"
        case .aborted: "aborted"
        }
    }

    /// The names of the type and the case.
    public var debugDescription: String { "Status.\(description)" }
}

extension DatasyncTransaction.Result: CustomStringConvertible, CustomDebugStringConvertible {
    /// How the transaction ended, and the value then.
    public var description: String { "Result(\(status), \(value.debugDescription))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncTransaction.Operation {
    /// The value to write; `nil` to abort.
    fileprivate func writtenValue(_ manager: DatasyncManager) -> WrittenValue? {
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

/// An encodable value of a transaction, which is encoded where its path is known.
private struct EncodedOperand: Sendable {
    let written: @Sendable (WebcomApplication) -> WrittenValue
}
