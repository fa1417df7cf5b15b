import DatasyncTree

/// Application of pushes to a view: they enter the server cache, and are visible unless a pending write hides them.
extension View {
    mutating func receive(
        _ node: Node, at path: Path, filtersServer: Bool, _ overlay: Overlay, _ changes: inout ChildChanges
    ) {
        let wasPrimitive = firstPrimitive(on: path)
        guard enterServer(node, at: path, filtersServer: filtersServer) else { return }
        showServer(at: path, wasPrimitive: wasPrimitive, overlay, &changes)
    }

    /// Applies a pushed merge; no effect while nothing is known.
    ///
    /// Children that exist already come first. Values deep below unknown children are skipped.
    mutating func receiveMerge(
        _ children: PathTree<Node>, at path: Path, filtersServer: Bool, _ overlay: Overlay,
        _ changes: inout ChildChanges
    ) {
        if server.node.isNull && !server.isComplete { return }
        var below = PathTree<Node>()
        below.modify(path) { $0 = children }
        let before = server
        for isThere in [true, false] {
            for (plain, branch) in below.children where before.node[plain.key].isNull != isThere {
                let key = plain.key
                if key.isPriority { continue }
                if !isThere && !before.knows(key) && branch.value == nil { continue }
                var child = before.node[key]
                for (path, node) in branch.writes { child.set(node, at: path) }
                receive(child, at: Path([key]), filtersServer: filtersServer, overlay, &changes)
            }
        }
        if let priority = below.child(.priority)?.value {
            receive(priority, at: Path([.priority]), filtersServer: filtersServer, overlay, &changes)
        }
    }

    /// Stores a pushed value in the server cache, and returns whether the cache can hold it.
    private mutating func enterServer(_ node: Node, at path: Path, filtersServer: Bool) -> Bool {
        var unnoted = ChildChanges()
        let filter = filtersServer ? filter : WindowFilter(window: .all)
        guard let key = path.first else {
            server = Cache(
                node: filter.replacing(server.node, with: node, noting: &unnoted), isComplete: true,
                isFiltered: !filter.window.isAll)
            return true
        }
        if !filter.window.isAll && !server.isFiltered {
            server.node = filter.replacing(server.node, with: server.node.setting(node, at: path), noting: &unnoted)
        } else {
            if !path.tail.isRoot && !server.knows(key) { return false }
            let child = server.node[key].setting(node, at: path.tail)
            server.node = filter.setting(child, for: key, in: server.node, source: .none, noting: &unnoted)
        }
        server.isFiltered = !filter.window.isAll
        return true
    }

    /// Updates the event cache at a path from the server cache, with the pending writes applied.
    ///
    /// `wasPrimitive`: The path of a primitive that the server cache held above the path before, if any. Such a primitive
    /// decides which writes below it are visible, so the update then starts at its path.
    mutating func showServer(
        at path: Path, wasPrimitive: Path? = nil, _ overlay: Overlay, _ changes: inout ChildChanges
    ) {
        let path = wasPrimitive ?? firstPrimitive(on: path) ?? path
        if overlay.covering(path) != nil { return }
        guard let key = path.first else {
            let node = server.isFiltered ? overlay.appliedToChildren(of: server.node) : overlay.applied(to: server.node)
            event.node = filter.replacing(event.node, with: node, noting: &changes)
            event.isComplete = true
            return
        }
        let rest = path.tail
        let child: Node?
        if server.isWhole, overlay.child(key).dependsOnOrder(over: server.node[key]) || hasLostPriority(on: path) {
            child = overlay.child(key).applied(to: server.node[key])
        } else if event.knows(key) {
            child = event.node[key].setting(overlay.below(path).applied(to: server.node[path]), at: rest)
        } else {
            child = overlay.child(key).applied(toKnown: server.knows(key) ? server.node[key] : nil)
        }
        guard let child else { return }
        event.node = filter.setting(
            child, for: key, in: event.node, source: source(overlay), noting: &changes)
    }

    /// Returns whether a node on a path shows a priority although the server has removed the node.
    ///
    /// Pending writes below may show the node still, but null has no priority.
    private func hasLostPriority(on path: Path) -> Bool {
        var (shown, served) = (event.node, server.node)
        for key in path {
            (shown, served) = (shown[key], served[key])
            if served.isNull, shown.isPrioritized { return true }
        }
        return false
    }

    /// Returns the shallowest path above `path` at which a complete, unfiltered server cache holds a primitive.
    func firstPrimitive(on path: Path) -> Path? {
        guard server.isWhole else { return nil }
        var node = server.node
        var passed = Path.root
        for key in path {
            if node.isLeaf { return passed }
            node = node[key]
            passed = passed.child(key)
        }
        return nil
    }
}
