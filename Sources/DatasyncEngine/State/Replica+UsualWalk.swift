import DatasyncTree

/// The usual walk: writes, pushes and responses that concern only complete default views above or at their path.
///
/// Every view on the path then shows the same data, so that one walk down and up edits all caches in place, without a copy
/// of a page that only the views hold. The data are moved out of the views on the way down and given back on the way up;
/// events are raised on the way up, deeper views first. Everything else is *unusual*: a walk that finds it on the way down
/// gives the same data back and raises nothing, the functions return `nil`, and the general path applies the operation. If two
/// walks or a comparison are needed, the way is checked before.
extension Replica {
    /// A way through the views on a path, all of which the usual walk can edit.
    private struct Way {
        /// The depth of the first view; `nil` if there is no view on the path.
        var firstDepth: Int?
        /// Whether the first view's caches are the same node.
        var isShared = false
        /// The values of the caches at the path.
        var server = Node.null
        var event = Node.null
        /// Whether a node on the way has a priority.
        var hasPriority = false

        mutating func begin(at view: inout View, _ depth: Int) {
            firstDepth = depth
            (server, event) = (view.server.node, view.event.node)
            isShared = server.isIdentical(to: event)
            hasPriority = server.isPrioritized || event.isPrioritized
        }

        /// Goes down to a child; returns `false` at a primitive.
        mutating func descend(_ key: Key) -> Bool {
            if firstDepth == nil { return true }
            if server.isLeaf || event.isLeaf { return false }
            server = server[key]
            event = isShared ? server : event[key]
            if server.isPrioritized || event.isPrioritized { hasPriority = true }
            return true
        }
    }

    /// The data of the views that a walk edits.
    private enum Caches {
        case server
        case event
        /// Both, which must be the same node.
        case both
    }

    // MARK: Operations

    /// Applies a local write to the views.
    mutating func writeUsually(_ node: Node, at path: Path) -> [RaisedEvent]? {
        guard !node.isNull, !node.isPrioritized, mayWalk(to: path) else { return nil }
        var walk = Walk(path: path, node: node, caches: .event, isOwnWrite: true)
        // The write itself is pending, so nothing on its path is acknowledged.
        walk.overlap = PendingWrites.Overlap(touchedDepth: path.count, isCovered: true)
        walk.run(&syncPoints)
        return walk.result
    }

    /// Applies a pushed value to the views.
    mutating func pushUsually(_ node: Node, at path: Path) -> [RaisedEvent]? {
        guard !node.isNull, !node.isPrioritized, mayWalk(to: path) else { return nil }
        let overlap = pending.overlap(with: path)
        if overlap.isCovered {
            // A pending write at or above the path hides the value.
            var walk = Walk(path: path, node: node, caches: .server, isOwnWrite: false)
            walk.isSilent = true
            walk.run(&syncPoints)
            return walk.result
        }
        guard !overlap.touches(path.count) else { return nil }
        var walk = Walk(path: path, node: node, caches: .both, isOwnWrite: false)
        walk.overlap = overlap
        walk.run(&syncPoints)
        if let raised = walk.result { return raised }
        // While other writes are pending, the caches differ: each is edited, if both can be.
        guard way(to: path) != nil else { return nil }
        walk = Walk(path: path, node: node, caches: .server, isOwnWrite: false)
        walk.isSilent = true
        walk.run(&syncPoints)
        walk = Walk(path: path, node: node, caches: .event, isOwnWrite: false)
        walk.overlap = overlap
        walk.run(&syncPoints)
        return walk.result
    }

    /// Acknowledges a write that is no longer pending, if the views already show what the back end stored.
    mutating func acknowledgeUsually(at path: Path) -> [RaisedEvent]? {
        let overlap = pending.overlap(with: path)
        guard mayWalk(to: path), let way = way(to: path) else { return nil }
        guard way.firstDepth != nil else { return [] }
        // A newer write at or above the path hides the response, and keeps everything on the path unacknowledged.
        if overlap.isCovered { return [] }
        guard !overlap.touches(path.count), way.server == way.event else { return nil }
        var walk = Acknowledgement(path: path, overlap: overlap, sharesCaches: pending.isEmpty)
        walk.run(&syncPoints, from: 0)
        return walk.raised
    }

