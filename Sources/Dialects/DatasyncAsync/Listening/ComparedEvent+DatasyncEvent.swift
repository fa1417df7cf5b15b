public import DatasyncClient
import DatasyncEngine

extension ComparedEvent {
    /// Makes the event that a subscription or sequence delivered.
    ///
    /// - Parameter event: The event.
    public init(_ event: DatasyncEvent) {
        let kind = Event.Kind.allCases.first { DatasyncEventType($0) == event.eventType } ?? .valueChange
        self.init(event.value.value, kind: kind, previousKey: event.previousChildKey)
    }
}
