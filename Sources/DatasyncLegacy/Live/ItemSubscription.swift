import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

/// Nodes seen as items with fields, which are told of as they are updated, under string events.
///
/// The events are `subscription` first, `item_update`, `end_of_snapshot` for each item in the modes distinct and command,
/// `item_error` for an item that cannot be had, and `unsubscription` last. Listeners are called in the order in which they
/// came; one that comes late hears of what follows.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
#endif
public final class ItemSubscription: Sendable {
    private let source: ItemController
    private let client: Client

    init(_ location: Location, _ request: ItemRequest, queue: DispatchQueue?) {
        source = ItemController(location, request, queue: queue)
        client = location.client
    }

    /// Whether it has begun and not ended.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public var isSubscribed: Bool { source.isSubscribed }

    /// Calls a closure for each event of a name, on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - callback: Called each time.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public func on(_ event: String, _ callback: @escaping @MainActor (_ event: ItemEvent) -> Void) {
        on(event, queue: client.mainQueue(), onMain(callback))
    }

    /// Calls a closure for each event of a name, on a queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - queue: Where the closure is called; the subscription's own queue when `nil`.
    ///   - callback: Called each time.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public func on(
        _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ event: ItemEvent) -> Void
    ) {
        if isKnown(event) { source.listen(for: event, queue: queue, callback) }
    }

    /// Has nobody called for an event of a name any more.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public func removeAllListeners(_ event: String) {
        if isKnown(event) { source.removeListeners(for: event) }
    }

    /// Has nobody called any more.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public func removeAllListeners() { source.removeListeners() }

    /// Begins; of one that has begun nothing happens.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public func subscribe() { source.subscribe() }

    /// Ends; it can begin again.
    ///
    /// Without it the subscription ends when nobody holds it, and then without a word.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public func unsubscribe() { source.unsubscribe() }

    /// An unknown event is told to the application's diagnostics.
    private func isKnown(_ event: String) -> Bool {
        if ItemEvent.names.contains(event) { return true }
        client.diagnostics(.unknownEvent(event, among: ItemEvent.names))
        return false
    }
}

extension ItemSubscription: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the mode, the items, and whether it is subscribed.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public var description: String { "ItemSubscription(\(source))" }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    #endif
    public var debugDescription: String { description }
}

extension Webcom {
    /// Makes an item subscription; begin it with ``ItemSubscription/subscribe()``.
    ///
    /// ```swift
    /// let prices = root.itemSubscription(mode: .merge, items: ["stocks/a", "stocks/b"], fields: ["bid", "ask"])
    /// prices.on("item_update") { event in show(event.update?.changedFields ?? [:], inRow: event.itemPos) }
    /// prices.subscribe()
    /// ```
    ///
    /// - Parameters:
    ///   - mode: How the nodes are seen as items.
    ///   - items: The paths of the items, from this node on.
    ///   - fields: The names of children of an item, in list modes of a child of it; deeper places are paths, and `.` is the
    ///     value itself. In command mode `key` and `command` come first, unless the list names them.
    ///   - requestedSnapshot: Whether what is there already is told at the beginning.
    ///   - secondLevel: More fields of each row, from a node of their own; command mode only.
    ///   - queue: Where everything is told; the application's default queue when `nil`.
    /// - Returns: The subscription, which lives as long as somebody holds it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use itemSubscription(…) or items(…) of a node")
    #endif
    public func itemSubscription(
        mode: ItemMode, items: ItemSelection, fields: [String], requestedSnapshot: ItemSnapshot = .yes,
        secondLevel: ItemSecondLevel? = nil, queue: DispatchQueue? = .main
    ) -> ItemSubscription {
        ItemSubscription(
            location,
            ItemRequest(
                mode: mode, items: items, fields: fields, snapshot: requestedSnapshot, secondLevel: secondLevel),
            queue: queue)
    }
}
