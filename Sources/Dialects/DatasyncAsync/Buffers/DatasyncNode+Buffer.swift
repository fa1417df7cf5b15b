import DatasyncClient
import DatasyncEngine

extension DatasyncNode {
    /// Subscribes for one iterator, and returns the buffer of its events.
    func buffer(
        _ eventType: DatasyncEventType, _ interest: Interest, _ constraint: DatasyncChildrenConstraint,
        _ policy: DatasyncDeliveryPolicy
    ) -> EventStreamBuffer {
        EventStreamBuffer(policy.policy, interest: interest, order: constraint.order, at: path) {
            buffer throws(WebcomError) in
            guard let manager else { throw .released }
            let subscription = try self.subscription(
                to: eventType, interest: interest, window: try constraint.window(), delivery: .immediate
            ) { [weak buffer] _, event in
                buffer?.push(event)
            } ended: { [weak buffer] _, ending in
                buffer?.end(ending)
            }
            let membership = manager.sequences.add { [weak buffer, weak subscription] in
                buffer?.release()
                subscription?.cancel(isImplicit: true)
            }
            buffer.retain(membership)
            return subscription
        }
    }
}
