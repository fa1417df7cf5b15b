import DatasyncApplication
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

/// A child of a node, decoded.
public struct DatasyncRow<Value: Sendable>: Sendable {
    /// The key of the child.
    public let key: WebcomKey
    /// Its value.
    public let value: Value
    /// Whether the back end has confirmed it.
    public let isAcknowledged: Bool
}

/// The decoded children of a node in order, for `for try await`: the list as it is first, then after each change.
public struct DatasyncRows<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// What the sequence throws; `decodingFailed` when a child cannot be decoded.
    public typealias Failure = WebcomError

    let node: DatasyncNode
    let constraint: DatasyncChildrenConstraint

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncIterator {
        let interest: Interest = [.valueFamily, .childFamily]
        return AsyncIterator(
            node: node,
            feed: Feed(node, to: .childEvent, interest: interest, constraint: constraint, policy: .lossless))
    }

    /// A subscription that is asked for its lists.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let node: DatasyncNode
        let feed: Feed
        private var rows = OrderedMap<Key, DatasyncRow<Value>>()

        init(node: DatasyncNode, feed: Feed) {
            self.node = node
            self.feed = feed
        }

        /// The next list; `nil` once the subscription was cancelled.
        ///
        /// One transition gives one list: its child events come first, and the value or the last acknowledgement ends it.
        public mutating func next() async throws(WebcomError) -> [DatasyncRow<Value>]? {
            while let event = try await feed.next() {
                guard let key = event.key else {
                    if event.kind == .valueChange { return rows.map(\.value) }
                    continue
                }
                if event.kind == .childRemoval || event.node.isNull {
                    rows.removeValue(for: key)
                } else {
                    let place = LocatedValue(event, of: node.location)
                    let value = try DatasyncValue(place, application: node.application).decodedThrowing(as: Value.self)
                    rows.set(DatasyncRow(key: key.text, value: value, isAcknowledged: event.isAcknowledged), for: key)
                }
                if event.kind == .childAcknowledgement { return rows.map(\.value) }
            }
            return nil
        }

        /// The next list; `nil` once the subscription was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> [DatasyncRow<
            Value
        >]? {
            try await next()
        }
    }
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
    ///   - type: What to decode.
    ///   - childrenConstraint: Which children to show.
    /// - Returns: A sequence; each iterator subscribes for itself.
    public func children<Value: Decodable & Sendable>(
        as type: Value.Type, childrenConstraint: DatasyncChildrenConstraint = .all
    ) -> DatasyncRows<Value> {
        DatasyncRows(node: self, constraint: childrenConstraint)
    }
}
