import DatasyncTree

/// Responses to writes, which are then no longer pending.
extension View {
    /// Stores an accepted value in the server cache, if that knows the path or is complete.
    mutating func confirm(_ node: Node, at path: Path) {
        guard server.isComplete || (!path.isRoot && server.knows(path)) else { return }
        _ = enterServer(node, at: path, filtersServer: server.isFiltered)
    }

    /// Makes the server cache visible at the paths of an accepted write.
    ///
    /// The back end has already pushed the data. The write itself is stored only in a server cache whose listen has no data
    /// yet: see ``confirm(_:at:)``.
    mutating func accept(_ affected: PathTree<Bool>, at path: Path, _ overlay: Overlay, _ changes: inout ChildChanges) {
        if overlay.covering(path) != nil { return }
        if affected.value != nil {
            if path.isRoot ? server.isComplete : server.knows(path) {
                receive(server.node[path], at: path, filtersServer: server.isFiltered, overlay, &changes)
            } else if path.isRoot {
                var known = PathTree<Node>()
                for (key, child) in server.node.children { known.modify(Path([key])) { $0.value = child } }
                receiveMerge(known, at: path, filtersServer: server.isFiltered, overlay, &changes)
            }
        } else {
            var known = PathTree<Node>()
            affected.visit { relative, _ in
                let place = path.appending(relative)
                if server.knows(place) { known.modify(relative) { $0.value = server.node[place] } }
            }
            receiveMerge(known, at: path, filtersServer: server.isFiltered, overlay, &changes)
        }
    }

    /// Updates the event cache where a primitive or priority above the written paths may change.
    ///
    /// The pending writes below decide whether it is visible.
    mutating func showDecided(
        above affected: PathTree<Bool>, at path: Path, _ overlay: Overlay, _ changes: inout ChildChanges
    ) {
        var places: [Path] = []
        affected.visit(at: path) { place, _ in
            if let deciding = decidingPath(above: place, overlay) { places.append(deciding) }
        }
        for place in places { showServer(at: place, overlay, &changes) }
    }

    /// Shows exactly the server cache of a window that is not ordered by key, once no write is pending.
    ///
    /// While a write is pending, the window may show a child whose index value has since moved out of it.
    mutating func showServedWindow(_ overlay: Overlay, _ changes: inout ChildChanges) {
        guard window.order != .key, !window.isAll, server.isComplete, server.isFiltered, overlay.isEmpty else { return }
        event.node = filter.replacing(event.node, with: server.node, noting: &changes)
    }

    /// Recomputes the visible value after a write was removed.
    ///
    /// A write of the view's own priority counts as a write of the view.
    mutating func recompute(at path: Path, _ overlay: Overlay, _ changes: inout ChildChanges) {
        if let key = path.first, !key.isPriority {
            let known = overlay.child(key).applied(toKnown: server.knows(key) ? server.node[key] : nil)
            if known != nil || !event.node[key].isNull {
                event.node = filter.setting(
                    known ?? .null, for: key, in: event.node, source: source(overlay), noting: &changes)
            }
            if event.node.isNull, server.isComplete, case let whole = overlay.applied(to: server.node), whole.isLeaf {
                event.node = filter.replacing(event.node, with: whole, noting: &changes)
            }
        } else {
            let whole = overlay.applied(toKnown: server.isComplete ? server.node : nil)
            let node = whole ?? overlay.appliedToChildren(of: server.node)
            event.node = filter.replacing(event.node, with: node, noting: &changes)
        }
        event.isComplete = server.isComplete || overlay.value != nil
    }
}
