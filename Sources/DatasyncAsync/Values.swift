import DatasyncClient
import DatasyncEngine
import DatasyncTree

/// The decoded values of a node, for `for try await`: the present one first, then each change; a slow consumer gets the latest.
public struct DatasyncValues<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// What the sequence throws; `decodingFailed` when a value cannot be decoded.
    public typealias Failure = WebcomError

    let events: DatasyncEvents

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator()) }

    /// A subscription that is asked for its values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var events: DatasyncEvents.AsyncIterator

        /// The next value; `nil` once the subscription was cancelled.
        public mutating func next() async throws(WebcomError) -> Value? {
            guard let event = try await events.next() else { return nil }
            return try event.value.decodedThrowing(as: Value.self)
        }

        /// The next value; `nil` once the subscription was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> Value? {
            try await next()
        }
    }
}

extension DatasyncValues: CustomStringConvertible, CustomDebugStringConvertible {
    /// The sequence of events that is decoded.
    public var description: String { "DatasyncValues(\(events))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncValues.AsyncIterator: CustomStringConvertible, CustomDebugStringConvertible {
    /// The subscription.
    public var description: String { "AsyncIterator(\(events))" }

    /// The description.
    public var debugDescription: String { description }
}

/// The treatment of a child that cannot be decoded as a row.
public enum DatasyncUndecodableChildPolicy: Sendable, Hashable {
    /// The child has no row; the application's diagnostics name it and the reason.
    case skip
    /// The sequence ends with `decodingFailed`.
    case end
}

extension DatasyncUndecodableChildPolicy: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the policy.
    public var description: String { self == .skip ? "skip" : "end" }

    /// The description.
    public var debugDescription: String { description }
}

/// A child of a node, decoded.
public struct DatasyncRow<Value: Sendable>: Sendable, Identifiable {
    /// The key of the child.
    public let key: WebcomKey
    /// Its value.
    public let value: Value
    /// Whether the back end has confirmed it.
    public let isAcknowledged: Bool

    /// The key of the child.
    public var id: WebcomKey { key }
}

extension DatasyncRow: Equatable where Value: Equatable {}

extension DatasyncRow: Hashable where Value: Hashable {}

extension DatasyncRow: Encodable where Value: Encodable {}

extension DatasyncRow: CustomStringConvertible, CustomDebugStringConvertible {
    /// The key, the acknowledgement status and the value.
    public var description: String {
        "DatasyncRow(\(key), \(isAcknowledged ? "acknowledged" : "local"), \(String(describing: value).abbreviated()))"
    }

    /// The description.
    public var debugDescription: String { description }
}

/// The decoded children of a node in order, for `for try await`: the list as it is first, then after each change.
public struct DatasyncRows<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// The error of the sequence; `decodingFailed` only under ``DatasyncUndecodableChildPolicy/end``.
    public typealias Failure = WebcomError

    let node: DatasyncNode
    let constraint: DatasyncChildrenConstraint
    let undecodable: DatasyncUndecodableChildPolicy

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncIterator {
        let buffer = node.buffer(.childEvent, [.valueFamily, .childFamily], constraint, .lossless)
        return AsyncIterator(sequence: self, rows: RowAccumulator(buffer))
    }

    func row(_ key: Key, _ event: Event) throws(WebcomError) -> DatasyncRow<Value>? {
        let value = DatasyncValue(LocatedValue(event, of: node.location), application: node.application)
        do throws(WebcomError) {
            return DatasyncRow(key: key.text, value: try value.decodedThrowing(), isAcknowledged: event.isAcknowledged)
        } catch {
            if undecodable == .end { throw error }
            node.location.client.diagnostics(error)
            return nil
        }
    }

    /// A subscription that is asked for its lists.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The list of children.
        public typealias Element = [DatasyncRow<Value>]

        let sequence: DatasyncRows
        var rows: RowAccumulator<DatasyncRow<Value>>

        /// The next list; `nil` once the subscription was cancelled.
        public mutating func next() async throws(WebcomError) -> Element? {
            let sequence = sequence
            return try await rows.next { key, event throws(WebcomError) in try sequence.row(key, event) }
        }

        /// The next list; `nil` once the subscription was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> Element? {
            try await next()
        }
    }
}

extension DatasyncRows: CustomStringConvertible, CustomDebugStringConvertible {
    /// The node and the constraint.
    public var description: String { "DatasyncRows(\(node), \(constraint))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncRows.AsyncIterator: CustomStringConvertible, CustomDebugStringConvertible {
    /// The sequence that is iterated over.
    public var description: String { "AsyncIterator(\(sequence))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncNode {
    /// The values of the node, decoded; the present one first, and the latest for a slow consumer.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - childrenConstraint: Which children to show.
    /// - Returns: A sequence; each iterator subscribes for itself.
    public func values<Value: Decodable & Sendable>(
        as type: Value.Type, childrenConstraint: DatasyncChildrenConstraint = .all
    ) -> DatasyncValues<Value> {
        DatasyncValues(events: events(.valueChange, childrenConstraint: childrenConstraint, delivery: .coalescing))
    }

    /// The children of the node in order, decoded, as they are and after each change.
    ///
    /// - Parameters:
    ///   - type: The type to decode. With ``FailableDecodable`` a child that cannot be decoded has a row with the error.
    ///   - childrenConstraint: The children to show.
    ///   - undecodable: The treatment of a child that cannot be decoded.
    /// - Returns: A sequence; each iterator subscribes for itself.
    public func children<Value: Decodable & Sendable>(
        as type: Value.Type, childrenConstraint: DatasyncChildrenConstraint = .all,
        undecodable: DatasyncUndecodableChildPolicy = .skip
    ) -> DatasyncRows<Value> {
        DatasyncRows(node: self, constraint: childrenConstraint, undecodable: undecodable)
    }
}
