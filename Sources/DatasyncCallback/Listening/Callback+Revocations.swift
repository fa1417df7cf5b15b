package import DatasyncClient
import DatasyncConcurrency
package import Dispatch

extension Webcom.Callback {
    /// Who is told of revocations where an ending of one's own is told to nobody.
    struct Revocations: Sendable {
        let queue: DispatchQueue?
        /// Without one the application's diagnostics are told.
        let body: (@Sendable (WebcomError) -> Void)?
    }

    /// Has revocations told alone, as the dialect of string events tells them; not the callback, nor what was told of
    /// endings before.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; the application's default queue when `nil`.
    ///   - body: Called once, last, with the reason; the application's diagnostics when `nil`.
    /// - Returns: The callback itself.
    package func tellingRevocationsAlone(
        queue: DispatchQueue?, _ body: (@Sendable (WebcomError) -> Void)?
    ) -> Webcom.Callback {
        change { settings in
            settings.onCanceled = nil
            settings.onRevoked = ApplicationOwned(Revocations(queue: queue, body: body))
        }
    }

    /// Tells why a subscription could not be made: whoever is told of endings, else the application's diagnostics.
    package func refuse(_ error: WebcomError, by client: Client) {
        let settings = settings
        if let onCanceled = settings.onCanceled?.value {
            client.deliveryQueue(onCanceled.queue).post { _ = onCanceled.body(error) }
        } else if let onRevoked = settings.onRevoked?.value, let body = onRevoked.body {
            client.deliveryQueue(onRevoked.queue).post { body(error) }
        } else {
            client.deliveryQueue(queue).post { client.diagnostics(error) }
        }
    }

    /// Tells of a revocation, called where events are delivered.
    func tell(_ error: WebcomError, to revocations: Revocations, _ client: Client) {
        guard let body = revocations.body else { return client.diagnostics(error) }
        if revocations.queue.map(QueueIdentity.init) == queue.map(QueueIdentity.init) {
            body(error)
        } else {
            client.deliveryQueue(revocations.queue).post { body(error) }
        }
    }
}
