import DatasyncTree

/// The usual walk: writes, pushes and responses that concern only complete default views above or at their path.
///
/// Windows that the operation doesn't change don't count. Every view on the path then shows the same data, so one walk down and
/// up edits all caches in place, without copying pages that only the views hold. The walk moves the data out of the views on
/// the way down, and gives them back and raises events on the way up, deeper views first. Everything else is *unusual*: a walk
/// that meets it on the way down gives the same data back and raises nothing. The function then returns `false`, and the
/// general path applies the operation. If the two caches need separate walks, the way is checked first.
extension Replica {
    // MARK: Operations

    /// Applies a local write to the views, before it becomes pending.
    ///
    /// - Returns: `false`, without any change, if the write is unusual.
    mutating func writeUsually(_ node: Node, at path: Path, into effects: inout [Effect]) -> Bool {
        guard !node.isNull, !node.isPrioritized, mayWalk(to: path) else { return false }
        // The write itself becomes pending, so nothing on its path is acknowledged.
        let overlap = PendingWrites.Overlap(touchedDepth: path.count, isCovered: true)
        let othersDepth = pending.overlap(with: path).touchedDepth
        var walk = Walk(path: path, node: node, caches: .both, overlap, isOwnWrite: true)
        // While no other pending write concerns the views, both caches stay one tree, and the replaced value is withheld.
        editSyncPoints { walk.run(&$0, below: othersDepth, into: &effects) }
        if !walk.isUnusual {
            if let served = walk.replaced { withheld = WithheldValue(path: path, written: node, served: served) }
            return true
        }
        walk = Walk(path: path, node: node, caches: .event, overlap, isOwnWrite: true)
        editSyncPoints { walk.run(&$0, into: &effects) }
        return !walk.isUnusual
    }

    /// Applies a pushed value to the views.
    ///
    /// - Returns: `false`, without any change, if the push is unusual.
    mutating func pushUsually(_ node: Node, at path: Path, into effects: inout [Effect]) -> Bool {
        guard !node.isNull, !node.isPrioritized, mayWalk(to: path) else { return false }
        if withheld?.path == path {
            withheld?.served = node
            return true
        }
        let overlap = pending.overlap(with: path)
        if overlap.isCovered {
            // A pending write at or above the path hides the value.
            var walk = Walk(path: path, node: node, caches: .server)
            editSyncPoints { walk.run(&$0, into: &effects) }
            return !walk.isUnusual
        }
        guard !overlap.touches(path.count) else { return false }
        var walk = Walk(path: path, node: node, caches: .both, overlap)
        // A withheld value is neither above nor below the path.
        walk.run(&storedSyncPoints, into: &effects)
        if !walk.isUnusual { return true }
        // Other pending writes make the caches differ, so each is edited on its own, but only if both can be.
        guard isUsualWay(to: path) else { return false }
        editSyncPoints { tree in
            var walk = Walk(path: path, node: node, caches: .server)
            walk.run(&tree, into: &effects)
            walk = Walk(path: path, node: node, caches: .event, overlap)
            walk.run(&tree, into: &effects)
        }
        return true
    }

    /// Acknowledges a write that is no longer pending, if the views already show what the back end stored.
    ///
    /// - Returns: `false`, without any change, if the acknowledgement is unusual.
    mutating func acknowledgeUsually(at path: Path, into effects: inout [Effect]) -> Bool {
        guard mayWalk(to: path) else { return false }
        if withheld?.path == path {
            guard withheld?.isWritten == true else { return false }
            withheld = nil
            Acknowledgement.run(through: &storedSyncPoints, to: path, from: 0, into: &effects)
            return true
        }
        let overlap = pending.overlap(with: path)
        // A newer write at or above the path hides the response, and keeps everything on the path unacknowledged.
        if overlap.isCovered { return isUsualWay(to: path) }
        var walk = Acknowledgement(path: path, overlap: overlap, sharesCaches: pending.isEmpty)
        return editSyncPoints { walk.run(&$0, from: 0, into: &effects) }
    }

    /// Restores the server caches of the views on the path of a withheld value.
    static func restore(_ withheld: WithheldValue, in tree: inout SyncTree) {
        var walk = Walk(path: withheld.path, node: withheld.served, caches: .server)
        var effects: [Effect] = []
        walk.run(&tree, into: &effects)
    }

    /// Returns whether the usual walk applies to a path at all.
    private func mayWalk(to path: Path) -> Bool {
        // A priority at the path may move the child.
        !mayHideOlderWrites && takesUsualWalk && !hasSuspendedViews && path.last?.isPriority != true
            && !pending.setsPriority
    }

    /// Returns whether the usual walk can edit all views on a path.
    ///
    /// Mutating to read without copying references; may also restore a withheld value.
    private mutating func isUsualWay(to path: Path) -> Bool {
        var way = Way(path: path)
        return editSyncPoints { way.extend(through: &$0, from: 0) }
    }

