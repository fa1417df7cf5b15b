import DatasyncClient
import DatasyncLive
import Dispatch

/// The first children of a node in an order, loaded by page and updated with every change.
///
/// ```swift
/// let contacts = Webcom("contacts").child("contacts").liveCollection()
/// contacts.on("dataUpdated") { update in
///     print(update.models.map { $0.name() ?? "" }, update.hasMore)
/// }
/// contacts.nextPage()
/// ```
///
/// It subscribes to the loaded pages and one more child, never to the whole list. It ends with ``LiveEmitter/dispose()``, or
/// when it is released.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
#endif
public final class LiveCollection: LiveEmitter, CustomStringConvertible {
    /// The source of the events.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public let live: LiveHandle

    init(_ location: Location, pageSize: Int, order: WebcomOrder, queue: DispatchQueue?) {
        live = LiveHandle(
            source: LiveController(location, pageSize: pageSize, order: order, queue: queue) { DataSnapshot($0) })
        live.source.begin()
    }

    /// The children of the loaded pages, in the order of the collection.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public var models: [DataSnapshot] { live.source.published.models }

    /// Whether the node has more children than ``models``; `false` until the first page has loaded.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public var hasMore: Bool { live.source.published.hasMore }

    /// Loads one more page, or retries the failed request after an error.
    ///
    /// No effect while a page is loading, or when there are no more children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public func nextPage() { live.source.nextPage() }

    /// Reduces the collection to its first page, and abandons a page that is loading.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    #endif
    public func resetPage() { live.source.resetPage() }

    /// The path, both statuses, and whether there is more.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var description: String { "LiveCollection(\(live.summary))" }
}
