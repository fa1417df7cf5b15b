#if Server
    import Crypto
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire

    /// The request for one event of a webhook.
    struct WebhookMessage: Sendable {
        /// The size of a value, in bytes, above which the receiver reads it itself.
        static let largestValue = 10 << 20

        /// The events of a step, in order.
        static func messages(of step: NodeFeed.Step, for hook: Webhook) -> [WebhookMessage] {
            switch step {
            case .reload(let data, _): [WebhookMessage("reload", nil, data[hook.path], step, 0, hook)]
            case .record(_, _, let transitions, _):
                transitions.flatMap { $0.events(at: hook.path, Set(hook.content.kinds)) }.enumerated().map {
                    index, event in
                    WebhookMessage(event.kind.rawValue, event, event.node, step, index, hook)
                }
            }
        }

        /// The identifier of the event, which is the same in each attempt.
        let id: String
        private let name: String
        private let event: Transition.Event?
        private let node: Node
        private let position: LogPosition
        private let time: LogTime?
        private let hook: Webhook

        private init(
            _ name: String, _ event: Transition.Event?, _ node: Node, _ step: NodeFeed.Step, _ index: Int,
            _ hook: Webhook
        ) {
            id = "\(step.position)-\(index)"
            self.name = name
            self.event = event
            self.node = node
            position = step.position
            time = if case .record(_, let time, _, _) = step { time } else { nil }
            self.hook = hook
        }

        /// Whether the body leaves the value out.
        private var isTooLarge: Bool { node.size > Self.largestValue }

        /// The size of the value, in bytes; 0 if the body leaves it out.
        var size: Int { isTooLarge ? 0 : node.size }

        /// Makes the body, which is far larger than the message.
        func makeBody() -> [UInt8] {
            var members: [JSON.Member] = [
                JSON.Member("id", .string(id)), JSON.Member("event", .string(name)),
                JSON.Member("webhook", .string(hook.id)), JSON.Member("namespace", .string(hook.namespace.name)),
                JSON.Member("path", .string(hook.path.description)), JSON.Member("position", .string("\(position)")),
            ]
            if let context = hook.content.context { members.append(JSON.Member("context", .string(context))) }
            if let time { members.append(JSON.Member("time", .number(Double(time.sinceEpoch)))) }
            if let event, let key = event.key {
                members.append(JSON.Member("key", .string(key.text)))
                members.append(JSON.Member("previousKey", event.previousKey.map { .string($0.text) } ?? .null))
            }
            if isTooLarge {
                members.append(JSON.Member("bytes", .number(Double(node.size))))
            } else {
                members.append(JSON.Member("value", node.json(readsArrays: true)))
            }
            var bytes: [UInt8] = []
            JSON.object(members).write(to: &bytes)
            return bytes
        }

        /// Returns the value of the header `Datasync-Signature`.
        ///
        /// - Parameters:
        ///   - body: The body.
        ///   - secret: The webhook's secret.
        ///   - seconds: The time of the attempt, in seconds since the Unix epoch.
        /// - Returns: The time, and the HMAC with SHA-256 of the time, a full stop and the body.
        static func signature(of body: [UInt8], _ secret: String, at seconds: Int) -> String {
            var code = HMAC<SHA256>(key: SymmetricKey(data: Array(secret.utf8)))
            code.update(data: Array("\(seconds).".utf8))
            code.update(data: body)
            return "t=\(seconds),v1=\(String(hexadecimal: code.finalize()))"
        }
    }
#endif
