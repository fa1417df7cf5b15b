public import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

extension Webcom {
    /// The state of a live object or collection after a change, with the changes that led to it.
    public typealias LiveUpdate = DatasyncLiveUpdate<DataSnapshot>

    /// The current value of a node, updated with every change.
    ///
    /// ```swift
    /// let database = Webcom.App("contacts-app").serverlessDb
    /// let user = database.rootNode.relativeNode("users/ada").liveObject()
    /// let token = user.observe { update in
    ///     print(update.model?.val() ?? "no user", update.dataStatus)
    /// }
    /// ```
    ///
    /// A new object starts with the data that this client has: from an active subscription, else from the offline cache, else
    /// none. It then follows the node until ``dispose()``, or until the object and all its tokens are released.
    public final class LiveObject: Sendable {
        private let source: LiveController<DataSnapshot>

        init(_ location: Location, queue: DispatchQueue?) {
            source = LiveController(location, queue: queue) { DataSnapshot($0) }
            source.begin()
        }

        /// The current value; `nil` if the node is empty or its value is not known yet.
        public var model: DataSnapshot? { source.published.model }

        /// The progress of the request to the back end.
        public var loadingStatus: LoadingStatus { source.published.loadingStatus }

        /// The state of the data: none, local, acknowledged by the back end, or failed.
        public var dataStatus: DataStatus { source.published.dataStatus }

        /// The reason for a failed request; `nil` without a failure and after ``dispose()``.
        public var error: WebcomError? { source.published.error }

        /// Registers a closure for changes, called on the main queue.
        ///
        /// The first call delivers the current state, if anything is known. Each later call delivers all changes that occur
        /// together. After ``dispose()`` a new closure is never called, and a diagnostic reports the registration.
        ///
        /// - Parameter observer: Called with the new state.
        /// - Returns: A token. The observation ends when the token is invalidated or released.
        public func observe(_ observer: @escaping @MainActor (_ update: LiveUpdate) -> Void) -> LiveToken {
            source.observe(queue: source.location.client.mainQueue(), onMain(observer))
        }

        /// Registers a closure for changes, called on a queue.
        ///
        /// The first call delivers the current state, if anything is known. Each later call delivers all changes that occur
        /// together. After ``dispose()`` a new closure is never called, and a diagnostic reports the registration.
        ///
        /// - Parameters:
        ///   - queue: The delivery queue of the closure; the object's own queue when `nil`.
        ///   - observer: Called with the new state.
        /// - Returns: A token. The observation ends when the token is invalidated or released.
        public func observe(
            queue: DispatchQueue?, _ observer: @escaping @Sendable (_ update: LiveUpdate) -> Void
        ) -> LiveToken {
            source.observe(queue: queue, observer)
        }

        /// Ends the object: cancels its subscriptions, removes its observers and sets both statuses to `error`.
        public func dispose() { source.dispose() }
    }

    /// The first children of a node in an order, loaded by page and updated with every change.
    ///
    /// ```swift
    /// let contacts = Webcom.App("contacts-app").serverlessDb.rootNode.relativeNode("contacts").liveCollection()
    /// let token = contacts.observe { update in
    ///     print(update.models.map { $0.node.key ?? "" }, update.hasMore)
    /// }
    /// contacts.nextPage()
    /// ```
    ///
    /// It subscribes to the loaded pages and one more child, never to the whole list. It ends with ``dispose()``, or when the
    /// collection and all its tokens are released.
    public final class LiveCollection: Sendable {
        private let source: LiveController<DataSnapshot>

        init(_ location: Location, pageSize: Int, order: WebcomOrder, queue: DispatchQueue?) {
            source = LiveController(location, pageSize: pageSize, order: order, queue: queue) { DataSnapshot($0) }
            source.begin()
        }

        /// The children of the loaded pages, in the order of the collection.
        public var models: [DataSnapshot] { source.published.models }

        /// Whether the node has more children than ``models``; `false` until the first page has loaded.
        public var hasMore: Bool { source.published.hasMore }

