import DatasyncTree
import DatasyncWire

/// Listens: their registration, and their revocation when the rules or limits no longer allow reading.
extension BackendState {
    mutating func listen(
        _ id: SessionID, path: Path, window: Window, tag: Int?, hash: String, now: Double
    ) throws(Refusal) -> [Delivery] {
        if let refusal = injectedRefusal(id, .listen) { throw refusal }
        let watched = try checkReading(path, window, by: principal(of: id), now: now)
        let key = ListenKey(path: path, window: window)
        if let listens = sessions[id]?.listens, listens.count >= listenLimit, !listens.contains(key) {
            throw Refusal(
                .tooManyRequests,
                "This client already listens to \(listens.count) queries; end some of its subscriptions.")
        }
        removeListener(id, key)
        watches.set(watched, for: ReadWatches.Listen(session: id, key: key))
        sessions[id]?.listens.insert(key)
        if let port = sessions[id]?.port {
            listeners.modify(path) { branch in
                branch.value = (branch.value ?? []) + [Listener(session: id, port: port, window: window, tag: tag)]
            }
        }
        keepIndex(of: window, at: path)
        let node = window.cut(data[path])
        // Hashing visits the whole value; skip it for a client without a cached value.
        if hash.isEmpty ? node.isNull : node.hash == hash { return [] }
        return [delivery(id, .push(.set(path: path, node: node, tag: tag)))]
    }

    mutating func removeListener(_ id: SessionID, _ key: ListenKey) {
        sessions[id]?.listens.remove(key)
        watches.set([], for: ReadWatches.Listen(session: id, key: key))
        listeners.modify(key.path) { branch in
            branch.value?.removeAll { $0.session == id && $0.window == key.window }
            if branch.value?.isEmpty == true { branch.value = nil }
        }
        let order = key.window.order
        let isNeeded = listeners[key.path]?.value?.contains { $0.window.order == order && !$0.window.isAll } ?? false
        if !isNeeded, data[key.path].indexedOrders.contains(order) {
            database.data.modify(key.path) { $0.removeIndex(order) }
        }
    }

    /// Returns whether there are rules, but none that declares the index of a window.
    ///
    /// Without rules there is nothing to add a declaration to: rules that only declare an index would deny all access.
    func lacksDeclaredIndex(_ path: Path, _ window: Window) -> Bool {
        switch window.order {
        case .key, .priority: false
        case .value, .child: !window.isAll && !rules.isOpen && !rules.indexes(at: path).contains(window.order)
        }
    }

    /// Keeps the order of a window indexed while it has a listener; the first one pays for sorting the children.
    private mutating func keepIndex(of window: Window, at path: Path) {
        guard !window.isAll, data[path].lacksIndex(window.order) else { return }
        database.data.modify(path) { $0.addIndex(window.order) }
    }

    /// Adds the indexes that a write has removed by replacing the nodes of windows.
    mutating func keepIndexes(around path: Path) {
        var lost: [(Window, Path)] = []
        forEachListener(around: path) { place, listener in
            if listener.window.order != .key { lost.append((listener.window, place)) }
        }
        for (window, place) in lost { keepIndex(of: window, at: place) }
    }

    /// Returns whether a default listen of a session covers a path, so that the session already has the data.
    func coversRead(_ id: SessionID, _ path: Path) -> Bool {
        var branch: PathTree<[Listener]>? = listeners
        for depth in 0...path.count {
            if branch?.value?.contains(where: { $0.session == id && $0.window.isAll }) == true { return true }
            guard let key = path.dropFirst(depth).first(where: { _ in true }) else { return false }
            branch = branch?.child(key)
        }
        return false
    }

    /// Checks a read against the rules and the limits; returns the paths that the rules looked at.
    func checkReading(
        _ path: Path, _ window: Window, by principal: Principal, now: Double
    ) throws(Refusal) -> [Path] {
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
        return decision.observed
    }

    func principal(of id: SessionID) -> Principal { database.principal(of: name(of: id)) }

