import DatasyncTree

/// One query at one place: what the back end said of it, what the application was told of it, and who listens.
///
/// All registrations of one query share its view. A view keeps two caches. The server cache holds only what the back end
/// said. The event cache is what the application sees. While the server cache is whole, the event cache is exactly the
/// server cache with the pending writes over it, cut to the window. While it is not, the event cache holds what is known
/// for certain, and the verbs below say what that is.
package struct View: Sendable {
    package let query: Query
    package internal(set) var server: Cache
    package internal(set) var event: Cache
    /// In order of registration, which is that of their numbers.
    package internal(set) var registrations: [Registration] = []
    /// What the cache kept of the place from earlier, for those who show it until all is known.
    var cachedNode: Node?

    var path: Path { query.path }
    var window: Window { query.window }
    var filter: WindowFilter { WindowFilter(window: window) }

    /// Makes a view with what is known at its place.
    ///
    /// `known`: The server cache that the views above and below give; never filtered.
    /// `overlay`: What pending writes show at the place.
    init(query: Query, known: Cache, overlay: Overlay) {
        self.query = query
        server = known
        let whole = overlay.applied(toKnown: known.isComplete ? known.node : nil)
        let node = whole ?? overlay.appliedToChildren(of: known.node)
        event = Cache(node: query.window.cut(node), isComplete: whole != nil, isFiltered: !query.window.isAll)
    }

    /// The complete data of a place at or below the view that the view can vouch for.
    ///
    /// A window vouches only for what lies strictly below it, inside a child that it shows.
    func completeServerNode(at path: Path) -> Node? {
        guard server.isComplete else { return nil }
        if window.isAll { return server.node[path] }
        guard let key = path.first, !server.node[key].isNull else { return nil }
        return server.node[path]
    }

    /// Removes a registration, found by its number.
    mutating func removeRegistration(_ id: RegistrationID) {
        var range = registrations.startIndex..<registrations.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let number = registrations[middle].id.number
            if number == id.number {
                registrations.remove(at: middle)
                return
            }
            range = number < id.number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
    }

    /// Where the view finds children that it does not show.
    func source(_ overlay: Overlay) -> ChildSource { ChildSource(overlay: overlay, event: event, server: server) }

    /// Applies an operation; answers what happened to the children, merged.
    ///
    /// `overlay`: What pending writes show, from the view's place down.
    mutating func apply(_ operation: DataOperation, under overlay: Overlay) -> ChildChanges {
        var changes = ChildChanges()
        switch operation.kind {
        case .set(let node) where operation.isLocal:
            writeLocally(node, at: operation.path, overlay, &changes)
        case .set(let node):
            receive(
                node, at: operation.path,
                filtersServer: operation.isTagged || (server.isFiltered && !operation.path.isRoot),
                overlay, &changes)
        case .merge(let children) where operation.isLocal:
            mergeLocally(children, at: operation.path, overlay, &changes)
        case .merge(let children):
            receiveMerge(
                children, at: operation.path, filtersServer: operation.isTagged || server.isFiltered, overlay,
                &changes)
        case .accepted(let affected):
            showPrimitives(above: affected, at: operation.path, overlay, &changes)
            accept(affected, at: operation.path, overlay, &changes)
        case .rejected(let affected):
            showPrimitives(above: affected, at: operation.path, overlay, &changes)
            if overlay.covering(operation.path) == nil { showAnew(at: operation.path, overlay, &changes) }
        case .restored:
            showAnew(at: operation.path, overlay, &changes)
        case .shadowedResponse(let affected):
            showPrimitives(above: affected, at: operation.path, overlay, &changes)
        }
        return changes
    }
}