    // MARK: The way

    /// The way through the views on a path, with the values of the first view's caches.
    private struct Way {
        let path: Path
        /// Whether a view is at or above the current depth.
        private(set) var hasView = false
        private var server = Node.null
        private var event = Node.null

        init(path: Path) { self.path = path }

        /// Whether both caches hold the same value at the path.
        var holdsSameValue: Bool { server.isIdentical(to: event) || server == event }

        /// Passes the sync point of a tree; returns `false` if it is unusual.
        mutating func pass(_ tree: inout SyncTree, _ depth: Int) -> Bool {
            guard tree.value != nil else { return true }
            guard tree.isUsual(for: path, depth) else { return false }
            if hasView { return true }
            hasView = true
            (server, event) = tree.value!.views[0].nodes
            // A priority above the path makes the order of the pending writes count.
            return !server.isPrioritized && !event.isPrioritized
        }

        /// Goes down to a child; returns `false` at a primitive or a priority.
        mutating func descend(to depth: Int) -> Bool {
            if !hasView { return true }
            if server.isLeaf || event.isLeaf { return false }
            let isShared = server.isIdentical(to: event)
            let key = path[depth - 1]
            server = server[key]
            event = isShared ? server : event[key]
            return !server.isPrioritized && !event.isPrioritized
        }

        /// Extends the way from a depth of the path down; returns whether it is usual.
        mutating func extend(through tree: inout SyncTree, from depth: Int) -> Bool {
            guard pass(&tree, depth) else { return false }
            guard depth < path.count else { return tree.children.isEmpty }
            guard descend(to: depth + 1) else { return false }
            if !tree.children.isEmpty {
                let isBelowUsual = tree.children.modify(TextOrderedKey(path[depth])) { below in
                    extend(through: &below, from: depth + 1)
                }
                if let isBelowUsual { return isBelowUsual }
            }
            return finish(from: depth + 1)
        }

        /// Extends the way below the last view; returns whether it is usual.
        mutating func finish(from depth: Int) -> Bool {
            var depth = depth
            while hasView, depth < path.count {
                depth += 1
                guard descend(to: depth) else { return false }
            }
            return true
        }
    }

    // MARK: The walk

    /// A walk that sets a value at a path in the caches of the views on it.
    private struct Walk {
        let path: Path
        let node: Node
        let caches: View.Caches
        /// The pending writes on the path; `nil` if the walk raises no events.
        let overlap: PendingWrites.Overlap?
        let isOwnWrite: Bool
        /// Whether the walk has found an unusual view or value, and therefore changes nothing.
        private(set) var isUnusual = false
        /// The value at the path before the walk; `nil` if no view shows it.
        private(set) var replaced: Node?

        init(
            path: Path, node: Node, caches: View.Caches, _ overlap: PendingWrites.Overlap? = nil,
            isOwnWrite: Bool = false
        ) {
            self.path = path
            self.node = node
            self.caches = caches
            self.overlap = overlap
            self.isOwnWrite = isOwnWrite
        }

        /// The change of a node by the walk.
        struct Change {
            var isChanged = false
            /// Whether the child on the path, or the node at the path, was null before.
            var isNew = false
        }

        /// Walks from a tree without a view above it.
        ///
        /// - Parameters:
        ///   - tree: The tree.
        ///   - depth: Its depth on the path.
        ///   - limit: The depth below which the first view must be.
        ///   - effects: Receives the events.
        mutating func run(
            _ tree: inout SyncTree, from depth: Int = 0, below limit: Int = -1, into effects: inout [Effect]
        ) {
            guard tree.value != nil else {
                if depth == path.count {
                    isUnusual = !tree.children.isEmpty
                } else if !tree.children.isEmpty {
                    _ = tree.children.modify(TextOrderedKey(path[depth])) {
                        run(&$0, from: depth + 1, below: limit, into: &effects)
                    }
                }
                return
            }
            guard depth > limit, tree.isUsual(for: path, depth),
                caches != .both || tree.value!.views[0].hasSharedCaches
            else {
                isUnusual = true
                return
            }
            var node = tree.value!.take(caches)
            let change = edit(&node, in: &tree, depth, into: &effects)
            give(node, change, to: &tree.value!, depth, into: &effects)
        }

        private mutating func stop() -> Change {
            isUnusual = true
            return Change()
        }

