public import DatasyncClient
public import DatasyncLive
public import Dispatch

/// Nodes seen as items with fields, for `for try await`.
///
/// ```swift
/// for try await update in node.items(mode: .merge, items: ["a", "b"], fields: ["bid", "ask"]).updates {
///     show(update.changedFields, inRow: update.itemPos)
/// }
/// ```
///
/// Each iterator subscribes for itself, with the loop or with its task.
public struct DatasyncItems: Sendable {
    let node: DatasyncNode
    let request: ItemRequest
    let queue: DispatchQueue?

    /// The updates; what cannot be had is thrown, after everything before it.
    public var updates: DatasyncItemSequence<ItemUpdate> {
        DatasyncItemSequence(items: self) { event throws(WebcomError) in
            if let error = event.error { throw error }
            return event.update
        }
    }

    /// Everything that is told: the beginning, updates, ends of snapshots, and what cannot be had.
    public var events: DatasyncItemSequence<ItemEvent> { DatasyncItemSequence(items: self) { $0 } }
}

/// What an item subscription tells, in order and without loss.
public struct DatasyncItemSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// What the sequence throws.
    public typealias Failure = WebcomError

    let items: DatasyncItems
    let element: @Sendable (ItemEvent) throws(WebcomError) -> Element?

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncIterator {
        let source = ItemController(
            items.node.requiringManager, items.request, queue: items.queue ?? items.node.callbackQueue)
        let (stream, continuation) = AsyncStream.makeStream(of: ItemEvent.self)
        source.listen { continuation.yield($0) }
        // The stream keeps the source, and ends with the iterator or its task.
        continuation.onTermination = { _ in
            source.removeListeners()
            source.unsubscribe()
        }
        source.subscribe()
        return AsyncIterator(
            items: "\(items)", element: element, finish: { continuation.finish() }, events: stream.makeAsyncIterator())
    }

    /// A subscription that is asked for what it tells.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The description of the items; a text, as an iterator that has ended retains nothing.
        fileprivate let items: String
        let element: @Sendable (ItemEvent) throws(WebcomError) -> Element?
        /// Ends the subscription.
        let finish: @Sendable () -> Void
        var events: AsyncStream<ItemEvent>.Iterator
        private var isOver = false

        init(
            items: String, element: @escaping @Sendable (ItemEvent) throws(WebcomError) -> Element?,
            finish: @escaping @Sendable () -> Void, events: AsyncStream<ItemEvent>.Iterator
        ) {
            self.items = items
            self.element = element
            self.finish = finish
            self.events = events
        }

        /// The next one; `nil` once the task is cancelled, and after an error.
        public mutating func next() async throws(WebcomError) -> Element? { try await next(isolation: #isolation) }

        /// The next one; `nil` once the task is cancelled, and after an error.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> Element? {
            while !isOver, let event = await events.next(isolation: actor) {
                do throws(WebcomError) {
                    if let element = try element(event) { return element }
                } catch {
                    isOver = true
                    finish()
                    throw error
                }
            }
            return nil
        }
    }
}

extension DatasyncItems: CustomStringConvertible, CustomDebugStringConvertible {
    /// The node, the mode and the items.
    public var description: String { "DatasyncItems(\(node), \(request))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncItemSequence: CustomStringConvertible, CustomDebugStringConvertible {
    /// The items.
    public var description: String { "DatasyncItemSequence(\(items))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncItemSequence.AsyncIterator: CustomStringConvertible, CustomDebugStringConvertible {
    /// The items.
    public var description: String { "AsyncIterator(\(items))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncNode {
    /// Sees nodes as items with fields.
    ///
    /// ```swift
    /// let items = root.items(mode: .command, items: ["portfolio"], fields: ["name"])
    /// for try await update in items.updates { apply(update.value(withFieldName: "command"), update.fields) }
    /// ```
    ///
    /// - Parameters:
    ///   - mode: How the nodes are seen as items.
    ///   - items: The paths of the items, from this node on.
    ///   - fields: The names of children of an item, in list modes of a child of it; deeper places are paths, and `.` is the
    ///     value itself. In command mode `key` and `command` come first, unless the list names them.
    ///   - requestedSnapshot: Whether what is there already is told at the beginning.
    ///   - secondLevel: More fields of each row, from a node of their own; command mode only.
    ///   - queue: Where everything is told; the callback queue of the manager, or else the default
    ///     queue of the application, when `nil`.
    /// - Returns: What to iterate over.
    public func items(
        mode: ItemMode, items: ItemSelection, fields: [String], requestedSnapshot: ItemSnapshot = .yes,
        secondLevel: ItemSecondLevel? = nil, queue: DispatchQueue? = .main
    ) -> DatasyncItems {
        DatasyncItems(
            node: self,
            request: ItemRequest(
                mode: mode, items: items, fields: fields, snapshot: requestedSnapshot, secondLevel: secondLevel),
            queue: queue)
    }
}
