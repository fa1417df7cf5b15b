public import DatasyncClient
import DatasyncPromise
import DatasyncTree
import Dispatch
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

    let source: Scenario.Write
    private let trace: Trace

    init(_ source: Scenario.Write, _ trace: Trace) {
        self.source = source
        self.trace = trace
    }

    /// The path, as text; it may be ill-formed.
    public var path: String { source.path }

    /// The operation.
    public var kind: Kind {
        switch source.kind {
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
        switch source.kind {
        case .set(let json), .merge(let json), .push(let json, _), .onDisconnect(let json): Self.foundation(json)
        case .remove, .increment, .transaction: nil
        }
    }

    /// Computes the value that a transaction writes.
    ///
    /// - Parameter value: The current value as Foundation's JSON.
    /// - Returns: The new value as Foundation's JSON, with `NSNull` for null; `nil` aborts the transaction.
    public func changed(_ value: Any?) -> Any? {
        guard case .transaction(let change) = source.kind else { return nil }
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
    public func complete(_ error: WebcomError?) { complete(error, result: Trace.unreported) }

    /// Records the result of an increment or a transaction with its value, which is compared where a scenario expects it.
    ///
    /// - Parameters:
    ///   - error: The error, as for ``complete(_:)``.
    ///   - value: The value after the write as Foundation's JSON; `nil` for null.
    public func complete(_ error: WebcomError?, value: Any?) {
        let text = (try? Node(try JSON(foundation: value)))?.text ?? "no JSON"
        if case .transaction = source.kind {
            complete(error, result: "\(error == nil ? "committed" : "aborted") value=\(text)")
        } else {
            complete(error, result: "value=\(text)")
        }
    }

    private func complete(_ error: WebcomError?, result: String) {
        trace.addCompletion(of: source, error)
        guard error == nil || error?.code == .transactionAborted else { return }
        switch source.kind {
        case .increment, .transaction: trace.addResult(of: source, result)
        case .set, .merge, .remove, .push, .onDisconnect: break
        }
    }

    /// Records the result of a transaction that ran.
    func complete(isCommitted: Bool, value: Any?) {
        complete(isCommitted ? nil : WebcomError(.transactionAborted, "The function aborted."), value: value)
    }

    /// Records the result of the write when its promise settles on a queue; without a closure, success has no value.
    func complete<Value>(
        _ promise: Promise<Value>, on queue: DispatchQueue, _ record: (@Sendable (Value) -> Void)? = nil
    ) {
        _ = promise.tap(on: queue) { result in
            switch result {
            case .success(let value): if let record { record(value) } else { complete(nil) }
            case .failure(let error): complete(error as? WebcomError ?? WebcomError(.released, "\(error)"))
            }
        }
    }
}

extension Scenario.Write.Change {
    /// Returns the new value of a transaction; `nil` aborts it, also for a value of the wrong type.
    fileprivate func applied(to value: Any?) -> JSON? {
        let present = (try? JSON(foundation: value)) ?? .null
        switch self {
        case .add(let step): return present.isNull ? .number(step) : present.number.map { .number($0 + step) }
        case .set(let json): return json
        case .toggle: return present.isNull ? false : present.boolean.map { .boolean(!$0) }
        case .abort: return nil
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
