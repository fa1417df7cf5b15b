public import DatasyncClient
public import DatasyncLive
public import Dispatch

/// An item subscription: nodes presented as items with fields, in asynchronous sequences.
///
/// ```swift
/// let items = node.items(mode: .merge, items: ["a", "b"], fields: ["bid", "ask"])
/// for try await update in items.updates {
///     print(update.itemPos, update.changedFields)
/// }
/// ```
///
/// Each iterator makes its own subscription; <doc:Sequences> describes how it ends.
public struct DatasyncItems: Sendable {
    let node: DatasyncNode
    let request: ItemRequest
    let queue: DispatchQueue?

    /// The updates.
    ///
    /// An item that fails ends the sequence: its error is thrown after all earlier updates.
    public var updates: DatasyncItemSequence<ItemUpdate> {
        DatasyncItemSequence(items: self) { event throws(WebcomError) in
            if let error = event.error { throw error }
            return event.update
        }
    }

    /// All events: the start of the subscription, updates, ends of snapshots, and failures.
    public var events: DatasyncItemSequence<ItemEvent> { DatasyncItemSequence(items: self) { $0 } }
}

/// The updates or events of an item subscription, in order and without loss.
public struct DatasyncItemSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// The error type of the sequence.
    public typealias Failure = WebcomError

    let items: DatasyncItems
    let element: @Sendable (ItemEvent) throws(WebcomError) -> Element?

    /// Subscribes, and returns the iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<ItemEvent, WebcomError>.self)
        let release = { @Sendable () -> Void in
            continuation.yield(.failure(.released))
            continuation.finish()
        }
        if let manager = items.node.manager {
            let source = ItemController(
                items.node.location, items.request, queue: items.queue ?? items.node.callbackQueue)
            source.listen { continuation.yield(.success($0)) }
            let membership = manager.sequences.add(release)
            // The stream retains the source, and terminates with the iterator or its task.
            continuation.onTermination = { _ in
                withExtendedLifetime(membership) {
                    source.removeListeners()
                    source.unsubscribe()
                }
            }
            // The manager must not end the stream before its termination handler is set.
            withExtendedLifetime(manager) { source.subscribe() }
        } else {
            release()
        }
        return AsyncIterator(
            items: "\(items)", element: element, finish: { continuation.finish() }, events: stream.makeAsyncIterator())
    }

    /// An iterator with its own subscription.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The description of the items; a string, because an iterator that has ended retains nothing else.
        fileprivate let items: String
        let element: @Sendable (ItemEvent) throws(WebcomError) -> Element?
        /// Cancels the subscription.
        let finish: @Sendable () -> Void
        var events: AsyncStream<Result<ItemEvent, WebcomError>>.Iterator
        private var isOver = false

        init(
            items: String, element: @escaping @Sendable (ItemEvent) throws(WebcomError) -> Element?,
            finish: @escaping @Sendable () -> Void, events: AsyncStream<Result<ItemEvent, WebcomError>>.Iterator
        ) {
            self.items = items
            self.element = element
            self.finish = finish
            self.events = events
        }

        /// Returns the next element, and waits for it if none is available.
        ///
        /// - Returns: The element; `nil` once the task has been cancelled, and after an error.
        /// - Throws: `WebcomError`: `released`, or in the sequence of updates the failure of an item.
        public mutating func next() async throws(WebcomError) -> Element? { try await next(isolation: #isolation) }

        /// Returns the next element, like ``next()``; `nil` once the task has been cancelled, and after an error.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> Element? {
            while !isOver, let event = await events.next(isolation: actor) {
                do throws(WebcomError) {
                    if let element = try element(event.get()) { return element }
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

extension DatasyncItems: CustomStringConvertible {
    /// The node, the mode and the items.
    public var description: String { "DatasyncItems(\(node), \(request))" }
}

extension DatasyncItemSequence: CustomStringConvertible {
    /// The item subscription.
    public var description: String { "DatasyncItemSequence(\(items))" }
}

extension DatasyncItemSequence.AsyncIterator: CustomStringConvertible {
    /// The items.
    public var description: String { "AsyncIterator(\(items))" }
}

extension DatasyncNode {
    /// Returns an item subscription, which presents nodes as items with fields.
    ///
    /// ```swift
    /// let items = root.items(mode: .command, items: ["portfolio"], fields: ["name"])
    /// for try await update in items.updates { print(update.value(withFieldName: "command") ?? "") }
    /// ```
    ///
    /// - Parameters:
    ///   - mode: How nodes are presented as items.
    ///   - items: The paths of the items, relative to this node.
    ///   - fields: The names of an item's children; in the list modes, of the children of each child. A deeper field is a path,
    ///     and `.` is the value itself. In command mode, `key` and `command` come first unless the list names them.
    ///   - requestedSnapshot: Whether the data that exist at the start are delivered as updates; in the mode `raw` they
    ///     always are.
    ///   - secondLevel: More fields of each row, from a separate node; command mode only.
    ///   - queue: The queue that processes the events; `nil` means the manager's callback queue, or else the application's
    ///     default queue.
    /// - Returns: The item subscription; iterate over its updates or events.
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
