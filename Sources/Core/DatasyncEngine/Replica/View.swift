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
    /// The registrations in the order in which they were made, which is that of their numbers.
    package internal(set) var registrations: [Registration] = []
    /// The value of the offline cache, for registrations that accept it until the server cache is complete.
    var cachedNode: Node?
    /// The state of a view whose data the present user may not be allowed to read; `nil` for other views.
    package internal(set) var suspension: Suspension?

    var path: Path { query.path }
    var window: Window { query.window }
    var filter: WindowFilter { WindowFilter(window: window) }

    /// Creates a view from the data known at its path.
    ///
    /// `known`: The server cache that the views above and below provide, or the offline cache; only the latter is
    /// filtered, for a window.
    /// `overlay`: The pending writes from the view's path down.
    init(query: Query, known: Cache, overlay: Overlay) {
        self.query = query
        server = known
        let whole = overlay.applied(toKnown: known.isComplete ? known.node : nil)
        let node = whole ?? overlay.appliedToChildren(of: known.node)
        event = Cache(node: query.window.cut(node), isComplete: whole != nil, isFiltered: !query.window.isAll)
        keepIndex()
    }

    /// Keeps the order of the view indexed, so that neighbours in it are found without sorting.
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
    /// A window has complete data only strictly below it, inside a child that it holds.
    func completeServerNode(at path: Path) -> Node? {
        guard server.isComplete, suspension == nil else { return nil }
        if window.isAll { return server.node[path] }
        guard let key = path.first, !server.node[key].isNull else { return nil }
        return server.node[path]
    }

    /// Returns whether the window is complete, and a change of a child to any value leaves it as it is.
    ///
    /// Its bounds exclude the key, or its limit is reached by children before the key. In the second case the window may have
    /// shown the child before, so that its acknowledgement is still due.
    func excludes(_ key: Key) -> Bool {
        guard server.isComplete, event.isComplete else { return false }
        if window.excludes(key) { return true }
        return window.isFull(event.node, before: key)
            && (!server.isFiltered || window.isFull(server.node, before: key))
            && !registrations.contains { $0.unacknowledgedKeys.contains(key) }
    }

    /// Removes a registration, and returns its receiver; finds it by a binary search for its number.
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
    /// `known`: The complete server data at the view's path, if a view at or above it has them.
    func source(_ overlay: Overlay, known: Node? = nil) -> ChildSource {
        let server = known.map { Cache(node: $0, isComplete: true, isFiltered: false) } ?? server
        return ChildSource(overlay: overlay, event: event, server: server)
    }

    /// Applies an operation, and returns the merged changes of the children.
    ///
    /// `overlay`: The pending writes from the view's path down.
    /// `known`: For a local write, the complete server data at the view's path, if a view at or above it has them.
    mutating func apply(_ operation: DataOperation, under overlay: Overlay, known: Node?) -> ChildChanges {
        var changes = ChildChanges()
        switch operation.kind {
        case .set(let node) where operation.isLocal:
            writeLocally(node, at: operation.path, overlay, known: known, &changes)
        case .set(let node):
            receive(
                node, at: operation.path,
                filtersServer: operation.isTagged || (server.isFiltered && !operation.path.isRoot),
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
