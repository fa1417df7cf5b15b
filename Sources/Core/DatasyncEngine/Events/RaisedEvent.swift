import DatasyncConcurrency
import DatasyncTree

/// An event and the registration that receives it.
package struct RaisedEvent: Deliverable {
    package let event: Event
    package let receiver: Receiver

    package var registration: RegistrationID { receiver.id }

    package func deliver() { receiver.sink?.value.event(event) }
}
