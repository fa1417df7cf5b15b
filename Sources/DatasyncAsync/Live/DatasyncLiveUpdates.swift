import DatasyncClient
import DatasyncLive

/// The changes of a live object or collection, for `for await`: what shows already first, where anything is known.
///
/// Nothing is lost between two of them. An object's end with its disposal, its error or the task; a collection's go on after
/// an error, as it can be asked again. Each iterator keeps what it observes.
public struct DatasyncLiveUpdates<Element: Sendable>: AsyncSequence, Sendable {
    /// The description of what is observed; a text, as an iterator that has ended retains nothing.
    private let place: String
    /// Adds an observer; answers what removes it, and keeps what is observed.
    let observe: @Sendable (AsyncStream<Element>.Continuation) -> @Sendable () -> Void

    init<Model>(of source: LiveController<Model>, _ element: @escaping @Sendable (LiveShown<Model>) -> Element) {
        place = source.location.description
        observe = { continuation in
            let number = source.listen(for: nil, ended: { continuation.finish() }) { shown in
                continuation.yield(element(shown))
            }
            guard let number else {
                source.reportDisposal(at: "An observer")
                continuation.finish()
                return {}
            }
            return { source.removeListener(number) }
        }
    }

    /// Observes.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let stop = observe(continuation)
        continuation.onTermination = { _ in stop() }
        return AsyncIterator(place: place, elements: stream.makeAsyncIterator())
    }

    /// An observation that is asked for its changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let place: String
        var elements: AsyncStream<Element>.Iterator

        /// The next change; `nil` at the end, at once when the task is cancelled.
        public mutating func next() async -> Element? { await elements.next(isolation: #isolation) }

        /// The next change; `nil` at the end, at once when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await elements.next(isolation: actor)
        }
    }
}

extension DatasyncLiveUpdates: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path of what is observed.
    public var description: String { "DatasyncLiveUpdates(\(place))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncLiveUpdates.AsyncIterator: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path of what is observed.
    public var description: String { "AsyncIterator(\(place))" }

    /// The description.
    public var debugDescription: String { description }
}
