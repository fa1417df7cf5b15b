import DatasyncTree
import DatasyncWire

/// One-shot reads, from the back end or, without a connection, from the cache; they change no subscription.
extension EngineState {
    package mutating func read(_ query: Query, handlers: OperationHandlers? = nil) -> OperationID {
        let operation = makeOperation(handlers)
        if query.path.isInfo {
            readInfo(operation, query)
            return operation
        }
        switch phase {
        case .ready: send(operation, query)
        case .opening: waitingReads.append((operation, query))
        case .off, .waiting: readFromCache(operation, query)
        }
        return operation
    }

    mutating func send(_ operation: OperationID, _ query: Query) {
        send(.get(path: query.path, window: query.window), for: .read(operation, query, user: user))
    }

    /// Handles the response to a read that a user began.
    mutating func handleResponse(
        _ operation: OperationID, _ query: Query, of reader: UserIdentity?, _ response: Response
    ) {
        guard response.status == .ok else {
            if sendsWrites { forgetRefused(query, response.status) }
            let error = DatasyncError(response.status, reason: response.reason, doing: "read", at: query.path)
            settle(operation, .failure(error))
            return
        }
        guard let node = response.data else {
            let error = DatasyncError(
                .unavailable, at: query.path,
                "The response of the back end to a read of \(query.path) holds no data; try again.")
            settle(operation, .failure(error))
            return
        }
        // The pending writes are the current user's.
        let isOwn = reader == nil || reader == user
        settle(operation, isOwn ? visible(node, query) : .success(.value(node, isAcknowledged: true)))
    }

    /// Settles a read whose user has signed out before the response, with an unknown value.
    mutating func abandon(_ operation: OperationID) {
        settle(operation, .success(.value(.null, isAcknowledged: false, isKnown: false)))
    }

    /// Settles a read with cached data, or with an unknown value if no cache holds the data.
    ///
    /// A value that is not known is an error if the back end refuses connections: waiting would not help.
    mutating func readFromCache(_ operation: OperationID, _ query: Query) {
        let result = visible(cachedNode(query), query)
        guard attempts.isRefused, case .success(.value(_, _, isKnown: false)) = result else {
            return settle(operation, result)
        }
        settle(
            operation,
            .failure(
                DatasyncError(
                    .unavailable, at: query.path,
                    "The value at \(query.path) is not known here, and the back end refuses connections. "
                        + (attempts.reason ?? ""))))
    }

    private func cachedNode(_ query: Query) -> Node? {
        if let node = replica.knownServerNode(at: query.path) { return node }
        if let view = replica.view(of: query), view.server.isComplete, view.suspension == nil {
            return view.server.node
        }
        return offlineCache.node(at: query.path) ?? offlineCache.content(of: query)
    }

    /// Returns server data with the pending writes applied, as the application sees them.
    ///
    /// Without server data (`nil`), the value is known only if a pending write covers it.
    private func visible(_ node: Node?, _ query: Query) -> Result<Outcome, DatasyncError> {
        let overlay = replica.pending.overlay.below(query.path)
        let isKnown = overlay.applied(toKnown: node) != nil
        return .success(
            .value(
                query.window.cut(overlay.applied(to: node ?? .null)),
                isAcknowledged: isKnown && !replica.pending.touches(query.path), isKnown: isKnown))
    }
}
