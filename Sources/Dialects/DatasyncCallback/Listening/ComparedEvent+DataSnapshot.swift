public import DatasyncClient

extension ComparedEvent {
    /// Creates a compared event from a delivered snapshot; `nil` for the snapshot of a read.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot of an event, a cancellation or a revocation.
    ///   - previousKey: The key of the preceding child, as passed to the callback.
    public init?(_ snapshot: Webcom.DataSnapshot, _ previousKey: String?) {
        switch snapshot.event.kind {
        case .event(let kind): self.init(snapshot.value, kind: kind, previousKey: previousKey)
        case .cancelation: self = .cancellation
        case .revocation:
            guard let error = snapshot.error else { return nil }
            self = .revocation(error)
        case .none: return nil
        }
    }
}
