#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire
    import Logging
    import NIOHTTP1

    /// Requests about webhooks: of the owner over HTTP, and of users over their connections.
    extension Webhooks {
        /// The maximum number of a user's webhooks in a namespace.
        static let userLimit = 100
        private static let addressLimit = 2_048
        private static let contextLimit = 1_024

        /// Adds a webhook, whose events begin with the next change; a repeated request has no effect.
        ///
        /// - Parameters:
        ///   - content: The settings.
        ///   - id: The identifier, which nothing else may have.
        ///   - secret: The key of the signatures.
        ///   - user: The user to whom it belongs; `nil` for the owner.
        ///   - name: The namespace.
        /// - Returns: The webhook.
        /// - Throws: ``RequestFailure`` if the settings are not valid, or there are too many webhooks.
        nonisolated func add(
            _ content: WebhookContent, id: String, secret: String, user: RuleAuth? = nil, in name: String
        ) async throws(RequestFailure) -> Webhook {
            try check(content, id: id, secret: secret)
            let use = try directory.table.use(name)
            guard let namespace = try? LogNamespace(name) else {
                throw RequestFailure(.badRequest, "The name of the namespace is not valid.")
            }
            try await use.namespace.waitUntilRead()
            let hook = Webhook(
                id: id, namespace: namespace, content: content, secret: secret, user: user, created: clock.now())
            let stored = try await store(hook, in: use)
            await look()
            return stored
        }

        /// Stores a new webhook, or returns the one that an earlier request has stored.
        private nonisolated func store(
            _ hook: Webhook, in use: NamespaceUse
        ) async throws(RequestFailure) -> Webhook {
            var hook = hook
            let (id, user, name) = (hook.id, hook.user, hook.namespace.name)
            do {
                try await additions.enter(for: hook.party)
            } catch {
                throw RequestFailure(.serviceUnavailable, "The server is stopping.")
            }
            defer { additions.leave(for: hook.party) }
            try await store.waitUntilLatest()
            guard try directory.table.use(name).namespace === use.namespace else {
                throw RequestFailure(.notFound, "The namespace \(name.quoted(atMost: 40)) was deleted meanwhile.")
            }
            if let known = store.webhook(id) {
                if known.content == hook.content, known.secret == hook.secret, known.belongs(to: user, in: name) {
                    return known
                }
                throw RequestFailure(.badRequest, "The identifier \(id) is in use; choose another one.")
            }
            guard store.stored.count < WebhookStore.limit else {
                throw RequestFailure(
                    .tooManyRequests,
                    "There are \(WebhookStore.limit) webhooks, the limit of a server; remove one first.")
            }
            if let user, store.count(of: user.uid, in: name) >= Self.userLimit {
                throw RequestFailure(
                    .tooManyRequests, "This user has \(Self.userLimit) webhooks, the limit; remove one first.")
            }
            hook.cursor.position = try await use.namespace.currentPosition()
            try await store.add(hook)
            return hook
        }

        private nonisolated func check(
            _ content: WebhookContent, id: String, secret: String
        ) throws(RequestFailure) {
            let letters = id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
            guard id.utf8.count == WebhookNames.idLength, letters else {
                throw RequestFailure(
                    .badRequest,
                    "The identifier of a webhook should be \(WebhookNames.idLength) digits and letters from a to z.")
            }
            guard (20...200).contains(secret.utf8.count), secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw RequestFailure(
                    .badRequest, "The secret of a webhook should be 20 to 200 visible characters of ASCII.")
            }
            guard content.address.utf8.count <= Self.addressLimit,
                content.context?.utf8.count ?? 0 <= Self.contextLimit
            else {
                throw RequestFailure(
                    .badRequest,
                    "The address of a webhook has at most \(Self.addressLimit) bytes, and its context \(Self.contextLimit)."
                )
            }
            if let expires = content.expires, !(expires > clock.now() && expires <= 8.64e15) {
                throw RequestFailure(.badRequest, "The webhook would end in the past; give a later time.")
            }
            let receiver = try WebhookAddress(content.address, named: configuration.webhookHosts)
            // An address that is written in numbers need not wait for the first event.
            if IPAddress(receiver.host) != nil, let problem = receiver.problem(with: receiver.host) {
                throw RequestFailure(.badRequest, "The address of the webhook cannot be used: \(problem).")
            }
        }

        /// Changes the events of a webhook, beginning with the next record.
        ///
        /// - Parameters:
        ///   - id: The identifier.
        ///   - kinds: The events.
        ///   - find: Gets what is stored under the identifier; returns it, or throws if the caller may not change it.
        /// - Returns: The webhook.
        /// - Throws: The error of `find`, or ``RequestFailure`` if the log cannot be written.
        func change(
            _ id: String, to kinds: [EventKind], _ find: (Webhook?) throws(RequestFailure) -> Webhook
        ) async throws(RequestFailure) -> Webhook {
            await storeProgress(of: id)
            return try await update(id) { stored throws(RequestFailure) in
                var hook = try find(stored)
                hook.content = WebhookContent(
                    path: hook.path, kinds: kinds, address: hook.content.address, context: hook.content.context,
                    expires: hook.content.expires)
                return hook
            }
        }

        /// Pauses or resumes a webhook, whose first event afterwards has the current value.
        ///
        /// - Parameters:
        ///   - id: The identifier.
        ///   - status: The status.
        ///   - find: Gets what is stored under the identifier; returns it, or throws if the caller may not change it.
        /// - Returns: The webhook.
        /// - Throws: The error of `find`, or ``RequestFailure`` if the log cannot be written.
        func change(
            _ id: String, to status: Webhook.Status, _ find: (Webhook?) throws(RequestFailure) -> Webhook
        ) async throws(RequestFailure) -> Webhook {
            // Changes made while it is paused aren't sent.
            try await store.store([id: Webhook.Cursor()])
            return try await update(id) { stored throws(RequestFailure) in
                var hook = try find(stored)
                hook.status = status
                hook.reason = nil
                hook.cursor = Webhook.Cursor()
                return hook
            }
        }

        private func update(
            _ id: String, _ change: (Webhook?) throws(RequestFailure) -> Webhook
        ) async throws(RequestFailure) -> Webhook {
            let changed = try await store.update(id) { hook throws(RequestFailure) in hook = try change(hook) }
            await look()
            guard let changed else { throw RequestFailure(.notFound, "There is no webhook \(id.quoted(atMost: 40)).") }
            return changed
        }

        /// Responds to a client's request, whose rights are decided.
        nonisolated func respond(to call: WebhookCall, in name: String) async -> WebhookCall.Outcome {
            do throws(RequestFailure) {
                try await store.waitUntilLatest()
                return .done(try await execute(call, in: name))
            } catch {
                let status: Status =
                    switch error.status {
                    case .badRequest, .notFound: .invalidData
                    case .tooManyRequests: .tooManyRequests
                    default: .unavailable
                    }
                return .refused(status, error.message)
            }
        }

        private nonisolated func execute(
            _ call: WebhookCall, in name: String
        ) async throws(RequestFailure) -> Node {
            switch call.request {
            case .add(let content, let id, let secret):
                let hook = try await add(content, id: id, secret: secret, user: call.user, in: name)
                log(.notice, "webhook \(hook.id) of \(hook.path) added by \(Self.text(of: call.user))")
                return try node(of: hook.json)
            case .list:
                let hooks = store.webhooks(in: name, of: call.user?.uid)
                return try node(of: .object(hooks.map { JSON.Member($0.id, $0.json) }))
            case .change(let id, let kinds):
                let hook = try await change(id, to: kinds) { stored throws(RequestFailure) in
                    try Self.check(stored, id, call, name)
                }
                return try node(of: hook.json)
            case .remove(let id):
                // If it is gone, an earlier request has removed it.
                guard store.webhook(id) != nil else { return .null }
                try await store.update(id) { hook throws(RequestFailure) in
                    guard hook != nil else { return }
                    _ = try Self.check(hook, id, call, name)
                    hook = nil
                }
                await look()
                log(.notice, "webhook \(id) removed by \(Self.text(of: call.user))")
                return .null
            }
        }

        /// Returns the name of a user for the log.
        private static func text(of user: RuleAuth?) -> String {
            user.map { "the user \($0.uid.quoted(atMost: 80))" } ?? "the owner"
        }

        /// Returns a webhook if the user of a call may change it.
        private static func check(
            _ hook: Webhook?, _ id: String, _ call: WebhookCall, _ name: String
        ) throws(RequestFailure) -> Webhook {
            if let hook, hook.belongs(to: call.user, in: name) { return hook }
            throw RequestFailure(.notFound, "This user has no webhook \(id.quoted(atMost: 40)).")
        }

        private nonisolated func node(of json: JSON) throws(RequestFailure) -> Node {
            do throws(DatasyncError) {
                return try Node(json)
            } catch {
                throw RequestFailure(error)
            }
        }
    }

    extension Webhook {
        /// Returns whether a user may see and change it; the owner may with all of a namespace.
        fileprivate func belongs(to user: RuleAuth?, in name: String) -> Bool {
            namespace.name.hasSameBytes(as: name)
                && (user.map { self.user?.uid.hasSameBytes(as: $0.uid) == true } ?? true)
        }
    }
#endif
