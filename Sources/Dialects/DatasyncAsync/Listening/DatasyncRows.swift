public import DatasyncClient
import DatasyncEngine
import DatasyncTree

/// The policy for children that cannot be decoded as rows.
public enum DatasyncUndecodableChildPolicy: Sendable, Hashable {
    /// The child has no row; the application's diagnostics name it and the reason.
    case skip
    /// The sequence ends with `decodingFailed`.
    case end
}

extension DatasyncUndecodableChildPolicy: CustomStringConvertible {
    /// The name of the policy.
    public var description: String { self == .skip ? "skip" : "end" }
}

/// The decoded children of a node, as an asynchronous sequence of lists in the order of the query.
///
/// ```swift
/// for try await rows in node.children(as: String.self, childrenConstraint: .first(limit: 20)) {
///     print(rows.map { ($0.key, $0.value, $0.isAcknowledged) })
/// }
/// ```
///
/// The first list arrives once the node is known. Another follows after each change and each acknowledgement of a child, and
/// while the node is unknown again, after each child event. A slow consumer misses no list. Each iterator makes its own
/// subscription; <doc:Sequences> describes how it ends.
public struct DatasyncRows<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// The error of the sequence; `decodingFailed` only under ``DatasyncUndecodableChildPolicy/end``.
    public typealias Failure = WebcomError

    let node: DatasyncNode
    let constraint: DatasyncChildrenConstraint
    let undecodable: DatasyncUndecodableChildPolicy

    /// The same lists, each sharing its unchanged parts with the previous one: for long lists that you hold or compare.
    public var lists: DatasyncRowLists<Value> { DatasyncRowLists(rows: self) }

    /// Subscribes, and returns the iterator over the lists.
    public func makeAsyncIterator() -> DatasyncRowIterator<Value, [DatasyncRow<Value>]> { DatasyncRowIterator(self) }

    func row(_ key: Key, _ event: Event) throws(WebcomError) -> DatasyncRow<Value>? {
        let value = DatasyncValue(LocatedValue(event, of: node.location), application: node.application)
        do throws(WebcomError) {
            return DatasyncRow(key: key.text, value: try value.decodedThrowing(), isAcknowledged: event.isAcknowledged)
        } catch {
            if undecodable == .end { throw error }
            node.location.client.diagnose(error)
            return nil
        }
    }
}

/// The lists of ``DatasyncRows``; a change of one child copies only part of a list.
public struct DatasyncRowLists<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// The error of the sequence, as of ``DatasyncRows``.
    public typealias Failure = WebcomError

    let rows: DatasyncRows<Value>

    /// Subscribes, and returns the iterator over the lists.
    public func makeAsyncIterator() -> DatasyncRowIterator<Value, DatasyncList<DatasyncRow<Value>>> {
        DatasyncRowIterator(rows)
    }
}

/// An iterator over lists of decoded children, with its own subscription.
public struct DatasyncRowIterator<Value: Decodable & Sendable, Rows>: AsyncIteratorProtocol
where
    Rows: RangeReplaceableCollection & MutableCollection & Sendable, Rows.Index == Int,
    Rows.Element == DatasyncRow<Value>
{
    /// The decoded children in the order of the constraint.
    public typealias Element = Rows

    private let sequence: DatasyncRows<Value>
    private var rows: RowAccumulator<Rows>

    init(_ sequence: DatasyncRows<Value>) {
        self.sequence = sequence
        let (node, constraint) = (sequence.node, sequence.constraint)
        let buffer = node.buffer(.childEvent, [.valueFamily, .childFamily], constraint, .lossless)
        rows = RowAccumulator(buffer, order: constraint.order)
    }

    /// Returns the next list, and waits for it if none is available.
    ///
    /// - Returns: The list; `nil` once the subscription or the task has been cancelled, and after an error.
    /// - Throws: `WebcomError`: the reason for a revocation or a failed subscription, `released`, or `decodingFailed`.
    public mutating func next() async throws(WebcomError) -> Rows? {
        let sequence = sequence
        return try await rows.next { key, event throws(WebcomError) in try sequence.row(key, event) }
    }

    /// Returns the next list, like ``next()``; `nil` once the subscription or the task has been cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> Rows? {
        try await next()
    }
}

extension DatasyncRows: CustomStringConvertible {
    /// The node and the constraint.
    public var description: String { "DatasyncRows(\(node), \(constraint))" }
}

extension DatasyncRowLists: CustomStringConvertible {
    /// The node and the constraint.
    public var description: String { "DatasyncRowLists(\(rows.node), \(rows.constraint))" }
}

extension DatasyncRowIterator: CustomStringConvertible {
    /// The sequence.
    public var description: String { "AsyncIterator(\(sequence))" }
}
