import DatasyncTree

/// A listener of a query, with a record of its unacknowledged events.
package struct Registration: Sendable {
    package let id: RegistrationID
    package let interest: Interest
    /// The children whose last event, delivered or not, was unacknowledged; includes removed children.
    ///
    /// Empty unless the interest includes child acknowledgements.
    var unacknowledgedKeys: Set<Key> = []
    /// Whether the last value event was unacknowledged.
    var isValueUnacknowledged = false

    mutating func delivered(_ key: Key, isAcknowledged: Bool) {
        guard interest.contains(.childAcknowledgement) else { return }
        if isAcknowledged { unacknowledgedKeys.remove(key) } else { unacknowledgedKeys.insert(key) }
    }
}

/// The identifier of a registration, unique within its engine and never reused.
package struct RegistrationID: Hashable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }
}

/// An event and the registration that receives it.
package struct RaisedEvent: Sendable {
    package let event: Event
    package let registration: RegistrationID
}
