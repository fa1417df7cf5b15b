import DatasyncTesting
import DatasyncTree

/// A client of the naive model: its server values, its writes and its requests.
final class NaiveClient {
    /// A request that the back end has not processed.
    enum Request {
        case listen(NaiveQuery)
        case unlisten(NaiveQuery)
        case write(NaiveWrite)
        case onDisconnectWrite(NaiveWrite)
    }

    let name: String
    var isConnected = true
    var isHeld = false
    /// The number of changing requests of this connection that the back end has processed.
    var processed = 0
    var requests: [Request] = []
    /// The pending writes.
    private(set) var pending: [NaiveWrite] = []
    /// The on-disconnect writes.
    var onDisconnectWrites: [NaiveWrite] = []
    /// The views, in order of creation.
    private(set) var views: [NaiveView] = []
    /// The listens that the client has requested.
    private var asked: Set<NaiveQuery> = []
    /// The listens that the back end has accepted.
    var listens: Set<NaiveQuery> = []
    var confirmedOnDisconnectWrites: [NaiveWrite] = []

    /// Whether the model no longer determines which subscriptions are active.
    private var isLost = false

    init(_ name: String) { self.name = name }

    // MARK: Subscriptions

    func subscribe(_ subscription: NaiveSubscription) {
        let existing = views.first { $0.query == subscription.query }
        let view = existing ?? makeView(subscription.query)
        view.subscriptions.append(subscription)
        if view.isDisturbed || isLost { subscription.lose() }
        refresh(view)
        if existing == nil { updateListens() }
    }

    func unsubscribe(_ subscription: NaiveSubscription) {
        subscription.end("cancelled")
        for view in views { view.subscriptions.removeAll { $0 === subscription } }
        views.removeAll(where: \.subscriptions.isEmpty)
        updateListens()
    }

    /// Handles the refusal or revocation of a listen: ends dependent subscriptions; subscriptions below request
    /// their own listens.
    func revoke(_ query: NaiveQuery) {
        let isAskedAgain = requests.contains { request in
            if case .listen(query) = request { true } else { false }
        }
        if !asked.contains(query) || isAskedAgain {
            // The client has stopped this listen or requested it again. It is undefined whether the refusal applies to
            // its current listen.
            if views.contains(where: { $0.path == query.path }) { lose() }
            return
        }
        let ended = views.filter { query.window.isAll ? $0.path == query.path : $0.query == query }
        for subscription in ended.flatMap(\.subscriptions) {
            subscription.end(subscription.subscription.excludesRevocations ? nil : "revoked permission_denied")
        }
        views.removeAll { view in ended.contains { $0 === view } }
        asked.remove(query)
        updateListens()
    }

    private func lose() {
        isLost = true
        for subscription in views.flatMap(\.subscriptions) { subscription.lose() }
    }

    private func makeView(_ query: NaiveQuery) -> NaiveView {
        let view = NaiveView(query)
        if let node = knownNode(at: query.path) {
            view.learn(node, .whole)
        } else if views.contains(where: {
            $0.query.window.isAll && $0.path.parent == query.path && $0.knowledge == .whole
        }) {
            view.disturb()
        }
        if !query.window.isAll, listens.contains(query), !asked.contains(query) {
            // The back end has not processed the unlisten of an earlier window, so a push for that window may still
            // arrive.
            view.disturb()
        }
        views.append(view)
        return view
    }

    /// Returns the server value of a node from the views, searching from the root down; `nil` if unknown.
    private func knownNode(at path: Path) -> Node? {
        for depth in 0...path.count {
            let top = Path(Array(path.prefix(depth)))
            for view in views where view.path == top {
                guard let rest = path.relative(to: top) else { continue }
                if view.query.window.isAll, view.knowledge == .whole { return view.server[rest] }
                if let key = rest.first, view.knowledge != .none, !view.query.window.isAll, !view.server[key].isNull {
                    return view.server[rest]
                }
            }
        }
        return nil
    }

    // MARK: Writes

    /// Whether the value at a path is complete and follows from server values and pending writes.
    func knows(_ path: Path) -> Bool {
        views.contains { view in
            view.query.window.isAll && view.knowledge == .whole && !view.isDisturbed && path.isAtOrBelow(view.path)
        }
    }

    /// Returns the local value at a path, as far as server values and pending writes determine it.
    func visible(_ path: Path) -> Node { visible(knownNode(at: path) ?? .null, at: path) }

