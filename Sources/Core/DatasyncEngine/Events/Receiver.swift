package import DatasyncConcurrency
import DatasyncTree

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
