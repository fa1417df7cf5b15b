package import DatasyncEngine
package import DatasyncPromise
import DatasyncTree
import DatasyncWire
package import Dispatch
import Foundation

/// Subscriptions that outlive the client.
extension Location {
    /// Subscribes a webhook to events of the node; the promise is rejected if it cannot have them.
    package func subscribe(
        _ interest: Interest, hidesData: Bool = false, _ webhook: DatasyncWebhook
    ) -> Promise<DatasyncLongTermSubscription> {
        let names = WebhookNames(bits: SystemClock.randomBits)
        return promise {
            add(webhook, interest, hidesData, names, $0)
        } as: { outcome, location throws(WebcomError) in
            try DatasyncLongTermSubscription(outcome.node, secret: names.secret, at: location)
        }
    }

    /// Subscribes a webhook to events of the node, and waits for the response.
    package func subscribed(
        _ interest: Interest, hidesData: Bool, _ webhook: DatasyncWebhook, on queue: DispatchQueue?
    ) async throws(WebcomError) -> DatasyncLongTermSubscription {
        let names = WebhookNames(bits: SystemClock.randomBits)
        let outcome = try await outcome(on: queue) { add(webhook, interest, hidesData, names, $0) }
        return try DatasyncLongTermSubscription(outcome.node, secret: names.secret, at: self)
    }

    private func add(
        _ webhook: DatasyncWebhook, _ interest: Interest, _ hidesData: Bool, _ names: WebhookNames,
        _ completion: @escaping Completion
    ) {
        request(
            { path throws(WebcomError) in
                let content = WebhookContent(
                    path: path, kinds: try interest.webhookKinds(hidesData: hidesData), address: webhook.address,
                    context: webhook.context,
                    expires: webhook.expirationDate.map { ($0.timeIntervalSince1970 * 1_000).rounded() })
                return .add(content, id: names.id, secret: names.secret)
            }, completion: completion)
    }

    /// Lists the webhooks of the user.
    package func longTermSubscriptions() -> Promise<[DatasyncLongTermSubscription]> {
        promise {
            request({ _ in .list }, completion: $0)
        } as: { outcome, location throws(WebcomError) in
            try outcome.node.longTermSubscriptions(at: location)
        }
    }

    /// Lists the webhooks of the user, and waits for the response.
    package func listedLongTermSubscriptions() async throws(WebcomError) -> [DatasyncLongTermSubscription] {
        let outcome = try await outcome(on: nil) { request({ _ in .list }, completion: $0) }
        return try outcome.node.longTermSubscriptions(at: self)
    }
}

extension Interest {
    /// Returns the kinds of events that a webhook receives; acknowledgements are not among them.
    ///
    /// - Throws: ``WebcomError`` `unknownEvent` if there are no others, or if the data are to be hidden.
    func webhookKinds(hidesData: Bool) throws(WebcomError) -> [EventKind] {
        if hidesData {
            throw WebcomError(
                .unknownEvent, "The requests of a webhook have the value; ask for value changes with their data.")
        }
        let kinds = EventKind.allCases.filter { !$0.isAcknowledgement && contains(Interest($0)) }
        if kinds.isEmpty {
            throw WebcomError(
                .unknownEvent,
                "A webhook receives only acknowledged values, so it has no acknowledgements; name another event.")
        }
        return kinds
    }
}

extension Node {
    /// Reads the back end's list, the oldest first.
    fileprivate func longTermSubscriptions(
        at location: Location
    ) throws(WebcomError) -> [DatasyncLongTermSubscription] {
        let created = Key(unchecked: "created")
        let sorted = children.sorted {
            ($0.value[created].number ?? 0, $0.key) < ($1.value[created].number ?? 0, $1.key)
        }
        var subscriptions: [DatasyncLongTermSubscription] = []
        for (_, node) in sorted { subscriptions.append(try DatasyncLongTermSubscription(node, at: location)) }
        return subscriptions
    }
}
