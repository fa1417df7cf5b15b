#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire

    /// A subscription whose events the server sends to an address.
    struct Webhook: Sendable {
        enum Status: String, Sendable {
            case active
            case paused
            /// The server has given up; nothing is sent until the owner resumes it.
            case parked
        }

        /// The progress of the deliveries.
        struct Cursor: Sendable, Equatable {
            /// The position up to which all events are accepted; `nil` if a reload comes next.
            var position: LogPosition?
            /// The number of accepted events of the next record that has any.
            var accepted = 0
            /// The kinds of events that it counts.
            var countedKinds: [EventKind] = []
            /// The time of the first of the failures since the last acceptance, in milliseconds since the Unix epoch.
            var failingSince: Double?
        }

        let id: String
        let namespace: LogNamespace
        var content: WebhookContent
        /// The key of the signatures.
        let secret: String
        /// The user to whom it belongs, without whose rights nothing is sent; `nil` for the owner.
        let user: RuleAuth?
        /// The time of its creation, in milliseconds since the Unix epoch.
        let created: Double
        var status = Status.active
        /// The reason why it is parked.
        var reason: String?
        var cursor = Cursor()

        var path: Path { content.path }

        /// The party to which it belongs, where webhooks take turns.
        var party: TaskGate.Party { user.map { Array($0.uid.utf8) } ?? [] }

        /// The webhook for its owner, without the secret.
        var json: JSON {
            var members: [JSON.Member] = [
                JSON.Member("id", .string(id)), JSON.Member("namespace", .string(namespace.name)),
                JSON.Member("path", .string(path.description)), JSON.Member("url", .string(content.address)),
                JSON.Member("events", eventNames), JSON.Member("status", .string(status.rawValue)),
                JSON.Member("created", .number(created)),
            ]
            if let user { members.append(JSON.Member("user", .string(user.uid))) }
            if let context = content.context { members.append(JSON.Member("context", .string(context))) }
            if let expires = content.expires { members.append(JSON.Member("expires", .number(expires))) }
            if let reason { members.append(JSON.Member("reason", .string(reason))) }
            if let position = cursor.position { members.append(JSON.Member("position", .string("\(position)"))) }
            if let since = cursor.failingSince { members.append(JSON.Member("failingSince", .number(since))) }
            return .object(members)
        }

        private var eventNames: JSON { .array(content.kinds.map { .string($0.rawValue) }) }

        // MARK: Storage

        /// The form in which the server's own namespace has it, without the cursor.
        var stored: JSON {
            [
                "namespace": .string(namespace.name), "path": .string(path.description),
                "url": .string(content.address),
                "events": eventNames, "secret": .string(secret), "created": .number(created),
                "status": .string(status.rawValue), "reason": reason.map(JSON.string) ?? .null,
                "context": content.context.map(JSON.string) ?? .null,
                "expires": content.expires.map(JSON.number) ?? .null,
                "uid": user.map { .string($0.uid) } ?? .null,
                // As a text, since the names of claims need not be keys.
                "user": user.map { .string($0.json.text) } ?? .null,
            ]
        }

        /// Reads the stored form; `nil` if a newer version wrote it.
        init?(_ id: String, stored node: Node, cursor: Node) {
            let json = node.json(readsArrays: true)
            guard let name = json["namespace"]?.string, let namespace = try? LogNamespace(name),
                let text = json["path"]?.string,
                let path = try? Path(text), let address = json["url"]?.string, let secret = json["secret"]?.string,
                let created = json["created"]?.number, let status = json["status"]?.string.flatMap(Status.init)
            else { return nil }
            var user: RuleAuth?
            if let text = json["user"]?.string {
                // Without its user, a webhook would have the rights of the owner.
                guard let known = (try? JSONParser.parse(text)).flatMap(RuleAuth.init) else { return nil }
                user = known
            }
            let content = WebhookContent(
                path: path, kinds: (json["events"]?.array ?? []).compactMap { $0.string.flatMap(EventKind.init) },
                address: address, context: json["context"]?.string, expires: json["expires"]?.number)
            self.init(id: id, namespace: namespace, content: content, secret: secret, user: user, created: created)
            self.status = status
            reason = json["reason"]?.string
            self.cursor = cursor.json(readsArrays: false).string.flatMap(Cursor.init) ?? Cursor()
            if self.cursor.countedKinds != content.kinds { self.cursor.accepted = 0 }
        }

        init(
            id: String, namespace: LogNamespace, content: WebhookContent, secret: String, user: RuleAuth?,
            created: Double
        ) {
            self.id = id
            self.namespace = namespace
            self.content = content
            self.secret = secret
            self.user = user
            self.created = created
        }

        /// Returns whether the same is sent to the same receiver as for another webhook with the same identifier.
        func isSame(as other: Webhook) -> Bool {
            content == other.content && status == other.status && created == other.created && secret == other.secret
        }
    }

    extension Webhook.Cursor {
        /// The stored form: the parts of the position, the accepted events, the time and the kinds, with hyphens between them.
        var text: String {
            let parts = [
                position.map { "\($0)" } ?? "none-0", "\(accepted)", failingSince.map { "\(UInt64($0))" } ?? "0",
                countedKinds.map(\.rawValue).joined(separator: ","),
            ]
            return parts.joined(separator: "-")
        }

        /// Reads the stored form; `nil` for any other text.
        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 5, let number = UInt64(parts[1]), let accepted = Int(parts[2]),
                let since = UInt64(parts[3])
            else { return nil }
            position = UInt64(parts[0]).map { LogPosition(incarnation: $0, number: number) }
            self.accepted = accepted
            failingSince = since == 0 ? nil : Double(since)
            countedKinds = parts[4].split(separator: ",").compactMap { EventKind(rawValue: String($0)) }
        }
    }
#endif
