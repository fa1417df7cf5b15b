import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

extension Webcom {
    /// The value of a node, always at hand and always up to date.
    ///
    /// ```swift
    /// let user = database.rootNode.relativeNode("users/ada").liveObject()
    /// let token = user.observe { update in
    ///     print(update.model?.val() ?? "nobody", update.dataStatus)
    /// }
    /// ```
    ///
    /// When it is made it shows at once what this client knows: what is subscribed to already, else the copy in the cache, else
    /// nothing. Then it follows the node until ``dispose()``, or until nobody holds it or a token of it.
    public final class LiveObject: Sendable {
        private let source: LiveController<LocatedValue?>

        init(_ location: Location, queue: DispatchQueue?) {
            source = .values(location, queue: queue)
            source.begin()
        }

        /// The value; `nil` when there is none, or when it is not known yet.
        public var model: DataSnapshot? { source.shown.model.map { DataSnapshot($0) } }

        /// How far asking the back end is.
        public var loadingStatus: LoadingStatus { source.shown.record.loadingStatus }

        /// What the data are worth.
        public var dataStatus: DataStatus { source.shown.record.dataStatus }

        /// What went wrong; `nil` while nothing is.
        public var error: WebcomError? { source.shown.error }

        /// Calls a closure with each change, on the main queue; first with what shows already, where anything is known.
        ///
        /// - Parameter observer: Called once for all that changes together.
        /// - Returns: The observation, which ends with the token.
        public func observe(_ observer: @escaping @MainActor (_ update: LiveUpdate) -> Void) -> LiveToken {
            source.observe(queue: source.location.client.mainQueue(), onMain(observer))
        }

        /// Calls a closure with each change, on a queue; first with what shows already, where anything is known.
        ///
        /// - Parameters:
        ///   - queue: Where the closure is called; the object's own queue when `nil`.
        ///   - observer: Called once for all that changes together.
        /// - Returns: The observation, which ends with the token.
        public func observe(
            queue: DispatchQueue?, _ observer: @escaping @Sendable (_ update: LiveUpdate) -> Void
        ) -> LiveToken {
            source.observe(queue: queue, observer)
        }

        /// Ends the object: nobody is called any more, nothing is subscribed to, both statuses are `error`.
        public func dispose() { source.dispose() }
    }

    /// The first children of a node, a page at a time, always up to date.
    ///
    /// ```swift
    /// let contacts = database.rootNode.relativeNode("contacts").liveCollection()
    /// let token = contacts.observe { update in show(update.models, withMoreButton: update.hasMore) }
    /// contacts.nextPage()
    /// ```
    ///
    /// It listens to the pages that are shown and one child beyond, never to the whole list.
    public final class LiveCollection: Sendable {
        private let source: LiveController<LocatedValue?>

        init(_ location: Location, pageSize: Int, queue: DispatchQueue?) {
            source = .values(location, pageSize: pageSize, queue: queue)
            source.begin()
        }

        /// The children that are shown, in key order.
        public var models: [DataSnapshot] {
            source.shown.model?.children.map { DataSnapshot($0) } ?? []
        }

        /// Whether there are more than are shown; `false` until the first page is there.
        public var hasMore: Bool { source.shown.record.hasMore }

        /// How far asking the back end is.
        public var loadingStatus: LoadingStatus { source.shown.record.loadingStatus }

        /// What the data are worth.
        public var dataStatus: DataStatus { source.shown.record.dataStatus }

        /// What went wrong; `nil` while nothing is.
        public var error: WebcomError? { source.shown.error }

        /// Shows a page more, or tries again after an error; without effect when there is no more or a page is being loaded.
        public func nextPage() { source.nextPage() }

        /// Shows the first page alone.
        public func resetPage() { source.resetPage() }

        /// Calls a closure with each change, on the main queue; first with what shows already, where anything is known.
        ///
        /// - Parameter observer: Called once for all that changes together.
        /// - Returns: The observation, which ends with the token.
        public func observe(_ observer: @escaping @MainActor (_ update: LiveUpdate) -> Void) -> LiveToken {
            source.observe(queue: source.location.client.mainQueue(), onMain(observer))
        }

        /// Calls a closure with each change, on a queue; first with what shows already, where anything is known.
        ///
        /// - Parameters:
        ///   - queue: Where the closure is called; the collection's own queue when `nil`.
        ///   - observer: Called once for all that changes together.
        /// - Returns: The observation, which ends with the token.
        public func observe(
            queue: DispatchQueue?, _ observer: @escaping @Sendable (_ update: LiveUpdate) -> Void
        ) -> LiveToken {
            source.observe(queue: queue, observer)
        }

        /// Ends the collection: nobody is called any more, nothing is subscribed to, both statuses are `error`.
        public func dispose() { source.dispose() }
    }
}

extension Webcom.LiveObject: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path and both statuses.
    public var description: String { "LiveObject(\(source.location), \(source.shown.record))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.LiveCollection: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, both statuses, and whether there is more.
    public var description: String { "LiveCollection(\(source.location), \(source.shown.record))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.ServerlessDbNode {
    /// A live object of the node.
    ///
    /// - Parameter queue: Where what it shows changes, and where it is safe to read more than one property; the application's
    ///   default queue when `nil`.
    /// - Returns: The object, which lives as long as somebody holds it or a token of it.
    public func liveObject(queue: DispatchQueue? = .main) -> Webcom.LiveObject {
        Webcom.LiveObject(location, queue: queue)
    }

    /// A live collection of the children of the node.
    ///
    /// - Parameters:
    ///   - pageSize: How many children a page has; at least 1.
    ///   - queue: As for live objects.
    /// - Returns: The collection, which lives as long as somebody holds it or a token of it.
    public func liveCollection(pageSize: Int = 20, queue: DispatchQueue? = .main) -> Webcom.LiveCollection {
        Webcom.LiveCollection(location, pageSize: pageSize, queue: queue)
    }
}

extension LiveController<LocatedValue?> {
    fileprivate func observe(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (Webcom.LiveUpdate) -> Void
    ) -> Webcom.LiveToken {
        let number = listen(for: nil, queue: queue) { observer(Webcom.LiveUpdate($0)) }
        return Webcom.LiveToken(self, number)
    }
}
