import DatasyncClient
import DatasyncLive
public import Dispatch

/// The current value of a node, updated with every change.
///
/// ```swift
/// let user = Webcom("contacts").child("users/ada").liveObject()
/// user.on("dataUpdated") { update in
///     print(update.model?.val() ?? "no user", update.dataStatus)
/// }
/// ```
///
/// A new object starts with the data that this client has: from an active subscription, else from the offline cache, else none.
/// It then follows the node until ``LiveEmitter/dispose()``, or until it is released.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
#endif
public final class LiveObject: LiveEmitter, CustomStringConvertible {
    /// The source of the events.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public let live: LiveHandle

    init(_ query: Query, queue: DispatchQueue?) {
        let window = Result { () throws(WebcomError) in try query.window() }
        live = LiveHandle(source: LiveController(query.location, window: window, queue: queue) { DataSnapshot($0) })
        live.source.begin()
    }

    /// The current value; `nil` if the node is empty or its value is not known yet.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var model: DataSnapshot? { live.source.published.model }

    /// The path and both statuses.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var description: String { "LiveObject(\(live.summary))" }
}

extension Listenable {
    /// Creates a live object of the node, or of the part of it that a query selects.
    ///
    /// - Parameter queue: The queue on which the object changes, and on which you can read several properties consistently; the
    ///   application's default queue when `nil`.
    /// - Returns: The object; it lives until it is released.
    #if LegacyWarnings
        @available(*, deprecated, message: "use liveObject() of a node")
    #endif
    public func liveObject(queue: DispatchQueue? = .main) -> LiveObject { LiveObject(query, queue: queue) }
}

extension Webcom {
    /// Creates a live collection of the children of the node.
    ///
    /// - Parameters:
    ///   - pageSize: The number of children per page, at least 1. A smaller number sets the collection's `error` to
    ///     `invalidConstraint`.
    ///   - order: The order of the children. A child whose index value changes moves in the list.
    ///   - queue: The queue on which the collection changes, and on which you can read several properties consistently; the
    ///     application's default queue when `nil`.
    /// - Returns: The collection; it lives until it is released.
    #if LegacyWarnings
        @available(*, deprecated, message: "use liveCollection() of a node")
    #endif
    public func liveCollection(
        pageSize: Int = 20, order: WebcomOrder = .key, queue: DispatchQueue? = .main
    ) -> LiveCollection {
        LiveCollection(location, pageSize: pageSize, order: order, queue: queue)
    }
}
