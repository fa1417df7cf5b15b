#if Server
    import DatasyncTree
    import DatasyncWire

    /// The translation of a listen's messages into the events of an event stream.
    ///
    /// Pure. The first event is a `put` of the whole value, even if it is null. A plain stream has no priorities, just
    /// like a plain GET; a stream with `format=export` has all of them. A stream of previews has the preview of a child for each change
    /// in it, and the path of the change.
    struct StreamTranslator: Sendable {
        /// The number of the listen request.
        static let listenNumber = 1

        private let path: Path
        /// Whether the events have priorities.
        private let isExport: Bool

        /// Whether the events have previews in place of values.
        private let isPreview: Bool

        init(path: Path, isExport: Bool = false, isPreview: Bool = false) {
            self.path = path
            self.isExport = isExport
            self.isPreview = isPreview
        }

        /// Returns the value after a push that a stream of previews needs for its event.
        func value(_ value: Node, after push: Push) -> Node {
            guard isPreview else { return .null }
            switch push {
            case .set(let place, let node, _): return value.setting(node, at: relativePath(place))
            case .merge(let place, let children, _):
                return children.reduce(value) { $0.setting($1.1, at: relativePath(place.appending($1.0))) }
            case .revoked, .authenticationRevoked, .securityDebug: return value
            }
        }

        /// Returns the event for a back-end push; `nil` if the stream does not show the change.
        ///
        /// - Parameters:
        ///   - push: The push.
        ///   - value: The value after it, for a stream of previews.
        /// - Returns: The text of the event.
        func event(for push: Push, value: Node = .null) -> String? {
            if isPreview, let event = previewEvent(for: push, value) { return event }
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

        /// Returns the event with the previews of the children in which something has changed.
        private func previewEvent(for push: Push, _ value: Node) -> String? {
            switch push {
            case .set(let place, _, _):
                let changed = relativePath(place).nodePath
                guard let key = changed.first else { return Self.event("put", "/", value.previewJSON) }
                let child = Path([key])
                return Self.event(
                    "put",
                    [
                        "path": .string(child.description), "data": value[child].preview,
                        "changed": .string(changed.description),
                    ])
            case .merge(let place, let parts, _):
                let changed = parts.map { relativePath(place.appending($0.0)).nodePath }
                let keys = Set(changed.compactMap(\.first)).sorted()
                let members = keys.map { JSON.Member($0.text, value[Path([$0])].preview) }
                let paths = changed.map { JSON.string($0.description) }
                return Self.event("patch", ["path": "/", "data": .object(members), "changed": .array(paths)])
            case .revoked, .authenticationRevoked, .securityDebug: return nil
            }
        }

        /// The event that keeps a silent stream open.
        static let keepAlive = event("keep-alive", .null)

        private func isShown(_ place: Path) -> Bool { isExport || place.last?.isPriority != true }

        private func json(_ node: Node) -> JSON { isExport ? node.exportJSON : node.json(readsArrays: true) }

        private func relative(_ place: Path) -> String { relativePath(place).description }

        private func relativePath(_ place: Path) -> Path {
            // A push is never above the path of the stream, because a listen receives its own value.
            place.relative(to: path) ?? .root
        }

        private static func event(_ name: String, _ path: String, _ data: JSON) -> String {
            event(name, ["path": .string(path), "data": data])
        }

        private static func event(_ name: String, _ data: JSON) -> String { "event: \(name)\ndata: \(data.text)\n\n" }
    }
#endif
