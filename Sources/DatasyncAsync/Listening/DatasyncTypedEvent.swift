import DatasyncClient

/// An event whose type says what it carries.
public protocol DatasyncTypedEvent: Sendable {
    /// What to subscribe to for such events.
    static var eventType: DatasyncEventType { get }
    /// Makes it of an event, if it is such a one.
    init?(_ event: DatasyncEvent)
}

/// The value of the node changed.
public struct ValueChange: DatasyncTypedEvent {
    /// What to subscribe to.
    public static let eventType = DatasyncEventType.valueChange
    /// The new value.
    public let value: DatasyncValue

    /// Makes it of a value change.
    public init?(_ event: DatasyncEvent) {
        guard case .valueChange = event.eventType else { return nil }
        value = event.value
    }
}

/// The value of the node changed, to what is not said.
public struct ValueChangeHidingData: DatasyncTypedEvent {
    /// What to subscribe to.
    public static let eventType = DatasyncEventType.value(change: true, withoutData: true)
    /// Whether the back end has confirmed the change.
    public let isAcknowledged: Bool
    /// Whether there are data at the node; otherwise they were removed.
    public let exists: Bool

    /// Makes it of a value change.
    public init?(_ event: DatasyncEvent) {
        guard case .valueChange = event.eventType else { return nil }
        isAcknowledged = event.acked
        exists = event.value.exists
    }
}

/// A child was added.
public struct ChildAddition: DatasyncTypedEvent {
    /// What to subscribe to.
    public static let eventType = DatasyncEventType.childAddition
    /// The key of the child.
    public let key: WebcomKey
    /// Its value.
    public let value: DatasyncValue
    /// The key of the child before.
    public let previousChildKey: WebcomKey?

    /// Makes it of a child addition.
    public init?(_ event: DatasyncEvent) {
        guard case .childAddition = event.eventType else { return nil }
        (key, value, previousChildKey) = (event.key, event.value, event.previousChildKey)
    }
}

/// The value of a child changed.
public struct ChildChange: DatasyncTypedEvent {
    /// What to subscribe to.
    public static let eventType = DatasyncEventType.childChange
    /// The key of the child.
    public let key: WebcomKey
    /// Its new value.
    public let value: DatasyncValue
    /// The key of the child before.
    public let previousChildKey: WebcomKey?

    /// Makes it of a child change.
    public init?(_ event: DatasyncEvent) {
        guard case .childChange = event.eventType else { return nil }
        (key, value, previousChildKey) = (event.key, event.value, event.previousChildKey)
    }
}

/// A child was removed.
public struct ChildRemoval: DatasyncTypedEvent {
    /// What to subscribe to.
    public static let eventType = DatasyncEventType.childRemoval
    /// The key of the child.
    public let key: WebcomKey
    /// Its old value.
    public let value: DatasyncValue

    /// Makes it of a child removal.
    public init?(_ event: DatasyncEvent) {
        guard case .childRemoval = event.eventType else { return nil }
        (key, value) = (event.key, event.value)
    }
}

/// Anything that happens to a child.
public enum ChildEvent: DatasyncTypedEvent {
    /// It was added.
    case addition(ChildAddition)
    /// Its value changed.
    case change(ChildChange)
    /// It was removed.
    case removal(ChildRemoval)
    /// What was conveyed last of it is acknowledged; of a removal with a null value.
    case acknowledgement(key: WebcomKey, value: DatasyncValue)

    /// What to subscribe to.
    public static let eventType = DatasyncEventType.childEvent

    /// Makes it of any child event.
    public init?(_ event: DatasyncEvent) {
        if let addition = ChildAddition(event) {
            self = .addition(addition)
        } else if let change = ChildChange(event) {
            self = .change(change)
        } else if let removal = ChildRemoval(event) {
            self = .removal(removal)
        } else if case .childAcknowledgement = event.eventType {
            self = .acknowledgement(key: event.key, value: event.value)
        } else {
            return nil
        }
    }
}

extension ValueChange: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the acknowledgement status and the value.
    public var description: String { "ValueChange(\(value.value))" }

    /// The description.
    public var debugDescription: String { description }
}

extension ValueChangeHidingData: CustomStringConvertible, CustomDebugStringConvertible {
    /// Whether the change is acknowledged.
    public var description: String { "ValueChangeHidingData(\(isAcknowledged ? "acknowledged" : "local"))" }

    /// The description.
    public var debugDescription: String { description }
}

extension ChildAddition: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the acknowledgement status and the value of the child, and the key before it.
    public var description: String { "ChildAddition(\(value.value)\(previousChildKey.map { ", after \($0)" } ?? ""))" }

    /// The description.
    public var debugDescription: String { description }
}

extension ChildChange: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the acknowledgement status and the value of the child, and the key before it.
    public var description: String { "ChildChange(\(value.value)\(previousChildKey.map { ", after \($0)" } ?? ""))" }

    /// The description.
    public var debugDescription: String { description }
}

extension ChildRemoval: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the acknowledgement status and the old value of the child.
    public var description: String { "ChildRemoval(\(value.value))" }

    /// The description.
    public var debugDescription: String { description }
}

extension ChildEvent: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with its event.
    public var description: String {
        switch self {
        case .addition(let event): "addition(\(event))"
        case .change(let event): "change(\(event))"
        case .removal(let event): "removal(\(event))"
        case .acknowledgement(_, let value): "acknowledgement(\(value.value))"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "ChildEvent.\(description)" }
}