    /// Returns whether the usual walk applies to a path at all.
    private func mayWalk(to path: Path) -> Bool {
        // A priority at the path may move the child.
        !mayHideOlderWrites && takesUsualWalk && path.last?.isPriority != true && !pending.setsPriority
    }

    // MARK: The way

    /// Returns the way to a path, or `nil` if it is unusual.
    ///
    /// Mutating only because access in place needs no copies of references; nothing changes.
    private mutating func way(to path: Path) -> Way? {
        var way = Way()
        guard Self.extend(&way, to: path, through: &syncPoints, 0) else { return nil }
        // A priority above the path makes the order of the pending writes count.
        return way.hasPriority ? nil : way
    }

    /// Extends a way from a depth of the path on; returns whether it is usual.
    private static func extend(_ way: inout Way, to path: Path, through tree: inout SyncTree, _ depth: Int) -> Bool {
        if tree.value != nil {
            guard tree.isUsual else { return false }
            if way.firstDepth == nil { way.begin(at: &tree.value!.views[0], depth) }
        }
        guard depth < path.count else { return tree.children.isEmpty }
        guard way.descend(path[depth]) else { return false }
        let isBelowUsual = tree.children.modify(TextOrderedKey(path[depth])) { below in
            extend(&way, to: path, through: &below, depth + 1)
        }
        if let isBelowUsual { return isBelowUsual }
        // No view is on the rest of the path.
        if way.firstDepth == nil { return true }
        for depth in depth + 1..<path.count where !way.descend(path[depth]) { return false }
        return true
    }

    // MARK: The walk

    /// A walk that sets a value at a path in the caches of the views on it.
    private struct Walk {
        let path: Path
        let node: Node
        let caches: Caches
        let isOwnWrite: Bool
        var overlap = PendingWrites.Overlap()
        /// Whether the walk raises no events.
        var isSilent = false
        /// Whether the walk has found an unusual view or value, and therefore changes nothing.
        private var isUnusual = false
        private var raised: [RaisedEvent] = []

        init(path: Path, node: Node, caches: Caches, isOwnWrite: Bool) {
            self.path = path
            self.node = node
            self.caches = caches
            self.isOwnWrite = isOwnWrite
        }

        /// The raised events; `nil` if the operation is unusual, and nothing has changed.
        var result: [RaisedEvent]? { isUnusual ? nil : raised }

        /// The effect of the walk on a node.
        struct Effect {
            var isChanged = false
            /// Whether the child on the path, or the node at the path, was null before.
            var isNew = false
        }

        /// Walks from a tree without a view above it.
        mutating func run(_ tree: inout SyncTree, from depth: Int = 0) {
            guard tree.value != nil else {
                if depth == path.count {
                    isUnusual = !tree.children.isEmpty
                } else {
                    _ = tree.children.modify(TextOrderedKey(path[depth])) { run(&$0, from: depth + 1) }
                }
                return
            }
            isUnusual = !tree.isUsual || (caches == .both && !tree.value!.views[0].hasSharedCaches)
            if isUnusual { return }
            var node = take(from: &tree)
            let effect = edit(&node, in: &tree, depth)
            give(node, effect, to: &tree, depth)
        }

        private mutating func stop() -> Effect {
            isUnusual = true
            return Effect()
        }

        /// Moves the data out of the view of a tree, so that each page has one reference while it is edited.
        private func take(from tree: inout SyncTree) -> Node {
            var node = Node.null
            switch caches {
            case .server: swap(&node, &tree.value!.views[0].server.node)
            case .event: swap(&node, &tree.value!.views[0].event.node)
            case .both:
                swap(&node, &tree.value!.views[0].server.node)
                tree.value!.views[0].event.node = .null
            }
            return node
        }

