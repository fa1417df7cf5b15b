import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

/// What an item subscription calls, on the main queue.
@MainActor
public protocol ItemSubscriptionListener: AnyObject {
    /// The subscription has begun; called first.
    func onSubscription()
    /// An item was updated.
    func onItemUpdate(_ update: ItemUpdate)
    /// What was there at the beginning has been told of an item; in the modes distinct and command.
    func onEndOfSnapshot(itemName: String?, itemPos: Int)
    /// An item, or the second level of one, cannot be had.
    func onItemError(_ error: WebcomError, itemName: String?, itemPos: Int)
    /// The subscription has ended; called last.
    func onUnsubscription()
}

extension ItemSubscriptionListener {
    /// Does nothing.
    public func onSubscription() {}
    /// Does nothing.
    public func onEndOfSnapshot(itemName: String?, itemPos: Int) {}
    /// Does nothing.
    public func onItemError(_ error: WebcomError, itemName: String?, itemPos: Int) {}
    /// Does nothing.
    public func onUnsubscription() {}

    fileprivate func hear(_ event: ItemEvent) {
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
    /// Nodes seen as items with fields, which listeners are told of as they are updated.
    ///
    /// Listeners are called in the order in which they came; one that comes late hears of what follows.
    public final class ItemSubscription: Sendable {
        private let source: ItemController

        init(_ location: Location, _ request: ItemRequest, queue: DispatchQueue?) {
            source = ItemController(location, request, queue: queue)
        }

        /// Whether it has begun and not ended.
        public var isSubscribed: Bool { source.isSubscribed }

        /// Adds a listener, which is kept until it is removed; one that is there already is not added again.
        @MainActor
        public func addListener(_ listener: some ItemSubscriptionListener) {
            source.listen(owner: ObjectIdentifier(listener), queue: .main, onMain { listener.hear($0) })
        }

        /// Removes a listener.
        @MainActor
        public func removeListener(_ listener: some ItemSubscriptionListener) {
            source.removeListener(of: ObjectIdentifier(listener))
        }

        /// Calls a closure for everything that is told, on a queue.
        ///
        /// - Parameters:
        ///   - queue: Where the closure is called; the subscription's own queue when `nil`.
        ///   - body: Called for each event.
        /// - Returns: What removes the closure.
        @discardableResult
        public func addListener(
            queue: DispatchQueue?, _ body: @escaping @Sendable (_ event: ItemEvent) -> Void
        ) -> @Sendable () -> Void {
            let number = source.listen(queue: queue, body)
            return { [weak source] in
                if let number { source?.removeListener(number) }
            }
        }

        /// Begins; of one that has begun nothing happens.
        public func subscribe() { source.subscribe() }

        /// Ends; it can begin again.
        ///
        /// Without it the subscription ends when nobody holds it, and then without a word.
        public func unsubscribe() { source.unsubscribe() }
    }
}

extension Webcom.ItemSubscription: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the mode, the items, and whether it is subscribed.
    public var description: String { "ItemSubscription(\(source))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.ServerlessDbNode {
    /// Makes an item subscription; begin it with `subscribe()`.
    ///
    /// ```swift
    /// let prices = root.itemSubscription(mode: .merge, items: ["stocks/a", "stocks/b"], fields: ["bid", "ask"])
    /// prices.addListener(table)
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
