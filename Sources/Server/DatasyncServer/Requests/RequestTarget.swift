#if Server
    import DatasyncTree
    import NIOHTTP1

    /// The resource that a request names, and its parameters.
    struct RequestTarget: Sendable {
        enum Resource: Sendable, Equatable {
            /// The WebSocket of a session.
            case socket
            case data(Path)
            case rules
            /// A check of rules that are not deployed.
            case rulesCheck
            /// An explanation of a decision of the rules.
            case rulesExplanation
            case logLevel
            /// The drain of the server.
            case drain
            /// The list of sessions.
            case sessions
            /// The messages of a namespace's sessions.
            case messages
            /// The webhooks of a namespace.
            case webhooks
            /// One webhook, by its identifier.
            case webhook(String)
            /// The list of namespaces.
            case namespaces
            /// One name in the list.
            case namespace(String)
            case health
            case readiness
            case metrics
            /// A part of the console.
            case console(ConsolePart)
        }

        let resource: Resource
        let parameters: [(name: String, value: String)]

        /// Reads the target of a request line: a path, or a whole address whose name ``RequestHost`` checks.
        ///
        /// - Throws: ``RequestFailure`` with status 400 or 404 and the faulty part.
        init(_ target: String) throws(RequestFailure) {
            let text = Self.parts(target).path
            let query = text.utf8.firstIndex(of: UInt8(ascii: "?"))
            parameters =
                try query.map { query throws(RequestFailure) in
                    try Self.parameters(text[text.utf8.index(after: query)...])
                } ?? []
            resource = try Self.resource(text[..<(query ?? text.endIndex)])
        }

        /// Splits a target into its name and port, if it is a whole address, and its path with the parameters.
        static func parts(_ target: String) -> (authority: Substring?, path: Substring) {
            if target.utf8.first == UInt8(ascii: "/") { return (nil, target[...]) }
            for scheme in ["http://", "https://"] where target.prefix(scheme.count).lowercased() == scheme {
                let rest = target.dropFirst(scheme.count)
                let authority = rest.prefix { $0 != "/" && $0 != "?" }
                return (authority, rest[authority.endIndex...])
            }
            return (nil, target[...])
        }

        /// Returns the value of a parameter; if it is repeated, the last one counts.
        subscript(name: String) -> String? { parameters.last { $0.name == name }?.value }

        private static func resource(_ path: Substring) throws(RequestFailure) -> Resource {
            switch path {
            case "/.ws", "/_wss/.ws": return .socket
            case "/healthz": return .health
            case "/readyz": return .readiness
            case "/metrics": return .metrics
            case "/.settings/rules.json", "/.settings/rules/.json": return .rules
            case "/.settings/rules/check.json": return .rulesCheck
            case "/.settings/rules/explain.json": return .rulesExplanation
            case "/.settings/logLevel.json": return .logLevel
            case "/.settings/drain.json": return .drain
            case "/.settings/sessions.json": return .sessions
            case "/.settings/messages.json": return .messages
            case "/.lp", "/_wss/.lp":
                throw RequestFailure(
                    .badRequest, "Long polling (/.lp) is not supported; connect with a WebSocket at /.ws?v=5.")
            default: break
            }
            if path == "/.settings/namespaces.json" { return .namespaces }
            if path == "/.settings/webhooks.json" { return .webhooks }
            for (prefix, make) in [
                ("/.settings/namespaces/", Resource.namespace), ("/.settings/webhooks/", Resource.webhook),
            ] where path.hasPrefix(prefix) && path.hasSuffix(".json") {
                guard let name = decoded(path.dropFirst(prefix.count).dropLast(5), plusIsBlank: false) else {
                    throw RequestFailure(
                        .badRequest, "The last part of \(prefix)… is not valid percent-encoded UTF-8.")
                }
                return make(name)
            }
            if let part = ConsolePart(rawValue: String(path)) { return .console(part) }
            guard path.hasPrefix("/"), path.hasSuffix(".json") else {
                throw RequestFailure(
                    .notFound,
                    "There is no page \(String(path).quoted(atMost: 80)); add \".json\" to the path of a node, as in "
                        + "/contacts/ada.json.")
            }
            do throws(DatasyncError) {
                return .data(try dataPath(path.dropLast(5)))
            } catch {
                throw RequestFailure(error)
            }
        }

        private static func dataPath(_ text: Substring) throws(DatasyncError) -> Path {
            var keys: [Key] = []
            let segments = text.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
            for (index, segment) in segments.enumerated() {
                guard let name = decoded(segment, plusIsBlank: false) else {
                    throw DatasyncError(
                        .invalidPath,
                        "The segment \(String(segment).quoted(atMost: 40)) of the path is not valid percent-encoded UTF-8."
                    )
                }
                keys.append(index == segments.count - 1 && name == ".priority" ? .priority : try Key(name))
            }
            let path = Path(keys)
            guard path.nodePath.count <= Path.maximumDepth else {
                throw DatasyncError(.invalidPath, "The path is deeper than the limit of \(Path.maximumDepth) levels.")
            }
            return path
        }

        private static func parameters(_ text: Substring) throws(RequestFailure) -> [(name: String, value: String)] {
            var parameters: [(name: String, value: String)] = []
            for part in text.utf8.split(separator: UInt8(ascii: "&")) {
                let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = decoded(Substring(pair[0]), plusIsBlank: true),
                    let value = pair.count == 2 ? decoded(Substring(pair[1]), plusIsBlank: true) : ""
                else {
                    throw RequestFailure(
                        .badRequest,
                        "The parameter \(String(Substring(part)).quoted(atMost: 40)) is not valid percent-encoded UTF-8."
                    )
                }
                parameters.append((name, value))
            }
            return parameters
        }

        /// Decodes percent-encoded text; `nil` if an escape or the resulting UTF-8 is not valid.
        static func decoded(_ text: Substring, plusIsBlank: Bool) -> String? {
            var bytes: [UInt8] = []
            var rest = text.utf8
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "%"):
                    guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else { return nil }
                    bytes.append(high << 4 | low)
                case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
                default: bytes.append(byte)
                }
            }
            return String(validating: bytes, as: UTF8.self)
        }
    }

    extension RequestTarget.Resource {
        /// Whether the resource is for monitoring programs, which reach it under any name.
        var isProbe: Bool { self == .health || self == .readiness }

        /// Whether the resource is in a namespace.
        var isInNamespace: Bool {
            switch self {
            case .socket, .data, .rules, .rulesCheck, .rulesExplanation, .messages: true
            case .logLevel, .drain, .sessions, .webhooks, .webhook, .namespaces, .namespace, .health, .readiness,
                .metrics, .console:
                false
            }
        }
    }

    extension UInt8 {
        /// The value of a hexadecimal digit.
        fileprivate var hexValue: UInt8? {
            switch self {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
            default: nil
            }
        }
    }
#endif
