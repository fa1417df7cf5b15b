import DatasyncTree

/// One subscriber of a query, and what of the conveyed is not acknowledged yet.
package struct Registration: Sendable {
    package let id: RegistrationID
    package let interest: Interest
    /// The children whose last event, wanted or not, was not acknowledged; removed ones too.
    var unacknowledgedKeys: Set<Key> = []
    /// Whether the last value event was not acknowledged.
    var isValueUnacknowledged = false

    mutating func conveyed(_ key: Key, isAcknowledged: Bool) {
        guard interest.contains(.childAcknowledgement) else { return }
        if isAcknowledged { unacknowledgedKeys.remove(key) } else { unacknowledgedKeys.insert(key) }
    }
}

/// The name of a registration within its engine; never used again.
package struct RegistrationID: Hashable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }
}

/// An event and whom it is for.
package struct RaisedEvent: Sendable {
    package let event: Event
    package let registration: RegistrationID
}
