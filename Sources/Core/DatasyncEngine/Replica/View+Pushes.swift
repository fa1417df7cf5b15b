import DatasyncTree

/// Pushes, which update the server cache and are visible unless a pending write hides them.
extension View {
    /// Applies a pushed value; `entered` is the resulting server cache if another view has already made it.
    mutating func receive(
        _ node: Node, at path: Path, filtersServer: Bool, entered: Node? = nil, _ overlay: Overlay,
        _ changes: inout ChildChanges
    ) {
        let wasPrimitive = server.isWhole ? server.node.firstPrimitive(on: path) : nil
        if let entered {
            server.node = entered
        } else {
            guard enterServer(node, at: path, filtersServer: filtersServer) else { return }
        }
        // A window that now holds only its children reads a primitive as null, and keeps what it shows elsewhere.
        showServer(at: path, wasPrimitive: server.isWhole ? wasPrimitive : nil, overlay, &changes)
    }

    /// Applies a pushed merge; no effect while nothing is known.
    ///
    /// Existing children come first. A view of all children applies removals last, because an empty node loses its priority.
    /// Values deep below unknown children are skipped.
    mutating func receiveMerge(
        _ children: PathTree<Node>, at path: Path, filtersServer: Bool, _ overlay: Overlay,
        _ changes: inout ChildChanges
    ) {
        if server.node.isNull && !server.isComplete { return }
        var below = PathTree<Node>()
        below.modify(path) { $0 = children }
        let before = server
        var removed: [Key] = []
        for isThere in [true, false] {
            for (plain, branch) in below.children where before.node[plain.key].isNull != isThere {
                let key = plain.key
                if key.isPriority { continue }
                if !isThere && !before.knows(key) && branch.value == nil { continue }
                var child = before.node[key]
                for (path, node) in branch.writes { child.set(node, at: path) }
                if child.isNull, window.isAll {
                    removed.append(key)
                } else {
                    receive(child, at: Path([key]), filtersServer: filtersServer, overlay, &changes)
                }
            }
        }
        for key in removed { receive(.null, at: Path([key]), filtersServer: filtersServer, overlay, &changes) }
        if let priority = below.child(.priority)?.value {
            receive(priority, at: Path([.priority]), filtersServer: filtersServer, overlay, &changes)
        }
    }

    /// Stores a pushed value in the server cache, and returns whether the cache can hold it.
    mutating func enterServer(_ node: Node, at path: Path, filtersServer: Bool) -> Bool {
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
    /// The update starts above the path if more than the value at the path decides what is visible: see
    /// ``decidingPath(above:_:)``.
    ///
    /// - Parameters:
    ///   - path: The path of the changed value.
    ///   - wasPrimitive: The path of a primitive that the server cache held above `path` before.
    ///   - overlay: The pending writes from the view's path down.
    ///   - changes: Receives the changes of the children.
    mutating func showServer(
        at path: Path, wasPrimitive: Path? = nil, _ overlay: Overlay, _ changes: inout ChildChanges
    ) {
        let deciding = overlay.isEmpty ? nil : decidingPath(above: path, overlay)
        let path = [wasPrimitive, deciding].compactMap(\.self).min { $0.count < $1.count } ?? path
        if overlay.covering(path) != nil { return }
        guard let key = path.first else {
            let node = server.isFiltered ? overlay.appliedToChildren(of: server.node) : overlay.applied(to: server.node)
            event.node = filter.replacing(event.node, with: node, noting: &changes)
            event.isComplete = true
            return
        }
        let rest = path.tail
        let child: Node?
        if event.knows(key) {
            child = event.node[key].setting(overlay.below(path).applied(to: server.node[path]), at: rest)
        } else {
            child = overlay.child(key).applied(toKnown: server.knows(key) ? server.node[key] : nil)
        }
        guard let child else { return }
        event.node = filter.setting(
            child, for: key, in: event.node, source: source(overlay), noting: &changes)
    }

    /// Returns the shallowest path above `path` from which the visible value must be computed again.
    ///
    /// There is a primitive in the server cache at that path, or a node with a priority in a cache or a pending write. Writes
    /// below may replace the primitive. A node emptied by them or the server loses its priority, so their order counts. The
    /// search goes down, and stops at a pending write that covers the path.
    ///
    /// - Returns: `nil` if only the value at the path counts.
    func decidingPath(above path: Path, _ overlay: Overlay) -> Path? {
        guard server.isWhole else { return nil }
        var (served, shown, overlay) = (server.node, event.node, overlay)
        for (depth, key) in path.enumerated() {
            if overlay.value != nil { return nil }
            if served.isLeaf { return path.keeping(depth) }
            // A window never shows the priority of its own node.
            let showsPriority = depth > 0 || window.isAll
            if showsPriority, served.isPrioritized || shown.isPrioritized || overlay.setsPriority {
                return path.keeping(depth)
            }
            (served, shown, overlay) = (served[key], shown[key], overlay.child(key))
        }
        return nil
    }
}

extension Node {
    /// Returns the shallowest path above `path` at which the node holds a primitive.
    fileprivate func firstPrimitive(on path: Path) -> Path? {
        var node = self
        for (depth, key) in path.enumerated() {
            if node.isLeaf { return path.keeping(depth) }
            node = node[key]
        }
        return nil
    }
}