        /// The progress of the request to the back end.
        public var loadingStatus: LoadingStatus { source.published.loadingStatus }

        /// The state of the data: none, local, acknowledged by the back end, or failed.
        public var dataStatus: DataStatus { source.published.dataStatus }

        /// The reason for a failed request; `nil` without a failure and after ``dispose()``.
        public var error: WebcomError? { source.published.error }

        /// Loads one more page, or retries the failed request after an error.
        ///
        /// No effect while a page is loading, or when there are no more children.
        public func nextPage() { source.nextPage() }

        /// Reduces the collection to its first page, and abandons a page that is loading.
        public func resetPage() { source.resetPage() }

        /// Registers a closure for changes, called on the main queue.
        ///
        /// The first call delivers the current state, if anything is known. Each later call delivers all changes that occur
        /// together. After ``dispose()`` a new closure is never called, and a diagnostic reports the registration.
        ///
        /// - Parameter observer: Called with the new state.
        /// - Returns: A token. The observation ends when the token is invalidated or released.
        public func observe(_ observer: @escaping @MainActor (_ update: LiveUpdate) -> Void) -> LiveToken {
            source.observe(queue: source.location.client.mainQueue(), onMain(observer))
        }

        /// Registers a closure for changes, called on a queue.
        ///
        /// The first call delivers the current state, if anything is known. Each later call delivers all changes that occur
        /// together. After ``dispose()`` a new closure is never called, and a diagnostic reports the registration.
        ///
        /// - Parameters:
        ///   - queue: The delivery queue of the closure; the collection's own queue when `nil`.
        ///   - observer: Called with the new state.
        /// - Returns: A token. The observation ends when the token is invalidated or released.
        public func observe(
            queue: DispatchQueue?, _ observer: @escaping @Sendable (_ update: LiveUpdate) -> Void
        ) -> LiveToken {
            source.observe(queue: queue, observer)
        }

        /// Ends the collection: cancels its subscriptions, removes its observers and sets both statuses to `error`.
        public func dispose() { source.dispose() }
    }
}

extension Webcom.LiveObject: CustomStringConvertible {
    /// The path and both statuses.
    public var description: String { "LiveObject(\(source.location), \(source.published.summary))" }
}

extension Webcom.LiveCollection: CustomStringConvertible {
    /// The path, both statuses, and whether there is more.
    public var description: String { "LiveCollection(\(source.location), \(source.published.summary))" }
}

extension Webcom.ServerlessDbNode {
    /// Creates a live object of the node.
    ///
    /// - Parameter queue: The queue on which the object changes, and on which you can read several properties consistently; the
    ///   application's default queue when `nil`.
    /// - Returns: The object; it lives until it and all its tokens are released.
    public func liveObject(queue: DispatchQueue? = .main) -> Webcom.LiveObject {
        Webcom.LiveObject(location, queue: queue)
    }

    /// Creates a live collection of the children of the node.
    ///
    /// - Parameters:
    ///   - pageSize: The number of children per page, at least 1. A smaller number sets the collection's `error` to
    ///     `invalidConstraint`.
    ///   - order: The order of the children. A child whose index value changes moves in the list.
    ///   - queue: The queue on which the collection changes, and on which you can read several properties consistently; the
    ///     application's default queue when `nil`.
    /// - Returns: The collection; it lives until it and all its tokens are released.
    public func liveCollection(
        pageSize: Int = 20, order: WebcomOrder = .key, queue: DispatchQueue? = .main
    ) -> Webcom.LiveCollection {
        Webcom.LiveCollection(location, pageSize: pageSize, order: order, queue: queue)
    }
}

extension LiveController<Webcom.DataSnapshot> {
    fileprivate func observe(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (Webcom.LiveUpdate) -> Void
    ) -> Webcom.LiveToken {
        Webcom.LiveToken(self, listen(for: nil, queue: queue, observer))
    }
}
