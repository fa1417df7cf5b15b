#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The webhooks of a server and their cursors, which are stored in the server's own namespace beside the names.
    ///
    /// So they are as durable as the data, the same for all servers of a database, and in no backup of a namespace.
    struct WebhookStore: Sendable {
        /// The maximum number of webhooks.
        static let limit = 10_000

        private static let hooks = Key(unchecked: "webhooks")
        private static let cursors = Key(unchecked: "cursors")
        private static let uid = Key(unchecked: "uid")
        private static let namespace = Key(unchecked: "namespace")

        private let served: ServedNamespace

        init(_ served: ServedNamespace) { self.served = served }

        /// The stored forms of all webhooks by their identifiers, without the cursors.
        var stored: Children { served.data[Self.hooks].children }

        /// All webhooks with their stored cursors, in no order.
        var all: [Webhook] {
            let data = served.data
            return data[Self.hooks].children.compactMap { key, node in
                Webhook(key.text, stored: node, cursor: data[Self.cursors][key])
            }
        }

        /// Returns the webhook with an identifier, if there is one.
        func webhook(_ id: String) -> Webhook? {
            guard let key = try? Key(id) else { return nil }
            let data = served.data
            return Webhook(id, stored: data[Self.hooks][key], cursor: data[Self.cursors][key])
        }

        /// Returns the number of a user's webhooks in a namespace.
        func count(of uid: String, in name: String) -> Int {
            let (uid, name) = (Primitive.string(uid), Primitive.string(name))
            return stored.count { $0.value[Self.uid].primitive == uid && $0.value[Self.namespace].primitive == name }
        }

        /// Waits until this server has what others have stored before a request.
        ///
        /// - Throws: ``RequestFailure`` with status 503 if the log does not answer in time.
        func waitUntilLatest(for request: DataRequest) async throws(RequestFailure) {
            try await served.waitUntilLatest(for: request)
        }

        /// Waits until this server has what others have stored before the call.
        ///
        /// - Throws: ``RequestFailure`` with status 503 if the log does not answer in time.
        func waitUntilLatest() async throws(RequestFailure) {
            guard served.isShared else { return }
            if await !served.waitUntilLatest() {
                throw RequestFailure(.serviceUnavailable, "The database does not answer; try again later.")
            }
        }

        /// Adds or replaces a webhook with its cursor.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func store(_ hook: Webhook) async throws(RequestFailure) {
            let key = Key(unchecked: hook.id)
            try await merge([
                (Path([Self.hooks, key]), hook.stored), (Path([Self.cursors, key]), .string(hook.cursor.text)),
            ])
        }

        /// Replaces a webhook, whose cursor stays.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func replace(_ hook: Webhook) async throws(RequestFailure) {
            try await merge([(Path([Self.hooks, Key(unchecked: hook.id)]), hook.stored)])
        }

        /// Removes webhooks.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func remove(_ ids: [String]) async throws(RequestFailure) {
            let keys = ids.map { Key(unchecked: $0) }
            if keys.isEmpty { return }
            try await merge(
                keys.flatMap { [(Path([Self.hooks, $0]), JSON.null), (Path([Self.cursors, $0]), .null)] })
        }

        /// Stores cursors; those of webhooks that were removed have no effect.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func store(_ cursors: [String: Webhook.Cursor]) async throws(RequestFailure) {
            let hooks = stored
            let known = cursors.map { (Key(unchecked: $0), $1) }.filter { hooks.contains($0.0) }
            if known.isEmpty { return }
            try await merge(known.map { (Path([Self.cursors, $0]), .string($1.text)) })
        }

        private func merge(_ values: [(Path, JSON)]) async throws(RequestFailure) {
            var parts: [MergePart] = []
            do throws(DatasyncError) {
                for (path, json) in values {
                    parts.append(
                        MergePart(path: path, value: try WriteValue(json, at: path, readsPriorities: false)))
                }
            } catch {
                throw RequestFailure(error)
            }
            try await RequestSession(served, as: .owner).merge(parts, at: .root)
        }
    }
#endif
