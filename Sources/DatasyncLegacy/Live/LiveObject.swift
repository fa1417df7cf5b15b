import DatasyncClient
import DatasyncLive
public import Dispatch

/// The value of a node, always at hand and always up to date.
///
/// ```swift
/// let user = Webcom("contacts").child("users/ada").liveObject()
/// user.on("dataUpdated") { update in
///     print(update.model?.val() ?? "nobody", user.dataStatus)
/// }
/// ```
///
/// When it is made it shows at once what this client knows: what is listened to already, else the copy in the cache, else
/// nothing. Then it follows the node until ``LiveEmitter/dispose()``, or until nobody holds it.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
#endif
public final class LiveObject: LiveEmitter {
    /// What the events come from.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public let live: LiveHandle

    init(_ query: Query, queue: DispatchQueue?) {
        let window = Result { () throws(WebcomError) in try query.window() }
        live = LiveHandle(source: .values(query.location, window: window, queue: queue))
        live.source.begin()
    }

    /// The value; `nil` when there is none, or when it is not known yet.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var model: DataSnapshot? {
        live.source.shown.model.map { DataSnapshot($0) }
    }
}

extension LiveObject: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path and both statuses.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var description: String { "LiveObject(\(live.summary))" }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var debugDescription: String { description }
}

/// The first children of a node, a page at a time, always up to date.
///
/// ```swift
/// let contacts = Webcom("contacts").child("contacts").liveCollection()
/// contacts.on("dataUpdated") { update in
///     show(update.models, withMoreButton: update.hasMore)
/// }
/// contacts.nextPage()
/// ```
///
/// It listens to the pages that are shown and one child beyond, never to the whole list.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
#endif
public final class LiveCollection: LiveEmitter {
    /// What the events come from.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public let live: LiveHandle

    init(_ location: Location, pageSize: Int, queue: DispatchQueue?) {
        live = LiveHandle(source: .values(location, pageSize: pageSize, queue: queue))
        live.source.begin()
    }

    /// The children that are shown, in key order.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public var models: [DataSnapshot] {
        live.source.shown.model?.children.map { DataSnapshot($0) } ?? []
    }

    /// Whether there are more than are shown; `false` until the first page is there.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public var hasMore: Bool { live.source.shown.record.hasMore }

    /// Shows a page more, or tries again after an error; without effect when there is no more or a page is being loaded.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public func nextPage() { live.source.nextPage() }

    /// Shows the first page alone.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public func resetPage() { live.source.resetPage() }
}

extension LiveCollection: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, both statuses, and whether there is more.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var description: String { "LiveCollection(\(live.summary))" }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var debugDescription: String { description }
}

extension Listenable {
    /// A live object of the node, or of what a query shows of it.
    ///
    /// - Parameter queue: Where what it shows changes, and where it is safe to read more than one property; the application's
    ///   default queue when `nil`.
    /// - Returns: The object, which lives as long as somebody holds it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use liveObject() of a node")
    #endif
    public func liveObject(queue: DispatchQueue? = .main) -> LiveObject { LiveObject(query, queue: queue) }
}

extension Webcom {
    /// A live collection of the children of the node.
    ///
    /// - Parameters:
    ///   - pageSize: How many children a page has; at least 1.
    ///   - queue: As for live objects.
    /// - Returns: The collection, which lives as long as somebody holds it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use liveCollection() of a node")
    #endif
    public func liveCollection(pageSize: Int = 20, queue: DispatchQueue? = .main) -> LiveCollection {
        LiveCollection(location, pageSize: pageSize, queue: queue)
    }
}
