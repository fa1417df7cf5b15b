public import DatasyncLive
import DatasyncTree

/// What an item subscription tells.
public enum ItemEvent: Sendable {
    /// It has begun; first.
    case subscription
    /// An item was updated.
    case update(ItemUpdate)
    /// What was there when it began has been told of an item; in the modes distinct and command.
    case endOfSnapshot(itemName: String?, itemPos: Int)
    /// An item, or the second level of one, cannot be had: the back end refused it, or it makes no sense.
    ///
    /// Position 0 stands for all items, when the fields or another setting of the subscription make no sense.
    case failure(WebcomError, itemName: String?, itemPos: Int)
    /// It has ended; last.
    case unsubscription

    /// The name of the event in the dialect of string events.
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

    /// The update, if it is one.
    public var update: ItemUpdate? {
        if case .update(let update) = self { update } else { nil }
    }

    /// The name of the item it is of; `nil` for those of a group, and for what is of no item.
    public var itemName: String? {
        switch self {
        case .update(let update): update.itemName
        case .endOfSnapshot(let name, _), .failure(_, let name, _): name
        case .subscription, .unsubscription: nil
        }
    }

    /// The position of the item it is of, from 1; `nil` for what is of no item.
    public var itemPos: Int? {
        switch self {
        case .update(let update): update.itemPos
        case .endOfSnapshot(_, let position), .failure(_, _, let position): position
        case .subscription, .unsubscription: nil
        }
    }

    /// Why an item cannot be had, if so.
    public var error: WebcomError? {
        if case .failure(let error, _, _) = self { error } else { nil }
    }
}

extension ItemEvent: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the event, with its item and its update or error.
    public var description: String {
        let item = itemPos.map { " of \(itemName ?? ($0 == 0 ? "all items" : "item \($0)"))" } ?? ""
        return switch self {
        case .update(let update): "ItemEvent(\(name), \(update.description.abbreviated()))"
        case .failure(let error, _, _): "ItemEvent(\(name)\(item), \(error.description.abbreviated()))"
        case .subscription, .endOfSnapshot, .unsubscription: "ItemEvent(\(name)\(item))"
        }
    }

    /// The description.
    public var debugDescription: String { description }
}