        /// Gives edited data to the views of a sync point, and raises the default view's events.
        private func give(
            _ node: Node, _ change: Change, to point: inout SyncPoint, _ depth: Int, into effects: inout [Effect]
        ) {
            point.put(node, into: caches)
            // The view at the path itself has raised its events already.
            guard let overlap, change.isChanged, depth < path.count else { return }
            point.views[0].raiseUsualChange(
                of: path[depth], isNew: change.isNew, isOwnWrite: isOwnWrite,
                isChildAcknowledged: !overlap.touches(depth + 1), isAcknowledged: !overlap.touches(depth),
                into: &effects)
        }

        /// Edits the node at a depth of the path; `tree` has the views from there down.
        private mutating func edit(
            _ node: inout Node, in tree: inout SyncTree, _ depth: Int, into effects: inout [Effect]
        ) -> Change {
            if node.isPrioritized { return stop() }
            guard depth < path.count else {
                return tree.children.isEmpty ? replace(&node, in: &tree, depth, into: &effects) : stop()
            }
            if node.isLeaf { return stop() }
            if tree.children.isEmpty { return edit(&node, below: depth) }
            let key = path[depth]
            var change = Change()
            let isBelow: Void? = tree.children.modify(TextOrderedKey(key)) { below in
                if below.value != nil, !below.isUsual(for: path, depth + 1) {
                    change = stop()
                    return
                }
                node.modifyChild(key) { child in
                    let isNew = child.isNull
                    if below.value != nil {
                        // A view below shows the same data, so it gives up its references during the edit.
                        below.value!.clear(caches)
                        change = edit(&child, in: &below, depth + 1, into: &effects)
                        give(child, change, to: &below.value!, depth + 1, into: &effects)
                    } else {
                        change = edit(&child, in: &below, depth + 1, into: &effects)
                    }
                    change.isNew = isNew
                }
            }
            return isBelow == nil ? edit(&node, below: depth) : change
        }

        /// Replaces the node at the path.
        private mutating func replace(
            _ node: inout Node, in tree: inout SyncTree, _ depth: Int, into effects: inout [Effect]
        ) -> Change {
            let old = node
            replaced = old
            node = self.node
            let change = Change(isChanged: old != node, isNew: old.isNull)
            if let overlap, change.isChanged, tree.value != nil {
                tree.value!.views[0].raiseUsualReplacement(
                    of: old, by: node, isOwnWrite: isOwnWrite, isAcknowledged: !overlap.touches(depth), into: &effects)
            }
            return change
        }

        /// Edits a node below the last view.
        private mutating func edit(_ node: inout Node, below depth: Int) -> Change {
            var change = Change()
            node.modifyChild(path[depth]) { child in
                let isNew = child.isNull
                if child.isPrioritized || (child.isLeaf && depth + 1 < path.count) {
                    change = stop()
                } else if depth + 1 == path.count {
                    change.isChanged = child != self.node
                    replaced = child
                    child = self.node
                } else {
                    change = edit(&child, below: depth + 1)
                }
                change.isNew = isNew
            }
            return change
        }
    }

    /// A walk that raises acknowledgements on its way up, if its way down is usual.
    private struct Acknowledgement {
        let overlap: PendingWrites.Overlap
        /// Whether nothing is pending, so that both caches of a view are equal and share their pages again.
        let sharesCaches: Bool
        private var way: Way

        init(path: Path, overlap: PendingWrites.Overlap, sharesCaches: Bool) {
            self.overlap = overlap
            self.sharesCaches = sharesCaches
            way = Way(path: path)
        }

        /// Raises the acknowledgements from a depth down; returns `false`, without raising any, if the way is unusual.
        mutating func run(_ tree: inout SyncTree, from depth: Int, into effects: inout [Effect]) -> Bool {
            guard way.pass(&tree, depth) else { return false }
            let count = way.path.count
            if depth == count {
                guard tree.children.isEmpty, isAcknowledged else { return false }
            } else {
                guard way.descend(to: depth + 1) else { return false }
                var isBelowUsual: Bool?
                if !tree.children.isEmpty {
                    isBelowUsual = tree.children.modify(TextOrderedKey(way.path[depth])) {
                        run(&$0, from: depth + 1, into: &effects)
                    }
                }
                guard isBelowUsual ?? (way.finish(from: depth + 1) && isAcknowledged) else { return false }
            }
            if tree.value != nil { acknowledge(&tree.value!.views[0], depth, into: &effects) }
            return true
        }

        /// Raises the acknowledgements of a write whose value both caches hold.
        ///
        /// No other pending write may concern the views.
        static func run(
            through tree: inout SyncTree, to path: Path, from depth: Int, into effects: inout [Effect]
        ) {
            if depth < path.count, !tree.children.isEmpty {
                _ = tree.children.modify(TextOrderedKey(path[depth])) {
                    run(through: &$0, to: path, from: depth + 1, into: &effects)
                }
            }
            guard tree.value != nil else { return }
            tree.value!.views[0].raiseUsualAcknowledgement(
                of: depth == path.count ? nil : path[depth], isChildAcknowledged: true, isAcknowledged: true,
                into: &effects)
        }

