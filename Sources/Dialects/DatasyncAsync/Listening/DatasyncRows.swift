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

/// A decoded child of a node.
///
/// A row is one reference, so a list of many rows is copied quickly.
public struct DatasyncRow<Value: Sendable>: Sendable, Identifiable {
    private final class Content: Sendable {
        let row: (key: WebcomKey, value: Value, isAcknowledged: Bool)

        init(_ row: (WebcomKey, Value, Bool)) { self.row = row }
    }

    private let content: Content

    init(key: WebcomKey, value: Value, isAcknowledged: Bool) { content = Content((key, value, isAcknowledged)) }

    /// The key of the child.
    public var key: WebcomKey { content.row.key }
    /// The decoded value of the child.
    public var value: Value { content.row.value }
    /// Whether the back end has acknowledged the value.
    public var isAcknowledged: Bool { content.row.isAcknowledged }

    /// The key of the child.
    public var id: WebcomKey { key }

    /// Whether two rows are the same object; equal ones may not be.
    fileprivate func isIdentical(to other: DatasyncRow) -> Bool { content === other.content }
}

extension DatasyncRow: Equatable where Value: Equatable {
    /// Returns whether key, value and acknowledgement status are equal.
    public static func == (left: DatasyncRow, right: DatasyncRow) -> Bool {
        left.isIdentical(to: right)
            || left.isAcknowledged == right.isAcknowledged && left.key == right.key && left.value == right.value
    }
}

extension DatasyncRow: Hashable where Value: Hashable {
    /// Hashes the key, the value and the acknowledgement status.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(value)
        hasher.combine(isAcknowledged)
    }
}

extension DatasyncRow: Encodable where Value: Encodable {
    private enum CodingKeys: CodingKey { case key, value, isAcknowledged }

    /// Encodes the key, the value and the acknowledgement status.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(value, forKey: .value)
        try container.encode(isAcknowledged, forKey: .isAcknowledged)
    }
}

extension DatasyncRow: CustomStringConvertible {
    /// The key, the acknowledgement status and the value.
    public var description: String {
        "DatasyncRow(\(key), \(isAcknowledged ? "acknowledged" : "local"), \(String(describing: value).abbreviated()))"
    }
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

    /// Subscribes, and returns the iterator over the lists.
    public func makeAsyncIterator() -> AsyncIterator {
        let buffer = node.buffer(.childEvent, [.valueFamily, .childFamily], constraint, .lossless)
        return AsyncIterator(sequence: self, rows: RowAccumulator(buffer, order: constraint.order))
    }

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

    /// An iterator with its own subscription.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The decoded children in the order of the constraint.
        public typealias Element = [DatasyncRow<Value>]

        let sequence: DatasyncRows
        var rows: RowAccumulator<DatasyncRow<Value>>

        /// Returns the next list, and waits for it if none is available.
        ///
        /// - Returns: The list; `nil` once the subscription or the task has been cancelled, and after an error.
        /// - Throws: `WebcomError`: the reason for a revocation or a failed subscription, `released`, or `decodingFailed`.
        public mutating func next() async throws(WebcomError) -> Element? {
            let sequence = sequence
            return try await rows.next { key, event throws(WebcomError) in try sequence.row(key, event) }
        }

        /// Returns the next list, like ``next()``; `nil` once the subscription or the task has been cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> Element? {
            try await next()
        }
    }
}

extension DatasyncRows: CustomStringConvertible {
    /// The node and the constraint.
    public var description: String { "DatasyncRows(\(node), \(constraint))" }
}

extension DatasyncRows.AsyncIterator: CustomStringConvertible {
    /// The sequence.
    public var description: String { "AsyncIterator(\(sequence))" }
}
