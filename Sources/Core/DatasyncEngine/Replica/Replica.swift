package import DatasyncTree

/// The data of a client: the views at their paths, and the pending writes over them.
///
/// Pure: each mutation appends the events that it raises to a list of effects, in order, and makes no calls. A transition
/// visits only the views on its path and below it, deeper ones first.
package struct Replica: Sendable {
    /// The views by path; server caches on the path of a withheld value hold the written value instead.
    var storedSyncPoints = SyncTree()
    /// The value that the latest write has replaced in both caches of the views on its path.
    var withheld: WithheldValue?
    package internal(set) var pending = PendingWrites()
    var registrations: [RegistrationID: Query] = [:]
    /// The queries whose sent listens have no data yet, each with the last write before the listen.
    ///
    /// The caches that such a listen serves may lack these writes after the back end has accepted them.
    package private(set) var unansweredListens: [Query: Int] = [:]
    /// Whether an event cache may still show a write without a response although an older pending write hides it.
    ///
    /// This happens when the response to the newer of two writes at, above or below a path comes first. It lasts until no write
    /// is pending.
    var mayHideOlderWrites = false
    /// Whether a view is suspended because its data belong to an earlier user.
    package internal(set) var hasSuspendedViews = false
    /// Whether operations may take the usual walk, and views may share their edits and skip what they exclude; for tests.
    ///
    /// If `false`, every operation takes the general path in every view, with the same events and caches.
    var takesUsualWalk = true
    /// The windows by tag; tags count up in order of first creation and are never reused.
    private var queriesByTag: [Int: Query] = [:]
    private var tagsByQuery: [Query: Int] = [:]
    private var lastTag = 0

    package init() {}

    /// The views by path.
    package var syncPoints: SyncTree {
        guard let withheld else { return storedSyncPoints }
        var tree = storedSyncPoints
        Self.restore(withheld, in: &tree)
        return tree
    }

    /// Edits the views, after restoring a withheld value in them.
    mutating func editSyncPoints<Result>(_ body: (inout SyncTree) -> Result) -> Result {
        if let withheld {
            self.withheld = nil
            Self.restore(withheld, in: &storedSyncPoints)
        }
        return body(&storedSyncPoints)
    }

    /// Assigns a tag to a window; a default query gets none.
    mutating func makeTag(for query: Query) {
        if query.window.isAll { return }
        lastTag += 1
        queriesByTag[lastTag] = query
        tagsByQuery[query] = lastTag
    }

    mutating func removeTag(of query: Query) {
        if let tag = tagsByQuery.removeValue(forKey: query) { queriesByTag[tag] = nil }
    }

    package func query(tag: Int) -> Query? { queriesByTag[tag] }

    /// Records that a listen to a query was sent.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - followsWrites: Whether the back end processes the pending writes before the listen.
    package mutating func sentListen(to query: Query, followsWrites: Bool = true) {
        unansweredListens[query] = followsWrites ? pending.writes.lastNumber ?? -1 : -1
    }

    /// Records that the data of a query's last listen have arrived, or that the listen has ended.
    package mutating func receivedData(of query: Query) { unansweredListens[query] = nil }

    /// Forgets the sent listens after the connection was lost.
    package mutating func forgetListens() { unansweredListens = [:] }

    /// Returns the listen that serves a query; queries of all children share the default query's listen.
    package func listen(for query: Query) -> Listen {
        if query.window.isAll { return Listen(query: Query(path: query.path, window: .all), tag: nil) }
        return Listen(query: query, tag: tagsByQuery[query])
    }

    /// Returns the value that the application sees at a path, or `nil` if it is unknown.
    package func visibleNode(at path: Path) -> Node? {
        pending.overlay.below(path).applied(toKnown: knownServerNode(at: path))
    }

    /// Returns the complete server data at a path from the views at or above it, searched from the root down.
    package func knownServerNode(at path: Path) -> Node? {
        var branch = syncPoints
        var rest = path
        while true {
            if let node = branch.value?.completeServerNode(at: rest) { return node }
            guard let key = rest.first, let next = branch.child(key) else { return nil }
            branch = next
            rest = rest.tail
        }
    }

    /// Applies an operation to the views that it affects.
    mutating func apply(_ operation: DataOperation, into effects: inout [Effect]) {
        pending.index()
        let context = Context(pending: pending, unanswered: unansweredListens, takesShortWays: takesUsualWalk)
        editSyncPoints {
            Self.apply(
                operation, to: &$0, overlay: context.pending.overlay, known: nil, isCovered: false, context,
                into: &effects)
        }
    }

    /// The parts of the replica that the views of an operation need.
    fileprivate struct Context {
        let pending: PendingWrites
        let unanswered: [Query: Int]
        /// Whether an operation outside a window takes the short way, and views share the result of a push.
        let takesShortWays: Bool
    }

    /// Applies an operation to the views of a subtree.
    ///
    /// - Parameters:
    ///   - operation: The operation, relative to the subtree.
    ///   - branch: The subtree.
    ///   - overlay: The pending writes from the subtree's path down.
    ///   - known: For a local write, the complete server data that a default view above has.
    ///   - isCovered: Whether a default view is above the subtree.
    ///   - context: The parts of the replica that the views need.
    ///   - effects: Receives the events.
    private static func apply(
        _ operation: DataOperation, to branch: inout SyncTree, overlay: Overlay, known: Node?, isCovered: Bool,
        _ context: Context, into effects: inout [Effect]
    ) {
        let isCovered = isCovered || branch.value?.defaultView != nil
        let known = operation.isLocal ? known ?? branch.value?.completeServerNode(at: .root) : nil
        let concerned = operation.path.first.map { [TextOrderedKey($0)] } ?? branch.children.keys
        for plain in concerned {
            guard let below = operation.below(plain.key) else { continue }
            _ = branch.children.modify(plain) { child in
                apply(
                    below, to: &child, overlay: overlay.child(plain.key), known: known?[plain.key],
                    isCovered: isCovered, context, into: &effects)
            }
        }
        guard branch.value != nil else { return }
        var shared = SharedResults()
        for index in branch.value!.views.indices {
            branch.value!.views[index].transition(
                operation, under: overlay, known: known, isCovered: isCovered, context, sharing: &shared,
                into: &effects)
        }
    }

    /// Applies an operation only to the view with a tag.
    ///
    /// While a default view at or above it has the data of its listen, a window with all data keeps them: a child that the push
    /// removes may only have left the window, and the default view's push follows.
    mutating func apply(_ operation: DataOperation, toViewWith tag: Int, into effects: inout [Effect]) {
        guard let query = query(tag: tag) else { return }
        pending.index()
        let overlay = pending.overlay.below(query.path)
        let context = Context(pending: pending, unanswered: unansweredListens, takesShortWays: takesUsualWalk)
        let isServedFromAbove = isServedFromAbove(query.path)
        editSyncPoints { tree in
            tree.modify(query.path) { branch in
                guard let index = branch.value?.views.firstIndex(where: { $0.window == query.window }) else { return }
                let keepsData = isServedFromAbove && branch.value!.views[index].server.isWhole
                var shared = SharedResults()
                branch.value!.views[index].transition(
                    keepsData ? operation.withoutRemovals : operation, under: overlay, known: nil, isCovered: false,
                    context, sharing: &shared, into: &effects)
            }
        }
    }

    /// Returns whether a default view at or above a path is complete with the data of its listen.
    private func isServedFromAbove(_ path: Path) -> Bool {
        var branch = storedSyncPoints
        for depth in 0...path.count {
            if let view = branch.value?.defaultView {
                return view.server.isComplete && unansweredListens[listen(for: view.query).query] == nil
            }
            guard depth < path.count, let next = branch.child(path[depth]) else { return false }
            branch = next
        }
        return false
    }
}

