import DatasyncTree
import DatasyncWire

/// Listens: their registration, and their revocation when the rules or limits no longer allow reading.
extension BackendState {
    mutating func listen(
        _ id: SessionID, path: Path, window: Window, tag: Int?, hash: String?, now: Double
    ) throws(Refusal) -> [Delivery] {
        if let refusal = injectedRefusal(id, .listen) { throw refusal }
        let decision = try checkReading(path, window, by: principal(of: id), now: now)
        let key = ListenKey(path: path, window: window)
        if let listens = sessions[id]?.listens, listens.count >= listenLimit, !listens.contains(key) {
            throw Refusal(
                .tooManyRequests,
                "This client already listens to \(listens.count) queries; end some of its subscriptions.")
        }
        removeListener(id, key, keepsIndex: true)
        note(decision, for: id, key)
        sessions[id]?.listens.insert(key)
        keepIndex(of: window, at: path)
        keptIndexes.forget(KeptIndexes.Key(path: path, order: window.order))
        if let port = sessions[id]?.port {
            listeners.add(Listener(session: id, port: port, tag: tag), to: key, over: data[path])
        }
        let node = window.cut(data[path])
        // A client without a cached value receives null too: some clients think that an acknowledged listen without data is
        // still waiting for its data. Hashing visits the whole value, so it is skipped for these clients.
        if let hash, !hash.isEmpty, node.hash == hash { return [] }
        return [delivery(id, .push(.set(path: path, node: node, tag: tag)))]
    }

    /// Records what the right to a listen depends on.
    private mutating func note(_ decision: RuleDecision, for id: SessionID, _ key: ListenKey) {
        watches.set(decision.observed, for: ReadWatches.Listen(session: id, key: key))
        if decision.readsUser {
            sessions[id]?.userListens.insert(key)
        } else {
            sessions[id]?.userListens.remove(key)
        }
    }

    /// Removes a session's listener of a query.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - key: The query.
    ///   - keepsIndex: Whether another listener follows, so that the index is not built again.
    mutating func removeListener(_ id: SessionID, _ key: ListenKey, keepsIndex: Bool = false) {
        sessions[id]?.listens.remove(key)
        sessions[id]?.userListens.remove(key)
        watches.set([], for: ReadWatches.Listen(session: id, key: key))
        let order = key.window.order
        if listeners.remove(id, from: key), !keepsIndex, data[key.path].indexedOrders.contains(order),
            !keptIndexes.hasUse(KeptIndexes.Key(path: key.path, order: order))
        {
            database.data.modify(key.path) { $0.removeIndex(order) }
        }
    }

    /// The number of listens that one call removes.
    static let listensAtOnce = 256

    /// Removes some listens of ended sessions, so that other requests wait for a few removals only.
    ///
    /// - Returns: Whether there are more.
    package mutating func removeEndedListens() -> Bool {
        for _ in 0..<Self.listensAtOnce {
            guard let last = endedListens.indices.last else { return false }
            guard let key = endedListens[last].keys.popLast() else {
                endedListens.removeLast()
                continue
            }
            removeListener(endedListens[last].session, key)
        }
        return hasEndedListens
    }

    package var hasEndedListens: Bool { !endedListens.isEmpty }

    /// Returns whether there are rules, but none of them declares the index of a window.
    ///
    /// Without rules there is nothing to add a declaration to: rules that only declare an index would deny all access.
    func lacksDeclaredIndex(_ path: Path, _ window: Window) -> Bool {
        switch window.order {
        case .key, .priority: false
        case .value, .child: !window.isAll && !rules.isOpen && !rules.indexes(at: path).contains(window.order)
        }
    }

    /// Keeps the order of a window indexed while it has a listener; the first listener pays for the sorting.
    mutating func keepIndex(of window: Window, at path: Path) {
        guard !window.isAll, data[path].lacksIndex(window.order), makeRoomForIndex(at: path) else { return }
        database.data.modify(path) { $0.addIndex(window.order) }
    }

    /// Restores the indexes that a write removed by replacing the nodes of windows.
    mutating func keepIndexes(at concerned: [Listeners.Concerned]) {
        for node in concerned {
            for window in node.filtered.map(\.window) { keepIndex(of: window, at: node.path) }
        }
    }

