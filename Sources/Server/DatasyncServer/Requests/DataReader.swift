#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWire

    /// A reader with the rights of one request; it needs no session, because nothing is recorded about a read.
    struct DataReader: Sendable {
        let namespace: ServedNamespace
        let principal: Principal

        /// Returns the value selected by a query; `nil` until the log is read and the index built.
        ///
        /// - Throws: ``RequestFailure`` if the value may not be read or is too large.
        func value(at path: Path, _ window: Window = .all) throws(RequestFailure) -> Node? {
            // A priority is part of its node, and the back end reads nodes only.
            if path.last?.isPriority == true { return try part(of: path.nodePath)?.priority }
            guard let response = namespace.read(path, window, by: principal) else { return nil }
            guard response.status == .ok else { throw RequestFailure(response) }
            return response.data ?? .null
        }

        /// Returns a node of any size, for the parts that are always small: its keys, its priority, and a preview.
        ///
        /// - Parameters:
        ///   - path: The path of the node.
        ///   - window: A window of its keys.
        /// - Returns: The node; `nil` while the namespace reads its log.
        /// - Throws: ``RequestFailure`` if the node may not be read.
        func part(of path: Path, _ window: Window = .all) throws(RequestFailure) -> Node? {
            guard let response = namespace.read(path, window, by: principal) else { return nil }
            switch response.status {
            case .ok: return response.data ?? .null
            // The back end checks the rules before the size.
            case .tooBig: return window.cut(namespace.data[path])
            default: throw RequestFailure(response)
            }
        }

        /// Returns a node of any size, or a priority.
        func present(at path: Path) throws(RequestFailure) -> Node? {
            path.last?.isPriority == true ? try value(at: path) : try part(of: path)
        }

        /// Returns the value of a read once the namespace has read its log and built the index.
        func wait(
            at path: Path, _ window: Window = .all, for read: () throws(RequestFailure) -> Node?
        ) async throws(RequestFailure) -> Node {
            while true {
                if let node = try read() { return node }
                await namespace.waitUntilReadable(path, window, by: principal)
            }
        }
    }
#endif
