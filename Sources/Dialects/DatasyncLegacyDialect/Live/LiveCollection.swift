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
public final class LiveCollection: LiveEmitter {
    /// The source of the events.
    public let live: LiveHandle

    init(_ location: Location, pageSize: Int, order: WebcomOrder, queue: DispatchQueue?) {
        live = LiveHandle(
            source: LiveController(location, pageSize: pageSize, order: order, queue: queue) { DataSnapshot($0) })
        live.source.begin()
    }

    /// The children of the loaded pages, in the order of the collection.
    public var models: [DataSnapshot] { live.source.published.models }

    /// Whether the node has more children than ``models``; `false` until the first page has loaded.
    public var hasMore: Bool { live.source.published.hasMore }

    /// Loads one more page, or retries the failed request after an error.
    ///
    /// No effect while a page is loading, or when there are no more children.
    public func nextPage() { live.source.nextPage() }

    /// Reduces the collection to its first page, and abandons a page that is loading.
    public func resetPage() { live.source.resetPage() }
}

extension LiveCollection: CustomStringConvertible {
    /// The path, both statuses, and whether there is more.
    public var description: String { "LiveCollection(\(live.summary))" }
}
