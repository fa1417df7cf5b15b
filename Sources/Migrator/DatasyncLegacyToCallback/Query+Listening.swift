import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import Dispatch

extension Query {
    /// Subscribes to events by name, through the legacy dialect.
    func listen(
        _ events: some DatasyncLegacy.EventNames, queue: DispatchQueue?, isOnce: Bool,
        _ callback: @escaping @Sendable (Webcom.DataSnapshot, String?) -> Void,
        revoked: (@Sendable (WebcomError) -> Void)?
    ) -> Webcom.Subscription {
        let converted: DatasyncLegacy.Query.EventCallback = { callback(Webcom.DataSnapshot($0), $1) }
        let listener =
            isOnce
            ? legacy.once(events, queue: queue, converted, revoked: revoked)
            : legacy.on(events, queue: queue, converted, revoked: revoked)
        return Webcom.Subscription(client: node.location.client, handle: listener.handle, node: node)
    }
}