        /// Whether the views show what the back end stored, and no other write is pending at or below the path.
        private var isAcknowledged: Bool {
            !way.hasView || (!overlap.touches(way.path.count) && way.holdsSameValue)
        }

        private func acknowledge(_ view: inout View, _ depth: Int, into effects: inout [Effect]) {
            if sharesCaches { view.event.node = view.server.node }
            let isPath = depth == way.path.count
            view.raiseUsualAcknowledgement(
                of: isPath ? nil : way.path[depth], isChildAcknowledged: isPath || !overlap.touches(depth + 1),
                isAcknowledged: !overlap.touches(depth), into: &effects)
        }
    }
}

extension SyncTree {
    /// Checks whether an operation concerns only the sync point's first view, a complete, unfiltered default view.
    ///
    /// Mutating only to read in place, without copying references; it changes nothing.
    ///
    /// - Parameters:
    ///   - path: The operation's path.
    ///   - depth: The sync point's depth on the path.
    /// - Returns: `true` if the operation is usual here.
    @inline(__always)
    fileprivate mutating func isUsual(for path: Path, _ depth: Int) -> Bool {
        if value?.views.count == 1 { return value!.views[0].isUsual }
        guard value != nil, depth < path.count, value!.views[0].isUsual else { return false }
        return value!.hasOnlyWindows(outside: path[depth])
    }
}

extension SyncPoint {
    /// Returns whether all views but the first are windows that a change of a child does not concern.
    @inline(never)
    fileprivate mutating func hasOnlyWindows(outside key: Key) -> Bool {
        let server = views[0].nodes.server
        for index in 1..<views.count where !views[index].isOutside(key, server) { return false }
        return true
    }

    /// Removes the data from the default view and from the windows that share them.
    ///
    /// Each page then has one reference while it is edited.
    @inline(__always)
    fileprivate mutating func clear(_ caches: View.Caches) {
        views[0].clear(caches)
        if caches != .event, views.count > 1 { shareWithWindows(.null) }
    }

    /// Moves the data out of the default view, and removes them from the windows that share them.
    @inline(__always)
    fileprivate mutating func take(_ caches: View.Caches) -> Node {
        if caches != .event, views.count > 1 { shareWithWindows(.null) }
        return views[0].take(caches)
    }

    /// Puts edited data into the default view, and into the windows that share them.
    @inline(__always)
    fileprivate mutating func put(_ node: Node, into caches: View.Caches) {
        views[0].put(node, into: caches)
        if caches != .event, views.count > 1 { shareWithWindows(node) }
    }

    @inline(never)
    private mutating func shareWithWindows(_ node: Node) {
        for index in views.indices.dropFirst() { views[index].share(node) }
    }
}

extension View {
    /// The caches of a view that a walk edits.
    fileprivate enum Caches {
        case server
        case event
        /// Both, which must be the same node.
        case both
    }

    /// Returns whether the view is a complete window that a change of a child does not concern.
    ///
    /// Its server cache then holds only the children inside, or is the default view's node.
    fileprivate mutating func isOutside(_ key: Key, _ defaultServer: Node) -> Bool {
        excludes(key) && (server.isFiltered || server.node.isIdentical(to: defaultServer))
            // The general path also acknowledges the value for a response outside the window.
            && !registrations.contains { $0.isValueUnacknowledged }
    }

    /// Replaces the node that an unfiltered window shares with the default view.
    fileprivate mutating func share(_ node: Node) {
        if !server.isFiltered { server.node = node }
    }

    /// Whether the view is complete, unfiltered and of the default query.
    fileprivate var isUsual: Bool { mutating get { window.isDefault && server.isWhole && event.isWhole } }

    /// Whether both caches are the same node.
    fileprivate var hasSharedCaches: Bool { mutating get { server.node.isIdentical(to: event.node) } }

    /// The nodes of the server cache and of the event cache.
    fileprivate var nodes: (server: Node, event: Node) { mutating get { (server.node, event.node) } }

    /// Removes the data from the view, so that each page has one reference while it is edited.
    fileprivate mutating func clear(_ caches: Caches) {
        if caches != .event { server.node = .null }
        if caches != .server { event.node = .null }
    }

    /// Moves the data out of the view.
    fileprivate mutating func take(_ caches: Caches) -> Node {
        var node = Node.null
        if caches == .event { swap(&node, &event.node) } else { swap(&node, &server.node) }
        if caches == .both { event.node = .null }
        return node
    }

    /// Puts edited data into the view.
    fileprivate mutating func put(_ node: Node, into caches: Caches) {
        if caches != .event { server.node = node }
        if caches != .server { event.node = node }
        if node.needsPriorityIndex { keepIndex() }
    }
}
