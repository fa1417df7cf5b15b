import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

/// A subscription to nodes as items with named fields, delivered as string events.
///
/// ```swift
/// let prices = Webcom("stocks").itemSubscription(mode: .merge, items: ["a", "b"], fields: ["bid", "ask"])
/// prices.on("item_update") { event in print(event.itemName ?? "", event.update?.changedFields ?? [:]) }
/// prices.subscribe()
/// ```
///
/// The events are `subscription` first, `item_update`, `end_of_snapshot` for each item in the modes distinct and command,
/// `item_error` for refused items and invalid items or settings, and `unsubscription` last. It calls listeners in the
/// order of their registration. A listener added later receives only the events that follow.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
#endif
public final class ItemSubscription: Sendable, CustomStringConvertible {
    private let source: ItemController
    private let client: Client

    init(_ location: Location, _ request: ItemRequest, queue: DispatchQueue?) {
        source = ItemController(location, request, queue: queue)
        client = location.client
    }
}

#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
#endif
extension ItemSubscription {
    /// Whether the subscription is active.
    public var isSubscribed: Bool { source.isSubscribed }

    /// Registers a listener for an event, called on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event. An unknown name has no effect, and a diagnostic reports it.
    ///   - callback: Called for each event with that name.
    public func on(_ event: String, _ callback: @escaping @MainActor (_ event: ItemEvent) -> Void) {
        on(event, queue: client.mainQueue(), onMain(callback))
    }

    /// Registers a listener like `on(_:_:)`, with the closure on `queue`; `nil` is the subscription's own queue.
    public func on(
        _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ event: ItemEvent) -> Void
    ) {
        if isKnown(event) { source.listen(for: event, queue: queue, callback) }
    }

    /// Removes the listeners of an event; the subscription stays active.
    ///
    /// - Parameter event: The name of the event. An unknown name has no effect, and a diagnostic reports it.
    public func removeAllListeners(_ event: String) {
        if isKnown(event) { source.removeListeners(for: event) }
    }

    /// Removes all listeners; the subscription stays active.
    public func removeAllListeners() { source.removeListeners() }

    /// Starts the subscription; no effect if it is active.
    public func subscribe() { source.subscribe() }

    /// Ends the subscription; it can be started again.
    ///
    /// Listeners receive a final event. Releasing the subscription ends it too, but without a final event.
    public func unsubscribe() { source.unsubscribe() }

    /// Returns whether an event name is known; a diagnostic reports an unknown one.
    private func isKnown(_ event: String) -> Bool {
        if ItemEvent.names.contains(event) { return true }
        client.diagnose(.unknownEvent(event, among: ItemEvent.names))
        return false
    }

    /// The path, the mode, the items, and whether it is subscribed.
    public var description: String { "ItemSubscription(\(source))" }
}

extension Webcom {
    /// Creates an item subscription; start it with ``ItemSubscription/subscribe()``.
    ///
    /// ```swift
    /// let prices = root.itemSubscription(mode: .merge, items: ["stocks/a", "stocks/b"], fields: ["bid", "ask"])
    /// prices.on("item_update") { event in print(event.itemPos ?? 0, event.update?.changedFields ?? [:]) }
    /// prices.subscribe()
    /// ```
    ///
    /// - Parameters:
    ///   - mode: How nodes become items.
    ///   - items: The paths of the items, relative to this node.
    ///   - fields: The paths of the fields, relative to the item or, in list modes, to its children; `.` is the value itself.
    ///     In command mode `key` and `command` come first, unless the list names them.
    ///   - requestedSnapshot: Whether the data that exist at the start are delivered; in the mode `raw` they always are.
    ///   - secondLevel: Additional fields of each row, from a separate node; command mode only.
    ///   - queue: The delivery queue; the application's default queue when `nil`.
    /// - Returns: The subscription, not started yet. It lives until it is released.
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
