#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire

    /// Listens to the list of namespaces, and reports the names that are removed from it, by this server or another one.
    final class NameWatch: Sendable {
        private let served: ServedNamespace
        private let port: BackendPort
        private let removed: @Sendable (LogNamespace) -> Void
        /// The list, as far as its pushes have arrived.
        private let shown = Guarded(Node.null)

        /// Creates a watch, which ends with the last reference to it.
        ///
        /// - Parameters:
        ///   - served: The namespace that has the list.
        ///   - removed: Receives each removed name, on any thread.
        init(_ served: ServedNamespace, removed: @escaping @Sendable (LogNamespace) -> Void) {
            self.served = served
            self.removed = removed
            port = served.makePort()
        }

        /// Begins to listen, again after the end of a connection.
        func connect() {
            let connection = port.connect { [weak self] event in self?.receive(event) }
            // A listen for each group, because the size of a listen has a limit.
            for (index, group) in NamespaceList.groups.enumerated() {
                let listen = Request.Action.listen(path: group, window: .all, tag: nil, hash: nil)
                connection.send(.request(Request(number: index + 1, action: listen)))
            }
        }

        private func receive(_ event: LinkEvent) {
            switch event {
            case .message(.push(.set(let path, let node, _))): replace([(path, node)])
            case .message(.push(.merge(let path, let children, _))):
                replace(children.map { (path.appending($0.0), $0.1) })
            case .closed: if served.failure == nil { Task { connect() } }
            case .message, .refused, .waiting, .available: break
            }
        }

        private func replace(_ values: [(Path, Node)]) {
            let names = shown.withLock { shown in
                var names: [String] = []
                for (path, node) in values {
                    let remaining = Set(NamespaceList.names(in: node))
                    names += NamespaceList.names(in: shown[path]).filter { !remaining.contains($0) }
                    shown.set(node, at: path)
                }
                return names
            }
            for name in names.compactMap({ try? LogNamespace($0) }) { removed(name) }
        }
    }
#endif
