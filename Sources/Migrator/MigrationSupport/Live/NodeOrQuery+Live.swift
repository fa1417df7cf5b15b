public import DatasyncClient
public import DatasyncLegacy
public import Dispatch

/// An item subscription with string events.
///
/// Replace it with an item subscription of the dialect.
public typealias ItemSubscription = DatasyncLegacy.ItemSubscription

extension NodeOrQuery {
    /// Creates a live object of the node, or of the children that the query selects, with string events.
    ///
    /// - Parameter queue: The queue on which the object changes; the application's default queue when `nil`.
    /// - Returns: The object; it lives until it is released.
    public func namedLiveObject(queue: DispatchQueue? = .main) -> NamedLiveObject<QueriedNode.LiveModel> {
        NamedLiveObject(query.legacy.liveObject(queue: queue), query.node.migrationSupport.model)
    }
}

extension MigratedNode {
    /// Creates a live collection of the children of the node, with string events.
    ///
    /// - Parameters:
    ///   - pageSize: The number of children per page, at least 1.
    ///   - order: The order of the children.
    ///   - queue: The queue on which the collection changes; the application's default queue when `nil`.
    /// - Returns: The collection; it lives until it is released.
    public func namedLiveCollection(
        pageSize: Int = 20, order: WebcomOrder = .key, queue: DispatchQueue? = .main
    ) -> NamedLiveCollection<LiveModel> {
        let support = migrationSupport
        return NamedLiveCollection(
            support.legacy.liveCollection(pageSize: pageSize, order: order, queue: queue), support.model)
    }

    /// Creates an item subscription with string events; start it with `subscribe()`.
    ///
    /// - Parameters:
    ///   - mode: How nodes become items.
    ///   - items: The paths of the items, relative to this node.
    ///   - fields: The paths of the fields, relative to the item or, in list modes, to its children.
    ///   - requestedSnapshot: Whether to deliver the data that exists at the start.
    ///   - secondLevel: Additional fields of each row, from a separate node; command mode only.
    ///   - queue: The delivery queue; the application's default queue when `nil`.
    /// - Returns: The subscription, not started yet. It lives until it is released.
    public func namedItemSubscription(
        mode: ItemMode, items: ItemSelection, fields: [String], requestedSnapshot: ItemSnapshot = .yes,
        secondLevel: ItemSecondLevel? = nil, queue: DispatchQueue? = .main
    ) -> DatasyncLegacy.ItemSubscription {
        migrationSupport.legacy.itemSubscription(
            mode: mode, items: items, fields: fields, requestedSnapshot: requestedSnapshot, secondLevel: secondLevel,
            queue: queue)
    }
}
