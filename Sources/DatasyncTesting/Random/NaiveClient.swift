import DatasyncTree

/// A client of the naive model: its server values, its writes and its requests.
final class NaiveClient {
    /// A request that the back end has not processed.
    enum Request {
        case listen(NaivePlace)
        case unlisten(NaivePlace)
        case write(NaiveWrite)
        case onDisconnectWrite(NaiveWrite)
    }

    var isConnected = true
    var isHeld = false
    var requests: [Request] = []
    /// The pending writes.
    private(set) var pending: [NaiveWrite] = []
    /// The on-disconnect writes.
    var onDisconnectWrites: [NaiveWrite] = []
    /// The views, in order of creation.
    private(set) var views: [NaiveView] = []
    /// The listens that the client has requested.
    private var asked: Set<NaivePlace> = []
    /// The listens that the back end has accepted.
    var listens: Set<NaivePlace> = []
    var confirmedOnDisconnectWrites: [NaiveWrite] = []

    /// Whether the model no longer determines which subscriptions are active.
    private var isLost = false

    // MARK: Subscriptions

    func subscribe(_ subscription: NaiveSubscription) {
        let existing = views.first { $0.place == subscription.place }
        let view = existing ?? makeView(subscription.place)
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

    /// Handles the refusal or revocation of a listen: dependent subscriptions end, those below request listens for
    /// themselves.
    func revoke(_ place: NaivePlace) {
        let isAskedAgain = requests.contains { request in
            if case .listen(place) = request { true } else { false }
        }
        if !asked.contains(place) || isAskedAgain {
            // The client has stopped this listen or requested it again: whether the refusal applies to its current
            // listen is undefined.
            if views.contains(where: { $0.path == place.path }) { lose() }
            return
        }
        let ended = views.filter { place.window.isAll ? $0.path == place.path : $0.place == place }
        for subscription in ended.flatMap(\.subscriptions) {
            subscription.end(subscription.subscription.excludesRevocations ? nil : "revoked permission_denied")
        }
        views.removeAll { view in ended.contains { $0 === view } }
        asked.remove(place)
        updateListens()
    }

    private func lose() {
        isLost = true
        for subscription in views.flatMap(\.subscriptions) { subscription.lose() }
    }

    private func makeView(_ place: NaivePlace) -> NaiveView {
        let view = NaiveView(place)
        if let node = knownNode(at: place.path) {
            view.learn(node, .whole)
        } else if views.contains(where: {
            $0.place.window.isAll && $0.path.parent == place.path && $0.knowledge == .whole
        }) {
            view.disturb()
        }
        if !place.window.isAll, listens.contains(place), !asked.contains(place) {
            // The back end has not processed the unlisten of an earlier window yet, so a push for that one may still
            // arrive.
            view.disturb()
        }
        views.append(view)
        return view
    }

    /// Returns the server value of a node from the views, searched from the root down; `nil` if unknown.
    private func knownNode(at path: Path) -> Node? {
        for depth in 0...path.count {
            let top = Path(Array(path.prefix(depth)))
            for view in views where view.path == top {
                guard let rest = path.relative(to: top) else { continue }
                if view.place.window.isAll, view.knowledge == .whole { return view.server[rest] }
                if let key = rest.first, view.knowledge != .none, !view.place.window.isAll, !view.server[key].isNull {
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
            view.place.window.isAll && view.knowledge == .whole && !view.isDisturbed && path.isAtOrBelow(view.path)
        }
    }

    /// Returns the local value at a path, as far as server values and pending writes determine it.
    func visible(_ path: Path) -> Node { visible(knownNode(at: path) ?? .null, at: path) }

    func write(_ write: NaiveWrite) {
        pending.append(write)
        refresh()
    }

    func settle(_ write: NaiveWrite) {
        pending.removeAll { $0.id == write.id }
        refresh()
    }

    private func visible(_ server: Node, at path: Path) -> Node {
        var node = server
        for (place, value) in pending.flatMap(\.shown) {
            if let rest = path.relative(to: place) {
                node = value[rest]
            } else if let rest = place.relative(to: path) {
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
            tell(view, view.server)
        case .whole:
            if isUncertain { view.disturb() } else { view.settle() }
            tell(view, view.place.window.cut(visible(view.server, at: view.path)))
        }
    }

    private func tell(_ view: NaiveView, _ node: Node) {
        for subscription in view.subscriptions {
            subscription.observe(node) { path in !self.pending.contains { $0.touches(path) } }
        }
    }

    // MARK: Pushes

    /// Applies a tagged push to its window.
    func receive(_ node: Node, for place: NaivePlace) {
        guard let view = views.first(where: { $0.place == place }) else { return }
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
        let whole = views.map(\.place).filter(\.window.isAll).map(\.path)
        let needed = views.map(\.place).filter { place in
            !whole.contains { place.path.isAtOrBelow($0) && (place.path != $0 || !place.window.isAll) }
        }
        let started = needed.filter { !asked.contains($0) }.sorted { $0.path.count < $1.path.count }
        let stopped = asked.subtracting(needed)
        requests += started.map(Request.listen) + stopped.map(Request.unlisten)
        asked = Set(needed)
    }
}
