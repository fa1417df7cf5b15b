public import DatasyncClient
import DatasyncEngine
import DatasyncTree

extension ComparedEvent {
    /// Creates a compared event from an event of a subscription or sequence.
    ///
    /// - Parameter event: The event.
    public init(_ event: DatasyncEvent) {
        let kind = Event.Kind.allCases.first { DatasyncEventType($0) == event.eventType } ?? .valueChange
        self.init(event.value.value, kind: kind, previousKey: event.previousChildKey)
    }
}
