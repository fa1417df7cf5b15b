import DatasyncTree

/// One query at one path: its server cache, its event cache and its registrations.
///
/// All registrations of a query share its view. The server cache holds only data of the back end; the event cache is what
/// the application sees. While the server cache is complete and unfiltered, the event cache is exactly the server cache
/// with the pending writes applied, cut to the window. Otherwise the event cache holds what is known for certain, as the
/// methods below define it.
package struct View: Sendable {
    package let query: Query
    package internal(set) var server: Cache
    package internal(set) var event: Cache
    /// The registrations in the order they were made, so by ascending number.
    package internal(set) var registrations: [Registration] = []
    /// The offline cache's value, for registrations that accept it until the server cache is complete.
    var cachedNode: Node?
    /// Set while the current user may not be allowed to read the view's data; `nil` otherwise.
    package internal(set) var suspension: Suspension?

    var path: Path { query.path }
    var window: Window { query.window }
    var filter: WindowFilter { WindowFilter(window: window) }

    /// Creates a view from the data known at its path.
    ///
    /// - Parameters:
    ///   - query: The view's query.
    ///   - known: The server cache that the views above and below provide, or the offline cache. Only a window's data from the
    ///     offline cache are filtered.
    ///   - overlay: The pending writes from the view's path down.
    init(query: Query, known: Cache, overlay: Overlay) {
        self.query = query
        server = known
        let whole = overlay.applied(toKnown: known.isComplete ? known.node : nil)
        let node = whole ?? overlay.appliedToChildren(of: known.node)
        event = Cache(node: query.window.cut(node), isComplete: whole != nil, isFiltered: !query.window.isAll)
        keepIndex()
    }

    /// Keeps an index of the view's order, so that neighbours are found without sorting.
    mutating func keepIndex() {
        if window.order == .key { return }
        let isShared = server.node.isIdentical(to: event.node)
        event.node.addIndex(window.order)
        if isShared {
            server.node = event.node
        } else if !window.isAll {
            server.node.addIndex(window.order)
        }
    }

    /// Returns the complete server data at a path relative to the view, or `nil` if the view lacks them.
    ///
    /// A window has complete data only inside a child that it holds.
    func completeServerNode(at path: Path) -> Node? {
        guard server.isComplete, suspension == nil else { return nil }
        if window.isAll { return server.node[path] }
        guard let key = path.first, !server.node[key].isNull else { return nil }
        return server.node[path]
    }

    /// Returns whether the window is complete, and no new value of a child can change it.
    ///
    /// Either its bounds exclude the key, or children before the key reach its limit. In the second case, the window may have
    /// shown the child before; while the child's acknowledgement is still due, this returns `false`.
    func excludes(_ key: Key) -> Bool {
        guard server.isComplete, event.isComplete else { return false }
        if window.excludes(key) { return true }
        return window.isFull(event.node, before: key)
            && (!server.isFiltered || window.isFull(server.node, before: key))
            && !registrations.contains { $0.unacknowledgedKeys.contains(key) }
    }

    /// Removes a registration, found by binary search for its number, and returns its receiver.
    mutating func removeRegistration(_ id: RegistrationID) -> Receiver? {
        if let index = suspension?.waiting.firstIndex(where: { $0.id == id }) {
            return suspension?.waiting.remove(at: index).receiver
        }
        var range = registrations.startIndex..<registrations.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let number = registrations[middle].id.number
            if number == id.number { return registrations.remove(at: middle).receiver }
            range = number < id.number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    /// Returns the source of children that the window does not hold.
    ///
    /// - Parameters:
    ///   - overlay: The pending writes from the view's path down.
    ///   - known: The complete server data at the view's path, if a view at or above it has them.
    /// - Returns: A source over `known`, or over the view's server cache if `known` is `nil`.
    func source(_ overlay: Overlay, known: Node? = nil) -> ChildSource {
        let server = known.map { Cache(node: $0, isComplete: true, isFiltered: false) } ?? server
        return ChildSource(overlay: overlay, event: event, server: server)
    }

    /// Applies an operation to the caches.
    ///
    /// - Parameters:
    ///   - operation: The operation, relative to the view's path.
    ///   - overlay: The pending writes from the view's path down.
    ///   - known: For a local write, the complete server data at the view's path, if a view at or above it has them.
    ///   - entered: For a push, the resulting server cache if another view has already made it.
    /// - Returns: The merged changes of the children.
    mutating func apply(
        _ operation: DataOperation, under overlay: Overlay, known: Node?, entered: Node? = nil
    ) -> ChildChanges {
        var changes = ChildChanges()
        switch operation.kind {
        case .set(let node) where operation.isLocal:
            writeLocally(node, at: operation.path, overlay, known: known, &changes)
        case .set(let node):
            receive(
                node, at: operation.path,
                filtersServer: operation.isTagged || (server.isFiltered && !operation.path.isRoot), entered: entered,
                overlay, &changes)
        case .merge(let children) where operation.isLocal:
            mergeLocally(children, at: operation.path, overlay, known: known, &changes)
        case .merge(let children):
            receiveMerge(
                children, at: operation.path, filtersServer: operation.isTagged || server.isFiltered, overlay,
                &changes)
        case .accepted(let affected):
            showDecided(above: affected, at: operation.path, overlay, &changes)
            accept(affected, at: operation.path, overlay, &changes)
        case .rejected(let affected):
            showDecided(above: affected, at: operation.path, overlay, &changes)
            if overlay.covering(operation.path) == nil { recompute(at: operation.path, overlay, &changes) }
        case .restored(let affected):
            showDecided(above: affected, at: operation.path, overlay, &changes)
            recompute(at: operation.path, overlay, &changes)
        case .shadowedResponse(let affected):
            showDecided(above: affected, at: operation.path, overlay, &changes)
        }
        return changes
    }
}
