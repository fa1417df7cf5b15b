import DatasyncApplication
import DatasyncAsync
import DatasyncEngine
import DatasyncTree
import Dispatch

extension DatasyncNode {
    /// Subscribes for the manager, or tells at the end why that cannot be done.
    ///
    /// - Parameters:
    ///   - eventType: What the subscription says that it is for.
    ///   - file: Where it is made, for debugging.
    ///   - line: Where it is made, for debugging.
    ///   - queue: Where the closures are called; the manager's default queue when `nil`.
    ///   - window: Which children to show; what it throws is told like a revocation.
    ///   - eventCallback: Called for each event.
    ///   - completionCallback: Called once, last; without it a revocation is told to the application's diagnostics.
    /// - Returns: The subscription; where there is none, one that has ended.
    func listen(
        to eventType: DatasyncEventType, file: StaticString, line: UInt, queue: DispatchQueue?,
        window: () throws(WebcomError) -> Window, onEvent eventCallback: @escaping @Sendable (DatasyncEvent) -> Void,
        onCompletion completionCallback: (@Sendable (DatasyncSubscriptionCompletion) -> Void)?
    ) -> DatasyncSubscription {
        // It keeps the node, and so the manager of one that stands, until the ending is delivered.
        let complete: @Sendable (DatasyncSubscriptionCompletion) -> Void = { completion in
            if let completionCallback {
                completionCallback(completion)
            } else if case .revocation(let reason) = completion {
                self.location.client.diagnostics(reason)
            }
        }
        let queue = queue ?? manager?.defaultCallbackQueue
        do throws(WebcomError) {
            return try subscription(
                to: eventType, interest: eventType.interest, window: try window(), delivery: .queue(queue),
                stores: true, file: file, line: line
            ) { subscription, event in
                eventCallback(DatasyncEvent(event, of: self, subscription: subscription))
            } ended: { [weak manager] subscription, ending in
                if let subscription { manager?.forget(subscription) }
                complete(DatasyncSubscriptionCompletion(ending))
            }
        } catch {
            location.client.mailbox(queue).post { complete(.revocation(reason: error)) }
            return DatasyncSubscription(eventType, file: file, line: line)
        }
    }
}
