#if Server
    import DatasyncTree
    import DatasyncWire

    /// The translation of a listen's messages into the events of an event stream.
    ///
    /// Pure. The first event is a `put` of the whole value, even if it is null. A plain stream has no priorities, just
    /// like a plain GET; a stream with `format=export` has all of them.
    struct StreamTranslator: Sendable {
        /// The number of the listen request.
        static let listenNumber = 1

        private let path: Path
        /// Whether the events have priorities.
        private let isExport: Bool

        init(path: Path, isExport: Bool = false) {
            self.path = path
            self.isExport = isExport
        }

        /// Returns the event for a back-end push; `nil` if the stream does not show the change.
        func event(for push: Push) -> String? {
            switch push {
            case .set(let place, let node, _):
                return isShown(place) ? Self.event("put", relative(place), json(node)) : nil
            case .merge(let place, let children, _):
                let members = children.filter { isShown($0.0) }.map { JSON.Member($0.0.relativeText, json($0.1)) }
                return members.isEmpty ? nil : Self.event("patch", relative(place), .object(members))
            case .revoked(_, _, _, let reason): return Self.event("cancel", reason.map(JSON.string) ?? .null)
            case .authenticationRevoked(_, let reason):
                return Self.event("auth_revoked", reason.map(JSON.string) ?? .null)
            case .securityDebug: return nil
            }
        }

        /// The event that keeps a silent stream open.
        static let keepAlive = event("keep-alive", .null)

        private func isShown(_ place: Path) -> Bool { isExport || place.last?.isPriority != true }

        private func json(_ node: Node) -> JSON { isExport ? node.exportJSON : node.json(readsArrays: true) }

        private func relative(_ place: Path) -> String {
            // A push is never above the path of the stream, because a listen receives its own value.
            (place.relative(to: path) ?? .root).description
        }

        private static func event(_ name: String, _ path: String, _ data: JSON) -> String {
            event(name, ["path": .string(path), "data": data])
        }

        private static func event(_ name: String, _ data: JSON) -> String { "event: \(name)\ndata: \(data.text)\n\n" }
    }
#endif
