#if Server
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// Reads and writes of one request, with the rights of its session or of the owner.
    struct DataAccess: Sendable {
        let session: RequestSession
        let namespace: ServedNamespace
        /// Whether no rule applies.
        let isOwner: Bool

        /// Returns the value that a query selects.
        func read(_ path: Path, _ window: Window) async throws(RequestFailure) -> Node {
            if isOwner { return namespace.value(at: path, window) }
            // The priority of a node is part of its node; the protocol reads nodes only.
            let response = await session.perform(.get(path: path.nodePath, window: window))
            guard response.status == .ok else { throw RequestFailure(response) }
            let node = response.data ?? .null
            return path.last?.isPriority == true ? node.priority : node
        }

        /// Replaces a value, if it has the expected hash.
        ///
        /// - Throws: ``RequestFailure`` with status 412 if the value has another hash.
        func put(_ value: WriteValue, at path: Path, expectedHash: String?) async throws(RequestFailure) {
            if isOwner, expectedHash == nil {
                do throws(DataError) {
                    try namespace.write(value, at: path)
                } catch {
                    throw RequestFailure(error)
                }
                return
            }
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
            if response.status == .ok { return }
            if isOwner, response.status == .permissionDenied {
                throw RequestFailure(
                    .unauthorized,
                    "The rules deny this write, and conditional writes and merges of the owner are subject to the rules in this "
                        + "version; write without a condition, or change the rules.")
            }
            throw RequestFailure(response)
        }
    }
#endif
