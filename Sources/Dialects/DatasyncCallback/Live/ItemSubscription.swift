import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

/// An object that receives the events of an item subscription, on the main queue.
///
/// ```swift
/// final class PriceTable: ItemSubscriptionListener {
///     func onItemUpdate(_ update: ItemUpdate) { print(update.itemName ?? "", update.changedFields) }
/// }
/// ```
///
/// Only ``onItemUpdate(_:)`` is required.
@MainActor
public protocol ItemSubscriptionListener: AnyObject {
    /// Called first, when the subscription starts.
    func onSubscription()
    /// Called for each update of an item.
    func onItemUpdate(_ update: ItemUpdate)
    /// Called after the snapshot of an item, in the modes `distinct` and `command`.
    func onEndOfSnapshot(itemName: String?, itemPos: Int)
    /// Called when the back end refuses an item or its second level, or when either is invalid.
    ///
    /// Position 0 means that the settings of the whole subscription are invalid.
    func onItemError(_ error: WebcomError, itemName: String?, itemPos: Int)
    /// Called last, when the subscription ends.
    func onUnsubscription()
}

extension ItemSubscriptionListener {
    /// The default implementation does nothing.
    public func onSubscription() {}
    /// The default implementation does nothing.
    public func onEndOfSnapshot(itemName: String?, itemPos: Int) {}
    /// The default implementation does nothing.
    public func onItemError(_ error: WebcomError, itemName: String?, itemPos: Int) {}
    /// The default implementation does nothing.
    public func onUnsubscription() {}

    fileprivate func deliver(_ event: ItemEvent) {
        switch event {
        case .subscription: onSubscription()
        case .update(let update): onItemUpdate(update)
        case .endOfSnapshot(let name, let position): onEndOfSnapshot(itemName: name, itemPos: position)
        case .failure(let error, let name, let position): onItemError(error, itemName: name, itemPos: position)
        case .unsubscription: onUnsubscription()
        }
    }
}

extension Webcom {
    /// A subscription to nodes as items with named fields.
    ///
    /// ```swift
    /// let root = Webcom.App("stocks").serverlessDb.rootNode
    /// let prices = root.itemSubscription(mode: .merge, items: ["a", "b"], fields: ["bid", "ask"])
    /// prices.addListener(queue: nil) { event in print(event.itemName ?? "", event.update?.changedFields ?? [:]) }
    /// prices.subscribe()
    /// ```
    ///
    /// It calls listeners in the order of their registration. A listener added later receives only the events that follow.
    public final class ItemSubscription: Sendable {
        private let source: ItemController

        init(_ location: Location, _ request: ItemRequest, queue: DispatchQueue?) {
            source = ItemController(location, request, queue: queue)
        }

        /// Whether the subscription is active.
        public var isSubscribed: Bool { source.isSubscribed }

        /// Adds a listener and retains it until it is removed; no effect if it is already registered.
        ///
        /// - Parameter listener: Called on the main queue.
        @MainActor
        public func addListener(_ listener: some ItemSubscriptionListener) {
            source.listen(owner: ObjectIdentifier(listener), queue: .main, onMain { listener.deliver($0) })
        }

        /// Removes a listener; no effect if it is not registered.
        ///
        /// - Parameter listener: The listener to remove.
        @MainActor
        public func removeListener(_ listener: some ItemSubscriptionListener) {
            source.removeListener(of: ObjectIdentifier(listener))
        }

        /// Adds a closure that receives every event, on a queue.
        ///
        /// - Parameters:
        ///   - queue: The delivery queue of the closure; the subscription's own queue when `nil`.
        ///   - body: Called for each event.
        /// - Returns: A function that removes the closure.
        @discardableResult
        public func addListener(
            queue: DispatchQueue?, _ body: @escaping @Sendable (_ event: ItemEvent) -> Void
        ) -> @Sendable () -> Void {
            let number = source.listen(queue: queue, body)
            return { [weak source] in
                if let number { source?.removeListener(number) }
            }
        }

        /// Starts the subscription; no effect if it is active.
        public func subscribe() { source.subscribe() }

        /// Ends the subscription; it can be started again.
        ///
        /// Listeners receive a final event. Releasing the subscription ends it too, but without a final event.
        public func unsubscribe() { source.unsubscribe() }
    }
}

extension Webcom.ItemSubscription: CustomStringConvertible {
    /// The path, the mode, the items, and whether it is subscribed.
    public var description: String { "ItemSubscription(\(source))" }
}

extension Webcom.ServerlessDbNode {
    /// Creates an item subscription; start it with `subscribe()`.
    ///
    /// ```swift
    /// let prices = root.itemSubscription(mode: .merge, items: ["stocks/a", "stocks/b"], fields: ["bid", "ask"])
    /// prices.addListener(table)  // an ItemSubscriptionListener
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
    public func itemSubscription(
        mode: ItemMode, items: ItemSelection, fields: [String], requestedSnapshot: ItemSnapshot = .yes,
        secondLevel: ItemSecondLevel? = nil, queue: DispatchQueue? = .main
    ) -> Webcom.ItemSubscription {
        Webcom.ItemSubscription(
            location,
            ItemRequest(
                mode: mode, items: items, fields: fields, snapshot: requestedSnapshot, secondLevel: secondLevel),
            queue: queue)
    }
}
