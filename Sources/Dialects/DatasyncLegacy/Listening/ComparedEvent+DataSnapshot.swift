public import DatasyncClient

extension ComparedEvent {
    /// Creates a compared event from a delivered snapshot; `nil` for the snapshot of a read.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot of an event.
    ///   - previousKey: The key of the preceding child, as passed to the handler.
    #if LegacyWarnings
        @available(*, deprecated, message: "use ComparedEvent(event) with a DatasyncEvent")
    #endif
    public init?(_ snapshot: DataSnapshot, _ previousKey: String?) {
        guard let kind = snapshot.kind else { return nil }
        self.init(snapshot.value, kind: kind, previousKey: previousKey)
    }
}
