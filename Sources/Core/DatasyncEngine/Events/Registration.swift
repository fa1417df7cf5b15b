package import DatasyncConcurrency
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

    /// Notes that the additions of all children of a node were delivered.
    mutating func deliveredAll(_ children: Children, _ touchedKeys: TouchedKeys) {
        guard interest.contains(.childAcknowledgement) else { return }
        if touchedKeys.isEmpty {
            if !unacknowledgedKeys.isEmpty { unacknowledgedKeys = unacknowledgedKeys.filter { !children.contains($0) } }
        } else {
            for (key, _) in children { delivered(key, isAcknowledged: !touchedKeys.contains(key)) }
        }
    }
}

/// The identifier of a registration, unique within its engine and never reused.
package struct RegistrationID: Hashable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }
}

/// The receiver of a registration's events and of its completion.
package struct Receiver: Sendable {
    package let id: RegistrationID
    /// The closures of the application; `nil` for a registration that only keeps data up to date.
    package let sink: ApplicationOwned<Sink>?

    package init(id: RegistrationID, sink: Sink? = nil) {
        self.id = id
        self.sink = sink.map { ApplicationOwned($0) }
    }

    /// The closures of a registration, called in order and never under a lock.
    ///
    /// A class, so that a copy for each event is one reference.
    package final class Sink: Sendable {
        /// The queue on which `event` is called; it is called directly if `nil`.
        let deliveryQueue: DeliveryQueue?
        let event: @Sendable (Event) -> Void
        let ended: @Sendable (Ending) -> Void

        package init(
            deliveryQueue: DeliveryQueue? = nil, event: @escaping @Sendable (Event) -> Void,
            ended: @escaping @Sendable (Ending) -> Void
        ) {
            self.deliveryQueue = deliveryQueue
            self.event = event
            self.ended = ended
        }
    }
}

/// An event and the registration that receives it.
package struct RaisedEvent: Deliverable {
    package let event: Event
    package let receiver: Receiver

    package var registration: RegistrationID { receiver.id }

    package func deliver() { receiver.sink?.value.event(event) }
}
