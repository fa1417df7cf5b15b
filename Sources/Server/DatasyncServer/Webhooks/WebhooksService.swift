#if Server
    import DatasyncTree
    import DatasyncWire
    import Foundation
    import Logging
    import NIOHTTP1

    /// The responses to requests for webhooks, which only the owner may read and change.
    struct WebhooksService: Sendable {
        let context: ServerContext
        /// The address of the client.
        let address: String

        /// Executes a request for the list of a namespace, or for one webhook.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(to request: DataRequest, _ id: String?) async throws(RequestFailure) -> Reply {
            try context.signIn.checkOwner(request.token, from: address, to: "read or change webhooks")
            guard let webhooks = context.webhooks else {
                throw RequestFailure(
                    .badRequest,
                    "A server whose data are in memory has no webhooks, as their progress would be lost with it; give it a data "
                        + "directory or a database.")
            }
            try await webhooks.store.waitUntilLatest(for: request)
            switch (request.method, id) {
            case (.get, nil):
                let sorted = webhooks.store.webhooks(in: request.namespace).sorted {
                    ($0.created, $0.id) < ($1.created, $1.id)
                }
                return Reply(.ok, .array(sorted.map(\.json)), isPretty: request.options.form == .pretty)
            case (.post, nil): return try await create(request, webhooks)
            case (.get, let id?):
                let hook = try Self.check(webhooks.store.webhook(id), id)
                return Reply(.ok, hook.json, isPretty: request.options.form == .pretty)
            case (.patch, let id?): return try await change(id, request, webhooks)
            case (.delete, let id?):
                try await webhooks.store.remove([try Self.check(webhooks.store.webhook(id), id).id])
                await webhooks.look()
                context.log(.notice, "webhook \(id.quoted(atMost: 40)) removed from \(address)")
                return Reply(.ok, ["status": "ok"])
            default:
                throw .methodNotAllowed(
                    "Use GET or POST /.settings/webhooks.json, or GET, PATCH or DELETE /.settings/webhooks/ID.json.",
                    allowed: id == nil ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, PATCH, DELETE, OPTIONS")
            }
        }

        private static func check(_ hook: Webhook?, _ id: String) throws(RequestFailure) -> Webhook {
            if let hook { return hook }
            throw RequestFailure(
                .notFound, "There is no webhook \(id.quoted(atMost: 40)); GET /.settings/webhooks.json lists them.")
        }

        private func create(_ request: DataRequest, _ webhooks: Webhooks) async throws(RequestFailure) -> Reply {
            let json = try request.json()
            guard let text = json["path"]?.string, let url = json["url"]?.string, let names = json["events"]?.array,
                !names.isEmpty
            else {
                throw RequestFailure(
                    .badRequest,
                    #"A webhook needs members as in {"path": "/orders", "url": "https://example.org/hook", "#
                        + #""events": ["child_added"]}."#)
            }
            let content = try Self.valid { () throws(DatasyncError) in
                WebhookContent(
                    path: try Path(text), kinds: try EventKind.kinds(ofWebhook: names), address: url,
                    context: json["context"]?.string, expires: json["expires"]?.number)
            }
            let own = WebhookNames { UInt64.random(in: .min ... .max) }
            let hook = try await webhooks.add(content, id: own.id, secret: own.secret, in: request.namespace)
            context.log(.notice, "webhook \(hook.id) of \(hook.path) added from \(address)")
            guard case .object(var members) = hook.json.content else { return Reply(.ok, hook.json) }
            members.insert(JSON.Member("secret", .string(hook.secret)), at: 1)
            return Reply(.ok, .object(members))
        }

        /// Returns what a closure reads; its error becomes that of the request.
        private static func valid<Value>(
            _ read: () throws(DatasyncError) -> Value
        ) throws(RequestFailure) -> Value {
            do throws(DatasyncError) {
                return try read()
            } catch {
                throw RequestFailure(error)
            }
        }

        private func change(
            _ id: String, _ request: DataRequest, _ webhooks: Webhooks
        ) async throws(RequestFailure) -> Reply {
            let json = try request.json()
            let find = { (hook: Webhook?) throws(RequestFailure) in try Self.check(hook, id) }
            // A wrong identifier is reported before a wrong request.
            _ = try find(webhooks.store.webhook(id))
            if let names = json["events"]?.array, !names.isEmpty {
                let kinds = try Self.valid { () throws(DatasyncError) in try EventKind.kinds(ofWebhook: names) }
                return Reply(.ok, try await webhooks.change(id, to: kinds, find).json)
            }
            guard let status = json["status"]?.string.flatMap(Webhook.Status.init), status != .parked else {
                throw RequestFailure(
                    .badRequest,
                    #"A webhook is changed with {"status": "paused"}, {"status": "active"} or {"events": ["value"]}."#)
            }
            let hook = try await webhooks.change(id, to: status, find)
            context.log(.notice, "webhook \(hook.id) is \(hook.status.rawValue), by \(address)")
            return Reply(.ok, hook.json)
        }
    }
#endif