        /// Gives edited data to the view of a tree, and raises its events.
        private mutating func give(_ node: Node, _ effect: Effect, to tree: inout SyncTree, _ depth: Int) {
            if caches != .event { tree.value!.views[0].server.node = node }
            if caches != .server { tree.value!.views[0].event.node = node }
            if node.children.hasPrioritizedChild { tree.value!.views[0].keepIndex() }
            // The view at the path itself has raised its events already.
            if isSilent || !effect.isChanged || depth == path.count { return }
            tree.value!.views[0].raiseUsualChange(
                of: path[depth], isNew: effect.isNew, isOwnWrite: isOwnWrite,
                isChildAcknowledged: !overlap.touches(depth + 1), isAcknowledged: !overlap.touches(depth),
                into: &raised)
        }

        /// Edits the node at a depth of the path; `tree` has the views from there down.
        private mutating func edit(_ node: inout Node, in tree: inout SyncTree, _ depth: Int) -> Effect {
            if node.isPrioritized { return stop() }
            guard depth < path.count else { return tree.children.isEmpty ? replace(&node, in: &tree, depth) : stop() }
            if node.isLeaf { return stop() }
            let key = path[depth]
            var effect = Effect()
            let isBelow: Void? = tree.children.modify(TextOrderedKey(key)) { below in
                node.modifyChild(key) { child in
                    let isNew = child.isNull
                    let hasView = below.value != nil
                    if hasView, !below.isUsual {
                        effect = stop()
                        return
                    }
                    // A view below shows the same data: its references go, and come back after the edit.
                    if hasView { _ = take(from: &below) }
                    effect = edit(&child, in: &below, depth + 1)
                    if hasView { give(child, effect, to: &below, depth + 1) }
                    effect.isNew = isNew
                }
            }
            return isBelow == nil ? edit(&node, below: depth) : effect
        }

        /// Replaces the node at the path.
        private mutating func replace(_ node: inout Node, in tree: inout SyncTree, _ depth: Int) -> Effect {
            let old = node
            node = self.node
            let effect = Effect(isChanged: old != node, isNew: old.isNull)
            if tree.value != nil, !isSilent, effect.isChanged {
                tree.value!.views[0].raiseUsualReplacement(
                    of: old, by: node, isOwnWrite: isOwnWrite, isAcknowledged: !overlap.touches(depth), into: &raised)
            }
            return effect
        }

        /// Edits a node below the last view.
        private mutating func edit(_ node: inout Node, below depth: Int) -> Effect {
            var effect = Effect()
            node.modifyChild(path[depth]) { child in
                let isNew = child.isNull
                if child.isPrioritized || (child.isLeaf && depth + 1 < path.count) {
                    effect = stop()
                } else if depth + 1 == path.count {
                    effect.isChanged = child != self.node
                    child = self.node
                } else {
                    effect = edit(&child, below: depth + 1)
                }
                effect.isNew = isNew
            }
            return effect
        }
    }

    /// A walk that raises acknowledgements.
    private struct Acknowledgement {
        let path: Path
        let overlap: PendingWrites.Overlap
        /// Whether nothing is pending, so that both caches of a view are equal and share their pages again.
        let sharesCaches: Bool
        var raised: [RaisedEvent] = []

        mutating func run(_ tree: inout SyncTree, from depth: Int) {
            if depth < path.count, !tree.children.isEmpty {
                _ = tree.children.modify(TextOrderedKey(path[depth])) { run(&$0, from: depth + 1) }
            }
            guard tree.value != nil else { return }
            if sharesCaches { tree.value!.views[0].event.node = tree.value!.views[0].server.node }
            tree.value!.views[0].raiseUsualAcknowledgement(
                of: depth < path.count ? path[depth] : nil,
                isChildAcknowledged: depth == path.count || !overlap.touches(depth + 1),
                isAcknowledged: !overlap.touches(depth), into: &raised)
        }
    }
}

extension SyncTree {
    /// Whether the only view of the sync point is a complete, unfiltered default view.
    ///
    /// Mutating only because access in place needs no copies of references; nothing changes.
    fileprivate var isUsual: Bool { mutating get { value?.views.count == 1 && value!.views[0].isUsual } }
}

extension View {
    /// Whether the view is complete, unfiltered and of the default query.
    fileprivate var isUsual: Bool { mutating get { window.isDefault && server.isWhole && event.isWhole } }

    /// Whether both caches are the same node.
    fileprivate var hasSharedCaches: Bool { mutating get { server.node.isIdentical(to: event.node) } }
}
