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

        /// The number of times a change is tried again because of other changes.
        private static let attempts = 25

        private static let hooks = Key(unchecked: "webhooks")
        private static let cursors = Key(unchecked: "cursors")
        private static let uid = Key(unchecked: "uid")
        private static let namespace = Key(unchecked: "namespace")

        private let served: ServedNamespace

        init(_ served: ServedNamespace) { self.served = served }

        /// The stored forms of all webhooks by their identifiers, without the cursors.
        var stored: Children { served.data[Self.hooks].children }

        /// Returns the webhooks of a namespace with their stored cursors, in no order.
        ///
        /// - Parameters:
        ///   - name: The name of the namespace.
        ///   - uid: The user to whom they belong; `nil` for all.
        /// - Returns: The webhooks.
        func webhooks(in name: String, of uid: String? = nil) -> [Webhook] {
            let data = served.data
            return data[Self.hooks].children.compactMap { key, node in
                // Most are those of others, and not worth decoding.
                guard Self.belongs(node, to: uid, in: name) else { return nil }
                return Self.webhook(key, in: data)
            }
        }

        private static func belongs(_ stored: Node, to uid: String?, in name: String) -> Bool {
            stored[Self.namespace].primitive == .string(name)
                && (uid.map { stored[Self.uid].primitive == .string($0) } ?? true)
        }

        /// Returns the webhook with an identifier, if there is one.
        func webhook(_ id: String) -> Webhook? {
            (try? Key(id)).flatMap { Self.webhook($0, in: served.data) }
        }

        private static func webhook(_ key: Key, in data: Node) -> Webhook? {
            Webhook(key.text, stored: data[hooks][key], cursor: data[cursors][key])
        }

        /// Returns the number of a user's webhooks in a namespace.
        func count(of uid: String, in name: String) -> Int {
            stored.count { Self.belongs($0.value, to: uid, in: name) }
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

        /// Adds a webhook with its cursor.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func add(_ hook: Webhook) async throws(RequestFailure) {
            let key = Key(unchecked: hook.id)
            try await merge([
                (Path([Self.hooks, key]), hook.stored), (Path([Self.cursors, key]), .string(hook.cursor.text)),
            ])
        }

        /// Changes a webhook, whose cursor stays.
        ///
        /// If someone else changes or removes it at the same time, the change begins again with what is stored then.
        ///
        /// - Parameters:
        ///   - id: The identifier.
        ///   - change: Gets the stored webhook, or `nil` if there is none, and changes it in place; setting it to `nil` removes it.
        /// - Returns: The changed webhook.
        /// - Throws: The error of the closure, or ``RequestFailure`` if the log cannot be written.
        @discardableResult
        func update(
            _ id: String, _ change: (inout Webhook?) throws(RequestFailure) -> Void
        ) async throws(RequestFailure) -> Webhook? {
            for _ in 0..<Self.attempts {
                let (data, key) = (served.data, try? Key(id))
                let known = key.flatMap { Self.webhook($0, in: data) }
                var hook = known
                try change(&hook)
                guard let key, known != nil else { return nil }
                let path = Path([Self.hooks, key])
                do throws(RequestFailure) {
                    let value = try Self.value(hook?.stored ?? .null, at: path)
                    try await RequestSession(served, as: .owner).put(value, at: path, expectedHash: data[path].hash)
                    if hook == nil { try await merge([(Path([Self.cursors, key]), .null)]) }
                    return hook
                } catch {
                    if error.status != .preconditionFailed { throw error }
                    try await waitUntilLatest()
                }
            }
            throw RequestFailure(.serviceUnavailable, "Others change the webhook all the time; try again later.")
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
            for (path, json) in values { parts.append(MergePart(path: path, value: try Self.value(json, at: path))) }
            try await RequestSession(served, as: .owner).merge(parts, at: .root)
        }

        private static func value(_ json: JSON, at path: Path) throws(RequestFailure) -> WriteValue {
            do throws(DatasyncError) {
                return try WriteValue(json, at: path, readsPriorities: false)
            } catch {
                throw RequestFailure(error)
            }
        }
    }
#endif
