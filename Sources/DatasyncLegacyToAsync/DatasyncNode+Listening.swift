import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
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
        do throws(WebcomError) {
            return try listen(
                to: eventType, window: try window(), stores: true, file: file, line: line, queue: queue,
                onEvent: eventCallback, onCompletion: completionCallback)
        } catch {
            location.client.deliveryQueue(queue ?? manager?.defaultCallbackQueue).post { [location] in
                if let completionCallback {
                    completionCallback(.revocation(reason: error))
                } else {
                    location.client.diagnostics(error)
                }
            }
            return DatasyncSubscription(eventType, file: file, line: line)
        }
    }
}