/// Results that the views of one node share during an operation.
private struct SharedResults {
    /// The last whole server cache that a push has edited, and the result; the caches often hold the same tree.
    private var last: (old: Node, new: Node)?
    /// The children that pending writes touch, once a view has asked for them.
    private var touchedKeys: TouchedKeys?

    /// Returns a whole server cache after a push below its node; `nil` for other caches and operations.
    ///
    /// An equal value changes nothing, so the cache keeps the pages that it shares with the event cache.
    mutating func entered(_ operation: DataOperation, _ server: Cache) -> Node? {
        guard server.isWhole, let node = operation.pushedNode, let key = operation.path.first else { return nil }
        if let last, last.old.isIdentical(to: server.node) { return last.new }
        let old = server.node[key]
        let child = old.setting(node, at: operation.path.tail)
        let new = child == old ? server.node : server.node.setting(child, for: key)
        last = (server.node, new)
        return new
    }

    /// Returns the children of the node that pending writes touch.
    mutating func touchedKeys(_ pending: PendingWrites, below path: Path) -> TouchedKeys {
        let keys = touchedKeys ?? pending.touchedKeys(below: path)
        touchedKeys = keys
        return keys
    }
}

extension View {
    /// Applies an operation to the caches of the view, and raises the resulting events.
    ///
    /// - Parameters:
    ///   - operation: The operation, relative to the view's path.
    ///   - overlay: The pending writes from the view's path down.
    ///   - known: For a local write, the complete server data at the path from a default view at or above it.
    ///   - isCovered: Whether a default view at or above the view makes a listen of its own unnecessary.
    ///   - context: The parts of the replica that the view needs.
    ///   - shared: The results that the views of the node share.
    ///   - effects: Receives the events.
    fileprivate mutating func transition(
        _ operation: DataOperation, under overlay: Overlay, known: Node?, isCovered: Bool, _ context: Replica.Context,
        sharing shared: inout SharedResults, into effects: inout [Effect]
    ) {
        if suspension != nil { return receiveSuspended(operation) }
        let pending = context.pending
        let entered = context.takesShortWays ? shared.entered(operation, server) : nil
        if context.takesShortWays, isOutside(operation) {
            if let entered { server.node = entered }
            if operation.isResponse { raiseValueAcknowledgement(pending, into: &effects) }
            return
        }
        let (old, served) = (event, server)
        var changes = apply(operation, under: overlay, known: known, entered: entered)
        if operation.isResponse, !isCovered, context.unanswered[query] == nil { showServedWindow(overlay, &changes) }
        keepIndex()
        if server.isComplete { cachedNode = nil }
        raise(
            changes, since: old, isNewlyServerComplete: server.isComplete && !served.isComplete, by: operation,
            under: overlay, pending: pending, shared.touchedKeys(pending, below: path), into: &effects)
    }

    /// Returns whether an operation concerns only a child outside the window, so that the event cache does not change.
    ///
    /// The server cache does not change either, unless it also holds the children outside the window.
    private func isOutside(_ operation: DataOperation) -> Bool {
        guard !window.isAll, let key = operation.path.first, excludes(key),
            // A write below a primitive, or of the priority, changes more than a child.
            server.isFiltered || !(server.node.isLeaf || key.isPriority || operation.isTagged)
        else { return false }
        return switch operation.kind {
        case .set, .accepted, .shadowedResponse: true
        // These may show a primitive again.
        case .merge, .rejected, .restored: false
        }
    }
}
