package import DatasyncClient
import DatasyncConcurrency
package import Dispatch

extension Webcom.Callback {
    /// The observer of revocations; cancellations by the application are not reported.
    struct Revocations: Sendable {
        let queue: DispatchQueue?
        /// The closure for revocations; when `nil`, the application's diagnostics receive the error.
        let body: (@Sendable (WebcomError) -> Void)?
    }

    /// Reports only revocations at the end of a subscription, as the dialect of string events does.
    ///
    /// It replaces the final call of the callback's own body, and the closure of an earlier `onCanceled`.
    ///
    /// - Parameters:
    ///   - queue: The queue of the closure; the application's default queue when `nil`.
    ///   - body: Called once, last, with the reason; when `nil`, the application's diagnostics receive it.
    /// - Returns: The callback itself.
    package func receivingOnlyRevocations(
        queue: DispatchQueue?, _ body: (@Sendable (WebcomError) -> Void)?
    ) -> Webcom.Callback {
        change { settings in
            settings.onCanceled = nil
            settings.onRevoked = ApplicationOwned(Revocations(queue: queue, body: body))
        }
    }

    /// Reports why a subscription could not be made.
    ///
    /// The error goes to the `onCanceled` closure, else to the closure for revocations, else to the application's diagnostics.
    package func refuse(_ error: WebcomError, by client: Client) {
        let settings = settings
        if let onCanceled = settings.onCanceled?.value {
            client.deliveryQueue(onCanceled.queue).post { _ = onCanceled.body(error) }
        } else if let onRevoked = settings.onRevoked?.value, let body = onRevoked.body {
            client.deliveryQueue(onRevoked.queue).post { body(error) }
        } else {
            client.deliveryQueue(queue).post { client.diagnose(error) }
        }
    }

    /// Reports a revocation; called on the callback's delivery queue.
    func deliver(_ error: WebcomError, to revocations: Revocations, _ client: Client) {
        guard let body = revocations.body else { return client.diagnose(error) }
        if revocations.queue.map(QueueIdentity.init) == queue.map(QueueIdentity.init) {
            body(error)
        } else {
            client.deliveryQueue(revocations.queue).post { body(error) }
        }
    }
}