    func write(_ write: NaiveWrite) {
        pending.append(write)
        refresh()
    }

    func settle(_ write: NaiveWrite, isAccepted: Bool) {
        pending.removeAll { $0.id == write.id }
        if isAccepted { confirm(write) }
        refresh()
    }

    /// Enters an accepted write into views whose listen the back end has not processed, as it pushes nothing to them.
    private func confirm(_ write: NaiveWrite) {
        for view in views where view.knowledge == .whole {
            let query = listen(for: view)
            guard asked.contains(query), !listens.contains(query) else { continue }
            learn(write.shown.map { ($0.path, $0.value) }, false, view)
        }
    }

    /// Returns the listen that serves a view: the listen of the topmost view of all children at or above it, or its own.
    private func listen(for view: NaiveView) -> NaiveQuery {
        let above = views.filter { $0.isAll && view.path.isAtOrBelow($0.path) }.map(\.path)
        guard let top = above.min(by: { $0.count < $1.count }) else { return view.query }
        return NaiveQuery(path: top, window: .all)
    }

    private func visible(_ server: Node, at path: Path) -> Node {
        var node = server
        for (written, value) in pending.flatMap(\.shown) {
            if let rest = path.relative(to: written) {
                node = value[rest]
            } else if let rest = written.relative(to: path) {
                node.set(value, at: rest)
            }
        }
        return node
    }

    // MARK: Transitions

    func refresh() {
        for view in views { refresh(view) }
    }

    private func refresh(_ view: NaiveView) {
        let isTouched = pending.contains { $0.touches(view.path) }
        let isUncertain = pending.contains { write in
            write.isUncertain && write.shown.contains { $0.path.isAtOrBelow(view.path) }
        }
        switch view.knowledge {
        case .none:
            if isTouched { view.disturb() }
        case .filtered:
            if isTouched { view.disturb() }
            deliver(view, view.server)
        case .whole:
            if isUncertain { view.disturb() } else { view.settle() }
            deliver(view, view.query.window.cut(visible(view.server, at: view.path)))
        }
    }

    private func deliver(_ view: NaiveView, _ node: Node) {
        for subscription in view.subscriptions {
            subscription.observe(node) { path in !self.pending.contains { $0.touches(path) } }
        }
    }

    // MARK: Pushes

    /// Applies a tagged push to its window.
    func receive(_ node: Node, for query: NaiveQuery) {
        guard let view = views.first(where: { $0.query == query }) else { return }
        view.learn(node, .filtered)
        refresh(view)
    }

    /// Applies an untagged push: new values at paths, as one transition.
    func receive(_ parts: [(path: Path, value: Node)], isMerge: Bool) {
        for view in views { learn(parts, isMerge, view) }
        refresh()
    }

    private func learn(_ parts: [(path: Path, value: Node)], _ isMerge: Bool, _ view: NaiveView) {
        for (path, value) in parts {
            if let rest = view.path.relative(to: path) {
                if view.knowledge != .whole, isMerge { view.disturb() } else { view.learn(value[rest], .whole) }
            } else if let rest = path.relative(to: view.path) {
                switch view.knowledge {
                case .none: view.disturb()
                // The window's tagged push came first, with the same values.
                case .filtered: break
                case .whole: view.server.set(value, at: rest)
                }
            }
        }
    }

    // MARK: The connection

    func disconnect() {
        isConnected = false
        isHeld = false
        processed = 0
        requests = []
        asked = []
        listens = []
    }

    func connect() {
        isConnected = true
        updateListens()
        requests += pending.map(Request.write) + onDisconnectWrites.map(Request.onDisconnectWrite)
    }

    /// Requests the listens that the views need; new listens start before old ones stop.
    private func updateListens() {
        guard isConnected else { return }
        let whole = views.map(\.query).filter(\.window.isAll).map(\.path)
        var needed: [NaiveQuery] = []
        for view in views
        where !whole.contains(where: { view.path.isAtOrBelow($0) && (view.path != $0 || !view.isAll) }) {
            // All orders of one node share the listen of the default query.
            let query = view.isAll ? NaiveQuery(path: view.path, window: .all) : view.query
            if !needed.contains(query) { needed.append(query) }
        }
        let started = needed.filter { !asked.contains($0) }.sorted { $0.path.count < $1.path.count }
        let stopped = asked.subtracting(needed)
        requests += started.map(Request.listen) + stopped.map(Request.unlisten)
        asked = Set(needed)
    }
}
