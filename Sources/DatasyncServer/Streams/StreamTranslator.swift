#if Server
    import DatasyncTree
    import DatasyncWire

    /// The translation of a listen's messages into the events of an event stream.
    ///
    /// Pure. The first event is always a `put` of the whole value, also if the value is null.
    struct StreamTranslator: Sendable {
        /// The number of the request that listens.
        static let listenNumber = 1

        private let path: Path
        private var hasValue = false

        init(path: Path) { self.path = path }

        /// The texts to send, and whether the stream ends after them.
        struct Output: Sendable, Equatable {
            var texts: [String] = []
            var isEnd = false
        }

        /// Translates a push of the back end.
        mutating func accept(_ push: Push) -> Output {
            switch push {
            case .set(let place, let node, _):
                hasValue = true
                return Output(texts: [Self.event("put", relative(place), node.json(readsArrays: true))])
            case .merge(let place, let children, _):
                let members = children.map { JSON.Member($0.0.relativeText, $0.1.json(readsArrays: true)) }
                return Output(texts: [Self.event("patch", relative(place), .object(members))])
            case .revoked(_, _, _, let reason):
                return Output(texts: [Self.event("cancel", reason.map(JSON.string) ?? .null)], isEnd: true)
            case .authenticationRevoked(_, let reason):
                return Output(texts: [Self.event("auth_revoked", reason.map(JSON.string) ?? .null)], isEnd: true)
            case .securityDebug: return Output()
            }
        }

        /// Notes that the back end accepted the listen.
        mutating func accepted() -> Output {
            defer { hasValue = true }
            return hasValue ? Output() : Output(texts: [Self.event("put", "/", .null)])
        }

        /// The event that keeps a silent stream open.
        static let keepAlive = event("keep-alive", .null)

        private func relative(_ place: Path) -> String {
            // A push above the path of the stream is not possible: a listen receives its own value.
            (place.relative(to: path) ?? .root).description
        }

        private static func event(_ name: String, _ path: String, _ data: JSON) -> String {
            event(name, ["path": .string(path), "data": data])
        }

        private static func event(_ name: String, _ data: JSON) -> String { "event: \(name)\ndata: \(data.text)\n\n" }
    }
#endif
