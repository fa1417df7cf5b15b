#if Server
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// Reads and writes of one request, in its session.
    struct DataAccess: Sendable {
        let session: RequestSession
        let namespace: ServedNamespace

        /// Returns the value that a query selects.
        func read(_ path: Path, _ window: Window) async throws(RequestFailure) -> Node {
            // The priority of a node is part of its node; the protocol reads nodes only.
            if path.last?.isPriority == true { return try await readPart(of: path.nodePath).priority }
            let response = await session.perform(.get(path: path, window: window))
            guard response.status == .ok else { throw RequestFailure(response) }
            return response.data ?? .null
        }

        /// Returns a node of any size, for the parts of it that are always small: its keys and its priority.
        func readPart(of path: Path) async throws(RequestFailure) -> Node {
            let response = await session.perform(.get(path: path, window: .all))
            switch response.status {
            case .ok: return response.data ?? .null
            // The back end checks the rules before the size.
            case .tooBig: return namespace.data[path]
            default: throw RequestFailure(response)
            }
        }

        /// Replaces a value, if it has the expected hash.
        ///
        /// - Throws: ``RequestFailure`` with status 412 if the value has another hash.
        func put(_ value: WriteValue, at path: Path, expectedHash: String?) async throws(RequestFailure) {
            let put = Request.Action.put(path: path, value: value, expectedHash: expectedHash)
            try check(await session.perform(put))
        }

        /// Replaces the values at some paths below a node.
        func merge(_ parts: [MergePart], at path: Path) async throws(RequestFailure) {
            try check(await session.perform(.merge(path: path, parts: parts)))
        }

        /// Returns the written value: the content of the request, or the present value if the server computed a part of it.
        func written(_ value: WriteValue, _ json: JSON, at path: Path, clock: () -> Double) async -> JSON {
            if value.deferred.isEmpty { return json }
            let present = try? await read(path, .all)
            let node = present ?? value.estimated(now: clock()) { _ in nil }
            return node.json(readsArrays: true)
        }

        private func check(_ response: Response) throws(RequestFailure) {
            if response.status != .ok { throw RequestFailure(response) }
        }
    }
#endif
