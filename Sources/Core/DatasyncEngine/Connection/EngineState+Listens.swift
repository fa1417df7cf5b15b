import DatasyncTree
import DatasyncWire

/// A listen request without a response.
struct SentListen: Sendable {
    let request: Int
    /// The client's data, whose hash the request carried.
    let node: Node
    /// Whether the back end has pushed the data since the request.
    var isPushed = false
    /// Whether it pushed them before it let the current user read them, so that they are not cached.
    var isUncached = false
}

/// Listen requests, which follow the registrations, and pushes, which enter the replica.
extension EngineState {
    /// Follows a change of registrations: starts new listens before it stops old ones.
    mutating func follow(_ changes: ListenChanges) {
        guard isReady else { return }
        for listen in changes.started { start(listen) }
        for listen in changes.stopped {
            let query = listen.query
            endListen(to: query)
            session.unlistens[query] = send(
                .unlisten(path: query.path, window: query.window, tag: listen.tag), for: .unlisten(query))
        }
    }

    mutating func start(_ listen: Listen) {
        let (path, window) = (listen.query.path, listen.query.window)
        let node = replica.servedView(of: listen.query)?.server.node ?? .null
        let action = Request.Action.listen(path: path, window: window, tag: listen.tag, hash: node.hash)
        session.listens.insert(listen.query)
        replica.sentListen(to: listen.query)
        session.sentListens[listen.query] = SentListen(request: send(action, for: .listen(listen.query)), node: node)
    }

    private mutating func endListen(to query: Query) {
        session.listens.remove(query)
        session.sentListens[query] = nil
        replica.receivedData(of: query)
    }

    mutating func received(_ push: consuming Push) {
        if caching.isOn, sendsWrites { cache(copy push) }
        switch consume push {
        case .set(let path, let node, let tag):
            withholdData(at: path)
            if !session.sentListens.isEmpty { noteListenPush(at: path, tag) }
            if tag == nil { notePush(node, at: path) }
            replica.received(node, at: path, tag: tag, into: &effects)
        case .merge(let path, let children, let tag):
            withholdData(at: path)
            replica.received(merging: children, at: path, tag: tag, into: &effects)
        case .revoked(let path, let window, let status, let reason):
            let query = Query(path: path, window: window)
            // A listen without a response is newer than the revoked one: its own response decides.
            if session.sentListens[query] != nil { return }
            revoke(query, status, reason)
        case .authenticationRevoked(let status, let reason): authenticationRevoked(status, reason)
        case .securityDebug: break
        }
    }

    /// Suspends the views that the session's data enter, while the session's user is not the current one.
    ///
    /// Views without data, and views created since, were not suspended when the user left.
    private mutating func withholdData(at path: Path) {
        guard let reader = session.user, reader != user, !caching.isShared else { return }
        replica.suspendViews(of: reader, at: path)
    }

    /// Records that the back end has pushed the data of a listen.
    private mutating func noteListenPush(at path: Path, _ tag: Int?) {
        let query = tag.map(replica.query) ?? Query(path: path, window: .all)
        if let query, query.path == path, !isEnding(query) {
            let isUncached = !sendsWrites
            session.sentListens[query]?.isPushed = true
            session.sentListens[query]?.isUncached = isUncached
            replica.receivedData(of: query)
        }
    }

    /// Returns whether the end of an earlier listen to a query, or to a default query above it, is unanswered.
    ///
    /// Until the response, a push of the query's data may still belong to that listen.
    private func isEnding(_ query: Query) -> Bool {
        if session.unlistens.isEmpty { return false }
        let request = session.sentListens[query]?.request ?? 0
        return session.unlistens.contains { ended, end in
            if ended == query { return true }
            return end < request && query.window.isAll && ended.window.isAll && query.path.isAtOrBelow(ended.path)
        }
    }

    /// Handles the response to a listen.
    ///
    /// An ok response without an earlier push confirms the data whose hash was sent.
    mutating func handleResponse(_ query: Query, _ response: Response) {
        guard let listen = session.sentListens[query], listen.request == response.number else { return }
        session.sentListens[query] = nil
        guard response.status == .ok else { return revoke(query, response.status, response.reason) }
        if response.warnings.contains(Response.noIndex) { warnOfMissingIndex(query) }
        if !listen.isPushed {
            withholdData(at: query.path)
            replica.receivedData(of: query)
            if sendsWrites { cache(listen.node, of: query) }
            replica.received(listen.node, at: query.path, tag: replica.listen(for: query).tag, into: &effects)
        }
        if listen.isUncached || replica.hasSuspendedViews { confirmData(of: query) }
    }

    /// Handles the response to the end of a listen.
    mutating func handleResponse(unlisten query: Query, _ response: Response) {
        if session.unlistens[query] == response.number { session.unlistens[query] = nil }
    }

    /// Reports, once for each order of a node, that the back end has no declared index for it.
    private mutating func warnOfMissingIndex(_ query: Query) {
        let (path, order) = (query.path, query.window.order)
        guard warnedOrders[path, default: []].insert(order).inserted else { return }
        effects.append(
            .diagnose(
                DatasyncError(
                    .invalidConstraint, at: path,
                    "The rules declare no index for the query by \(order) at \(path), so the back end sorts all children "
                        + "first; add {\".indexOn\": [\"\(order)\"]} to the rules of \(path).")))
    }

    private mutating func revoke(_ query: Query, _ status: Status, _ reason: String?) {
        endListen(to: query)
        let error = DatasyncError(status, reason: reason, doing: "let this client listen to", at: query.path)
        if status != .permissionDenied, let view = replica.servedView(of: query) { keepData(of: view) }
        let (changes, ended) = replica.revoked(query)
        forgetRefused(query, status)
        // The windows at the path of a default query end with it, and so do their silent registrations.
        let gone = Set(ended.map(\.id))
        updating = updating.filter { !gone.contains($0.value) }
        effects += ended.map { .end($0, .revoked(error)) }
        follow(changes)
    }
}
