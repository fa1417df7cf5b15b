public import DatasyncClient
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
