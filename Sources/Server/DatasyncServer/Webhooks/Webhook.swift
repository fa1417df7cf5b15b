#if Server
    import DatasyncLog
    import DatasyncTree

    /// A subscription whose events the server sends to an address.
    struct Webhook: Sendable, Equatable {
        enum Status: String, Sendable {
            case active
            case paused
            /// The receiver has accepted nothing for too long; nothing is sent until the owner resumes it.
            case parked
        }

        /// The progress of the deliveries.
        struct Cursor: Sendable, Equatable {
            /// The position up to which all events are accepted; `nil` if a reload comes next.
            var position: Position?
            /// The number of accepted events of the next record that has any.
            var accepted = 0
            /// The time of the first of the failures since the last acceptance, in milliseconds since the Unix epoch.
            var failingSince: Double?
        }

        /// The number of characters of an identifier.
        static let idLength = 16

        let id: String
        let namespace: String
        let path: Path
        let address: String
        let kinds: Set<EventKind>
        /// The key of the signatures.
        let secret: String
        /// The time of its creation, in milliseconds since the Unix epoch.
        let created: Double
        var status = Status.active
        /// The reason why it is parked.
        var reason: String?
        var cursor = Cursor()

        /// The kinds of events that a webhook can have.
        static let allKinds: [EventKind] = [.valueChange, .childAddition, .childChange, .childRemoval, .childMove]

        /// The webhook for its owner, without the secret.
        var json: JSON {
            var members: [JSON.Member] = [
                JSON.Member("id", .string(id)), JSON.Member("namespace", .string(namespace)),
                JSON.Member("path", .string(path.description)), JSON.Member("url", .string(address)),
                JSON.Member("events", Self.json(of: kinds)), JSON.Member("status", .string(status.rawValue)),
                JSON.Member("created", .number(created)),
            ]
            if let reason { members.append(JSON.Member("reason", .string(reason))) }
            if let position = cursor.position { members.append(JSON.Member("position", .string("\(position)"))) }
            if let since = cursor.failingSince { members.append(JSON.Member("failingSince", .number(since))) }
            return .object(members)
        }

        private static func json(of kinds: Set<EventKind>) -> JSON {
            .array(allKinds.filter(kinds.contains).map { .string($0.rawValue) })
        }

        // MARK: Storage

        /// The form in which the server's own namespace has it, without the cursor.
        var stored: JSON {
            [
                "namespace": .string(namespace), "path": .string(path.description), "url": .string(address),
                "events": Self.json(of: kinds), "secret": .string(secret), "created": .number(created),
                "status": .string(status.rawValue), "reason": reason.map(JSON.string) ?? .null,
            ]
        }

        /// Reads the stored form; `nil` if a newer version wrote it.
        init?(_ id: String, stored node: Node, cursor: Node) {
            let json = node.json(readsArrays: true)
            guard let namespace = json["namespace"]?.string, let text = json["path"]?.string,
                let path = try? Path(text), let address = json["url"]?.string, let secret = json["secret"]?.string,
                let created = json["created"]?.number, let status = json["status"]?.string.flatMap(Status.init)
            else { return nil }
            self.init(
                id: id, namespace: namespace, path: path, address: address,
                kinds: Set((json["events"]?.array ?? []).compactMap { $0.string.flatMap(EventKind.init) }),
                secret: secret, created: created)
            self.status = status
            reason = json["reason"]?.string
            self.cursor = cursor.json(readsArrays: false).string.flatMap(Cursor.init) ?? Cursor()
        }

        init(
            id: String, namespace: String, path: Path, address: String, kinds: Set<EventKind>, secret: String,
            created: Double
        ) {
            self.id = id
            self.namespace = namespace
            self.path = path
            self.address = address
            self.kinds = kinds
            self.secret = secret
            self.created = created
        }
    }

    extension Webhook.Cursor {
        /// The stored form: the parts of the position, the accepted events and the time, with hyphens between them.
        var text: String {
            let parts = [
                position.map { "\($0)" } ?? "none-0", "\(accepted)", failingSince.map { "\(UInt64($0))" } ?? "0",
            ]
            return parts.joined(separator: "-")
        }

        /// Reads the stored form; `nil` for any other text.
        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 4, let number = UInt64(parts[1]), let accepted = Int(parts[2]),
                let since = UInt64(parts[3])
            else { return nil }
            position = UInt64(parts[0]).map { Position(incarnation: $0, number: number) }
            self.accepted = accepted
            failingSince = since == 0 ? nil : Double(since)
        }
    }
#endif
