public import DatasyncClient
import DatasyncTree
import Foundation

/// A write of a scenario, which a ``DialectDriver`` performs in its dialect.
public struct DialectWrite: Sendable {
    /// The operation of a write.
    public enum Kind: Hashable, Sendable {
        /// Replace the value.
        case set
        /// Replace the listed children.
        case merge
        /// Remove the value.
        case remove
        /// Set a child with this key, as if the dialect had generated the key.
        case push(key: String)
        /// Add a number; only with the feature ``DialectFeature/increments``.
        case increment(by: Double, from: Double?)
        /// Write the result of ``DialectWrite/changed(_:)``; only with the feature ``DialectFeature/transactions``.
        case transaction
        /// Replace the value when the connection ends; only with the feature ``DialectFeature/onDisconnect``.
        case onDisconnect
    }

    private let write: Scenario.Write
    private let trace: Trace

    init(_ write: Scenario.Write, _ trace: Trace) {
        self.write = write
        self.trace = trace
    }

    /// The path, as text; it may be ill-formed.
    public var path: String { write.path }

    /// The operation.
    public var kind: Kind {
        switch write.kind {
        case .set: .set
        case .merge: .merge
        case .remove: .remove
        case .push(_, let key): .push(key: key)
        case .increment(let step, let start): .increment(by: step, from: start)
        case .transaction: .transaction
        case .onDisconnect: .onDisconnect
        }
    }

    /// The written value as Foundation's JSON, with `NSNull` for null; `nil` for operations without a value.
    public var value: Any? {
        switch write.kind {
        case .set(let json), .merge(let json), .push(let json, _), .onDisconnect(let json): Self.foundation(json)
        case .remove, .increment, .transaction: nil
        }
    }

    /// Computes the value that a transaction writes.
    ///
    /// - Parameter value: The current value as Foundation's JSON.
    /// - Returns: The new value as Foundation's JSON, with `NSNull` for null; `nil` aborts the transaction.
    public func changed(_ value: Any?) -> Any? {
        guard case .transaction(let change) = write.kind else { return nil }
        return change.applied(to: value).map(Self.foundation)
    }

    private static func foundation(_ json: JSON) -> Any {
        switch json.content {
        case .null: NSNull()
        case .boolean(let flag): flag
        case .number(let number): number
        case .string(let text): text
        case .array(let items): items.map(foundation)
        case .object(let members): Dictionary(members.map { ($0.name, foundation($0.value)) }) { _, last in last }
        }
    }

    /// Records the result of the write.
    ///
    /// - Parameter error: The error; `nil` if the back end accepted the write. An aborted transaction has the code
    ///   `transactionAborted`.
    public func complete(_ error: WebcomError?) {
        trace.addCompletion(of: write, error)
        guard error == nil || error?.code == .transactionAborted else { return }
        switch write.kind {
        case .increment, .transaction: trace.addResult(of: write, Trace.unreported)
        default: break
        }
    }
}

extension DialectWrite.Kind: CustomStringConvertible {
    /// The name of the operation, with its key or numbers.
    public var description: String {
        switch self {
        case .set: "set"
        case .merge: "merge"
        case .remove: "remove"
        case .push(let key): "push of \(key)"
        case .increment(let step, let start): "increment by \(step) from \(start ?? 0)"
        case .transaction: "transaction"
        case .onDisconnect: "on-disconnect write"
        }
    }
}

extension DialectWrite: CustomStringConvertible {
    /// The operation and the path.
    public var description: String { "\(kind) at \(path)" }
}
