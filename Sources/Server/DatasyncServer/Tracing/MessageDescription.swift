#if Server
    import DatasyncTree
    import DatasyncWire

    /// A message as a trace shows it: short, whatever its size, and without credentials and secrets.
    struct MessageDescription {
        /// The size up to which a value is shown as a whole.
        private static let wholeSize = 1_000
        /// The number of a merge's parts that are shown.
        private static let partLimit = 20
        /// The number of characters that are shown of a path or a text.
        private static let textLength = 500

        private var members: [JSON.Member]

        /// Describes a message of a client; `nil` for a sign of life.
        init?(_ message: ClientMessage) {
            guard case .request(let request) = message else { return nil }
            self.init(request)
        }

        /// Describes a request.
        init(_ request: Request) {
            members = [JSON.Member("from", "client"), JSON.Member("number", .number(Double(request.number)))]
            switch request.action {
            case .listen(let path, let window, _, _): add("listen", path, window)
            case .unlisten(let path, let window, _): add("unlisten", path, window)
            case .get(let path, let window): add("get", path, window)
            case .write(let write, _, _): add(write.isMerge ? "merge" : "set", write, request.refusal)
            case .writeOnDisconnect(let write, _):
                add(write.isMerge ? "mergeOnDisconnect" : "setOnDisconnect", write, request.refusal)
            case .cancelOnDisconnect(let path, _): add("cancelOnDisconnect", path)
            case .authenticate: add("signIn")
            case .unauthenticate: add("signOut")
            case .statistics: add("statistics")
            case .webhook(let request):
                switch request {
                case .add(let content, let id, _): add("addWebhook", content.path, text: id)
                case .list: add("listWebhooks")
                case .change(let id, _): add("changeWebhook", text: id)
                case .remove(let id): add("removeWebhook", text: id)
                }
            }
        }

        /// Describes a response; the path is that of the request, where its number does not tell.
        init(_ response: Response, at path: Path? = nil) {
            members = [JSON.Member("from", "server")]
            add(response, at: path)
        }

        /// Describes a message of the back end; `nil` for a sign of life.
        init?(_ message: BackendMessage) {
            members = [JSON.Member("from", "server")]
            switch message {
            case .response(let response): add(response)
            case .push(.set(let path, let node, _)):
                add("set", path)
                members.append(JSON.Member("data", Self.start(of: node)))
            case .push(.merge(let path, let children, _)):
                add("merge", path)
                addParts(children.prefix(Self.partLimit).map { ($0.0, Self.start(of: $0.1)) }, of: children.count)
            case .push(.revoked(let path, let window, let status, let reason)):
                add("revoked", path, window, text: reason)
                members.append(JSON.Member("status", .string(status.rawValue)))
            case .push(.authenticationRevoked(let status, let reason)):
                add("signInRevoked", text: reason)
                members.append(JSON.Member("status", .string(status.rawValue)))
            case .push(.securityDebug(let text)): add("debug", text: text)
            case .control(.hello): add("hello")
            case .control(.reset(let host)): add("reset", text: host)
            case .control(.shutdown(let reason)): add("shutdown", text: reason)
            case .control(.ping), .control(.pong): return nil
            }
        }

        private mutating func add(_ response: Response, at path: Path? = nil) {
            add("response", path, text: response.reason)
            members.append(JSON.Member("number", .number(Double(response.number))))
            members.append(JSON.Member("status", .string(response.status.rawValue)))
            if let data = response.data { members.append(JSON.Member("data", Self.start(of: data))) }
        }

        private mutating func add(_ kind: String, _ path: Path? = nil, _ window: Window = .all, text: String? = nil) {
            members.append(JSON.Member("kind", .string(kind)))
            if let path { members.append(JSON.Member("path", Self.short(path.description))) }
            if !window.isAll { members.append(JSON.Member("query", Self.short(window.description))) }
            if let text { members.append(JSON.Member("text", Self.short(text))) }
        }

        private mutating func add(_ kind: String, _ write: Write, _ refusal: Request.Refusal?) {
            if refusal != nil { return add(kind, write.path, text: "(refused before its data were read)") }
            add(kind, write.path)
            switch write.parts {
            case .set(let value): members.append(JSON.Member("data", Self.start(of: value)))
            case .merge(let parts):
                addParts(parts.prefix(Self.partLimit).map { ($0.path, Self.start(of: $0.value)) }, of: parts.count)
            }
        }

        /// Adds the shown parts of a merge, and the number of all parts if there are more.
        private mutating func addParts(_ parts: [(path: Path, value: JSON)], of count: Int) {
            let data = parts.map { JSON.Member($0.path.relativeText.abbreviated(atMost: Self.textLength), $0.value) }
            members.append(JSON.Member("data", .object(data)))
            if parts.count < count { members.append(JSON.Member("parts", .number(Double(count)))) }
        }

        private static func start(of value: WriteValue) -> JSON {
            let isShort = value.node.size <= wholeSize && value.deferred.count <= partLimit
            return isShort ? value.json : value.node.preview
        }

        private static func start(of node: Node) -> JSON { node.size <= wholeSize ? node.exportJSON : node.preview }

        private static func short(_ text: String) -> JSON { .string(text.abbreviated(atMost: textLength)) }

        /// Returns the text of the event.
        ///
        /// - Parameters:
        ///   - session: The session that sent or received the message.
        ///   - user: The user of the session, in words; `nil` before a sign-in.
        ///   - time: The time in milliseconds since the Unix epoch.
        /// - Returns: The text, with the empty line that ends it.
        func event(session: SessionList.ID, user: String? = nil, time: Double) -> String {
            var head = [JSON.Member("session", .number(Double(session))), JSON.Member("time", .number(time))]
            if let user { head.append(JSON.Member("user", .string(user))) }
            return "event: message\ndata: \(JSON.object(head + members).text)\n\n"
        }
    }
#endif
