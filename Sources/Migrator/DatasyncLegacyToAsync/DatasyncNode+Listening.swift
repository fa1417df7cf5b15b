import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
import Dispatch

extension DatasyncNode {
    /// Makes a subscription for the manager, or reports an error as a revocation.
    ///
    /// - Parameters:
    ///   - eventType: The events of the subscription, as it describes itself.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - queue: The queue of the closures; the manager's default queue when `nil`.
    ///   - window: Returns the window; an error that it throws is reported as a revocation.
    ///   - eventCallback: Called for each event.
    ///   - completionCallback: Called once, last; without it, the application's diagnostics receive the error of a
    ///     revocation.
    /// - Returns: The subscription; on failure, one that has already ended.
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
                    location.client.diagnose(error)
                }
            }
            return DatasyncSubscription(eventType, file: file, line: line)
        }
    }
}
