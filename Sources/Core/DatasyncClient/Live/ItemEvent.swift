public import DatasyncLive
import DatasyncTree

/// An event of an item subscription.
///
/// A subscription delivers `subscription` first and `unsubscription` last.
///
/// ```swift
/// for try await event in node.items(mode: .merge, items: ["ann"], fields: ["name"]).events {
///     if let update = event.update { print(update.itemPos, update.changedFields) }
/// }
/// ```
public enum ItemEvent: Sendable {
    /// The subscription has started.
    case subscription
    /// An update of an item.
    case update(ItemUpdate)
    /// The end of an item's initial updates, in the modes `distinct` and `command`.
    case endOfSnapshot(itemName: String?, itemPos: Int)
    /// The failure of an item or of its second level.
    ///
    /// The back end refused or revoked it, or its path is invalid. Position 0 stands for all items: the fields or another
    /// setting of the subscription are invalid.
    case failure(WebcomError, itemName: String?, itemPos: Int)
    /// The subscription has ended.
    case unsubscription

    /// The name of the event in the legacy dialect.
    public var name: String {
        switch self {
        case .subscription: "subscription"
        case .update: "item_update"
        case .endOfSnapshot: "end_of_snapshot"
        case .failure: "item_error"
        case .unsubscription: "unsubscription"
        }
    }

    /// The names of all events.
    package static let names = ["subscription", "item_update", "end_of_snapshot", "item_error", "unsubscription"]

    /// The update; `nil` for other events.
    public var update: ItemUpdate? {
        if case .update(let update) = self { update } else { nil }
    }

    /// The name of the item; `nil` for an item of a group, and for an event without an item.
    public var itemName: String? {
        switch self {
        case .update(let update): update.itemName
        case .endOfSnapshot(let name, _), .failure(_, let name, _): name
        case .subscription, .unsubscription: nil
        }
    }

    /// The position of the item, from 1; `nil` for an event without an item.
    ///
    /// A failure of all items has the position 0.
    public var itemPos: Int? {
        switch self {
        case .update(let update): update.itemPos
        case .endOfSnapshot(_, let position), .failure(_, _, let position): position
        case .subscription, .unsubscription: nil
        }
    }

    /// The error of a failure; `nil` for other events.
    public var error: WebcomError? {
        if case .failure(let error, _, _) = self { error } else { nil }
    }
}

extension ItemEvent: CustomStringConvertible {
    /// The name of the event, its item, and its update or error.
    public var description: String {
        let item = itemPos.map { " of \(itemName ?? ($0 == 0 ? "all items" : "item \($0)"))" } ?? ""
        return switch self {
        case .update(let update): "ItemEvent(\(name), \(update.description.abbreviated()))"
        case .failure(let error, _, _): "ItemEvent(\(name)\(item), \(error.description.abbreviated()))"
        case .subscription, .endOfSnapshot, .unsubscription: "ItemEvent(\(name)\(item))"
        }
    }
}
