import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import Dispatch

extension Query {
    /// Subscribes to events by name; reports an invalid argument as a revocation.
    func listen(
        _ events: some DatasyncLegacy.EventNames, queue: DispatchQueue?, isOnce: Bool,
        _ callback: @escaping @Sendable (DatasyncEvent, String?) -> Void,
        revoked: (@Sendable (WebcomError) -> Void)?
    ) -> DatasyncSubscription {
        let client = node.location.client
        let interest: Interest
        do throws(WebcomError) {
            interest = try events.interest()
        } catch {
            client.deliveryQueue(queue).post {
                if let revoked { revoked(error) } else { client.diagnose(error) }
            }
            return DatasyncSubscription(.value(), file: #fileID, line: #line)
        }
        let onEvent: @Sendable (DatasyncEvent) -> Void = { event in
            if isOnce { event.subscription.cancel() }
            callback(event, event.previousChildKey)
        }
        return node.listen(
            to: DatasyncEventType(interest), file: #fileID, line: #line, queue: queue ?? client.defaultQueue,
            window: { () throws(WebcomError) in try legacy.window() }, onEvent: onEvent,
            onCompletion: whenRevoked(queued: revoked))
    }
}

extension DatasyncEventType {
    /// Creates the event type for an interest whose events belong to one family.
    fileprivate init(_ interest: Interest) {
        self =
            interest.isDisjoint(with: .valueFamily)
            ? .child(
                addition: interest.contains(.childAddition), change: interest.contains(.childChange),
                removal: interest.contains(.childRemoval), acknowledgement: interest.contains(.childAcknowledgement),
                move: interest.contains(.childMove))
            : .value(
                change: interest.contains(.valueChange), acknowledgement: interest.contains(.valueAcknowledgement))
    }
}
