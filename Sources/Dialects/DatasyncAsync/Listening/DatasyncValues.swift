public import DatasyncClient
import DatasyncEngine
import DatasyncTree

/// The decoded values of a node, as an asynchronous sequence that starts with the current value.
///
/// ```swift
/// for try await names in node.values(as: [String: String].self) { print(names.count) }
/// ```
///
/// A slow consumer receives the latest value only. Each iterator makes its own subscription; <doc:Sequences> describes how it
/// ends.
public struct DatasyncValues<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// The error type of the sequence; `decodingFailed` when a value cannot be decoded.
    public typealias Failure = WebcomError

    let events: DatasyncEvents

    /// Subscribes, and returns the iterator over the values.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator()) }

    /// An iterator with its own subscription.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var events: DatasyncEvents.AsyncIterator

        /// Returns the next value, and waits for it if none is available.
        ///
        /// - Returns: The value; `nil` once the subscription or the task has been cancelled, and after an error.
        /// - Throws: `WebcomError`: `decodingFailed`, `released`, or the reason for a revocation or a failed subscription.
        public mutating func next() async throws(WebcomError) -> Value? {
            guard let event = try await events.next() else { return nil }
            return try events.buffer.endingOnError { () throws(WebcomError) in
                try event.value.decodedThrowing(as: Value.self)
            }
        }

        /// Returns the next value, like ``next()``; `nil` once the subscription or the task has been cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> Value? {
            try await next()
        }
    }
}

extension DatasyncValues: CustomStringConvertible {
    /// The underlying sequence of events.
    public var description: String { "DatasyncValues(\(events))" }
}

extension DatasyncValues.AsyncIterator: CustomStringConvertible {
    /// The iterator over the events.
    public var description: String { "AsyncIterator(\(events))" }
}
