import DatasyncConcurrency
import DatasyncTree

/// A listener of a query, with a record of its unacknowledged events.
package struct Registration: Sendable {
    package let receiver: Receiver
    package let interest: Interest
    /// The children whose last event, delivered or not, was unacknowledged; includes removed children.
    ///
    /// Empty unless the interest includes child acknowledgements.
    var unacknowledgedKeys: Set<Key> = []
    /// Whether the last value event was unacknowledged.
    var isValueUnacknowledged = false

    init(receiver: Receiver, interest: Interest) {
        self.receiver = receiver
        self.interest = interest
    }

    package var id: RegistrationID { receiver.id }

    mutating func delivered(_ key: Key, isAcknowledged: Bool) {
        guard interest.contains(.childAcknowledgement) else { return }
        if isAcknowledged { unacknowledgedKeys.remove(key) } else { unacknowledgedKeys.insert(key) }
    }

    /// Records that the additions of all children of a node were delivered.
    mutating func deliveredAll(_ children: Children, _ touchedKeys: TouchedKeys) {
        guard interest.contains(.childAcknowledgement) else { return }
        if touchedKeys.isEmpty {
            if !unacknowledgedKeys.isEmpty { unacknowledgedKeys = unacknowledgedKeys.filter { !children.contains($0) } }
        } else {
            for (key, _) in children { delivered(key, isAcknowledged: !touchedKeys.contains(key)) }
        }
    }
}