    /// Checks a read against the rules and the limits; returns the facts that the decision depends on.
    func checkReading(
        _ path: Path, _ window: Window, by principal: Principal, now: Double
    ) throws(Refusal) -> RuleDecision {
        guard path.count <= Path.maximumDepth else {
            throw Refusal(
                .invalidPath,
                "The path \(path) is deeper than the limit of \(Path.maximumDepth) levels; flatten the data.")
        }
        let decision = decideReading(path, window, of: data, by: principal, now: now)
        guard decision.isAllowed else {
            throw Refusal(.permissionDenied, "The rules do not allow reading \(path).")
        }
        if data[path].size > limits.listen { throw tooLargeToRead(path) }
        return decision
    }

    func principal(of id: SessionID) -> Principal {
        sessions[id]?.only?.principal ?? database.principal(of: name(of: id))
    }

    private func decideReading(
        _ path: Path, _ window: Window, of data: Node, by principal: Principal, now: Double
    ) -> RuleDecision {
        guard case .client(let auth) = principal else {
            var decision = RuleDecision()
            decision.readsUser = true
            return decision
        }
        return rules.decideReading(
            at: path, in: RuleContext(auth: auth, now: now, data: data, query: RuleQuery(window)))
    }

    private func tooLargeToRead(_ path: Path) -> Refusal {
        Refusal(
            .tooBig,
            "The data below \(path) take \(data[path].size) bytes; the limit for one subscribed or read node is "
                + "\(limits.listen), windowed or not. Subscribe to its children.")
    }

    /// Rechecks a session's listens that depend on its user, and revokes forbidden ones.
    mutating func revokeForbiddenListens(of id: SessionID, now: Double) -> [Delivery] {
        let keys = sessions[id]?.userListens ?? []
        return revokeForbidden(keys.map { ReadWatches.Listen(session: id, key: $0) }, of: data, now: now)
    }

    /// Rechecks all listens, and revokes forbidden ones.
    mutating func revokeForbiddenListens(now: Double) -> [Delivery] {
        var listens: [ReadWatches.Listen] = []
        listeners.visit { key, listener in
            listens.append(ReadWatches.Listen(session: listener.session, key: key))
        }
        return revokeForbidden(listens, of: data, now: now)
    }

    /// Rechecks the listens whose read rules looked at a written path, and revokes forbidden ones.
    mutating func revokeWatchingListens(after applied: AppliedWrite, now: Double) -> [Delivery] {
        guard !watches.isEmpty else { return [] }
        let write = applied.write
        var watching: Set<ReadWatches.Listen> = []
        for part in write.parts { watching.formUnion(watches.listens(around: write.place(of: part))) }
        return revokeForbidden(Array(watching), of: applied.after, now: now)
    }

    private mutating func revokeForbidden(
        _ listens: [ReadWatches.Listen], of data: Node, now: Double
    ) -> [Delivery] {
        var forbidden: [ReadWatches.Listen] = []
        for listen in listens where sessions[listen.session] != nil {
            let key = listen.key
            let decision = decideReading(
                key.path, key.window, of: data, by: principal(of: listen.session), now: now)
            if decision.isAllowed { note(decision, for: listen.session, key) } else { forbidden.append(listen) }
        }
        return forbidden.sorted().map { listen in
            let refusal = Refusal(.permissionDenied, "The rules no longer allow reading \(listen.key.path).")
            return revoke(listen, refusal)
        }
    }

    /// Revokes the listens at, above and below a path whose data have become too large.
    mutating func revokeTooLargeListens(around path: Path) -> [Delivery] {
        var tooLarge: [ReadWatches.Listen] = []
        listeners.forEachNode(around: path, of: data, above: limits.listen) { place, node in
            node.visit { window, listener in
                let key = ListenKey(path: place, window: window)
                tooLarge.append(ReadWatches.Listen(session: listener.session, key: key))
            }
        }
        let present = tooLarge.filter { sessions[$0.session] != nil }
        return present.map { revoke($0, tooLargeToRead($0.key.path)) }
    }

    private mutating func revoke(_ listen: ReadWatches.Listen, _ refusal: Refusal) -> Delivery {
        let key = listen.key
        removeListener(listen.session, key)
        let push = Push.revoked(path: key.path, window: key.window, status: refusal.status, reason: refusal.reason)
        return delivery(listen.session, .push(push))
    }
}
