#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncWire

    /// A weak reference to the webhooks, which are made after the namespaces.
    final class LateWebhooks: Sendable {
        private let webhooks = Guarded<WeakReference<Webhooks>?>(nil)

        func set(_ webhooks: Webhooks) { self.webhooks.withLock { $0 = WeakReference(webhooks) } }

        /// Waits until a snapshot of a namespace may replace the records up to its position; returns whether it may.
        func waitUntilReleased(_ name: String, _ position: LogPosition) async -> Bool {
            guard let reference = webhooks.withLock(\.self) else { return true }
            return await reference.object?.waitUntilReleased(name, position) ?? false
        }

        /// Responds to a client's request about webhooks of a namespace.
        func respond(to call: WebhookCall, in name: String) async -> WebhookCall.Outcome {
            await webhooks.withLock({ $0?.object })?.respond(to: call, in: name)
                ?? .refused(.unavailable, "The server is stopping.")
        }
    }
#endif
