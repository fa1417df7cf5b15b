import DatasyncClient
import DatasyncLive

/// The changes of a live object or collection, as an asynchronous sequence.
///
/// It starts with the current state, if anything is known, and loses no change. Each iterator observes separately, and retains
/// the source of the data. <doc:Sequences> describes how it ends. For an object it also ends when its subscription
/// fails or is revoked; a collection can retry, so its sequence continues.
public struct DatasyncLiveUpdates<Element: Sendable>: AsyncSequence, Sendable {
    /// The path of the source; a string, because an iterator that has ended retains nothing else.
    private let place: String
    /// Adds an observer, and returns a closure that removes it and retains the source.
    let observe: @Sendable (AsyncStream<Element>.Continuation) -> @Sendable () -> Void

    init<Model>(of source: LiveController<Model>) where Element == DatasyncLiveUpdate<Model> {
        place = source.location.description
        observe = { continuation in
            let number = source.listen(for: nil, ended: { continuation.finish() }) { continuation.yield($0) }
            guard let number else {
                source.reportDisposal(at: "An observer")
                continuation.finish()
                return {}
            }
            return { source.removeListener(number) }
        }
    }

    /// Starts to observe, and returns the iterator over the changes.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let stop = observe(continuation)
        continuation.onTermination = { _ in stop() }
        return AsyncIterator(place: place, elements: stream.makeAsyncIterator())
    }

    /// An iterator with its own observer.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let place: String
        var elements: AsyncStream<Element>.Iterator

        /// Returns the next change, and waits for it if none is available.
        ///
        /// - Returns: The change; `nil` at the end, and immediately once the task has been cancelled.
        public mutating func next() async -> Element? { await elements.next(isolation: #isolation) }

        /// Returns the next change, like ``next()``; `nil` at the end and once the task has been cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await elements.next(isolation: actor)
        }
    }
}

extension DatasyncLiveUpdates: CustomStringConvertible {
    /// The path of the live object or collection.
    public var description: String { "DatasyncLiveUpdates(\(place))" }
}

extension DatasyncLiveUpdates.AsyncIterator: CustomStringConvertible {
    /// The path of the live object or collection.
    public var description: String { "AsyncIterator(\(place))" }
}