    private func decideReading(
        _ path: Path, _ window: Window, of data: Node, by principal: Principal, now: Double
    ) -> RuleDecision {
        guard case .client(let auth) = principal else { return RuleDecision() }
        return rules.decideReading(
            at: path, in: RuleContext(auth: auth, now: now, data: data, query: RuleQuery(window)))
    }

    private func tooLargeToRead(_ path: Path) -> Refusal {
        Refusal(
            .tooBig,
            "The data below \(path) take \(data[path].size) bytes; the limit for one subscribed or read node is "
                + "\(limits.listen), windowed or not. Subscribe to its children.")
    }

    /// Decides again about the listens of one session, or of all, and revokes those that are forbidden.
    mutating func revokeForbiddenListens(of id: SessionID? = nil, now: Double) -> [Delivery] {
        var concerned: [(Path, Listener)] = []
        listeners.visit { path, listeners in
            concerned += listeners.filter { id == nil || $0.session == id }.map { (path, $0) }
        }
        return revokeForbidden(concerned, of: data, now: now)
    }

    /// Decides again about the listens whose read rules looked at a written path, and revokes those that are forbidden.
    mutating func revokeWatchingListens(after applied: AppliedWrite, now: Double) -> [Delivery] {
        guard !watches.isEmpty else { return [] }
        let write = applied.write
        var watching: Set<ReadWatches.Listen> = []
        for part in write.parts { watching.formUnion(watches.listens(around: write.place(of: part))) }
        var concerned: [(Path, Listener)] = []
        for listen in watching.sorted() {
            let listeners = listeners[listen.key.path]?.value ?? []
            concerned += listeners.filter { $0.session == listen.session && $0.window == listen.key.window }.map {
                (listen.key.path, $0)
            }
        }
        return revokeForbidden(concerned, of: applied.after, now: now)
    }

    private mutating func revokeForbidden(
        _ concerned: [(Path, Listener)], of data: Node, now: Double
    ) -> [Delivery] {
        var forbidden: [(Path, Listener)] = []
        for (path, listener) in concerned {
            let principal = principal(of: listener.session)
            let decision = decideReading(path, listener.window, of: data, by: principal, now: now)
            let key = ListenKey(path: path, window: listener.window)
            watches.set(decision.observed, for: ReadWatches.Listen(session: listener.session, key: key))
            if !decision.isAllowed { forbidden.append((path, listener)) }
        }
        return forbidden.sorted { $0.1.session < $1.1.session }.map { path, listener in
            revoke(listener, at: path, Refusal(.permissionDenied, "The rules no longer allow reading \(path)."))
        }
    }

    /// Revokes the listens at, above and below a path whose data have become too large.
    mutating func revokeTooLargeListens(around path: Path) -> [Delivery] {
        guard data.size > limits.listen else { return [] }
        var tooLarge: [(Path, Listener)] = []
        forEachListener(around: path) { place, listener in
            if data[place].size > limits.listen { tooLarge.append((place, listener)) }
        }
        return tooLarge.map { place, listener in revoke(listener, at: place, tooLargeToRead(place)) }
    }

    private mutating func revoke(_ listener: Listener, at path: Path, _ refusal: Refusal) -> Delivery {
        removeListener(listener.session, ListenKey(path: path, window: listener.window))
        let push = Push.revoked(path: path, window: listener.window, status: refusal.status, reason: refusal.reason)
        return delivery(listener.session, .push(push))
    }

    /// Visits the listeners at, above and below a path.
    func forEachListener(around path: Path, _ visit: (Path, Listener) -> Void) {
        var branch = listeners
        var place = Path.root
        for key in path {
            for listener in branch.value ?? [] { visit(place, listener) }
            guard let next = branch.child(key) else { return }
            branch = next
            place = place.child(key)
        }
        branch.visit(at: place) { place, listeners in
            for listener in listeners { visit(place, listener) }
        }
    }
}
