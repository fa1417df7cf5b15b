package import DatasyncTree

/// Registrations, and the listens that they need.
///
/// Only the outermost default queries, and the windows that none of them covers, need a listen. A query of all children in
/// another order shares the default query's listen.
extension Replica {
    /// Registers a listener for a query.
    ///
    /// - Parameters:
    ///   - receiver: The receiver of the events and of the completion.
    ///   - query: The query.
    ///   - interest: The events to deliver.
    ///   - cachedNode: The offline cache's value, for registrations that accept it until the node is known.
    ///   - cachedData: The data that a new view starts with if no other view has them.
    ///   - effects: Receives the events.
    /// - Returns: The changes of listens.
    package mutating func listen(
        _ receiver: Receiver, to query: Query, interest: Interest, cachedNode: Node? = nil, cachedData: Cache? = nil,
        into effects: inout [Effect]
    ) -> ListenChanges {
        var changes = ListenChanges()
        let isCovered = isCovered(query.path)
        var known = view(of: query) == nil ? knownCache(at: query.path) : nil
        if known?.isComplete == false, let cachedData { known = cachedData }
        registrations[receiver.id] = query
        if known != nil { makeTag(for: query) }
        let overlay = pending.overlay.below(query.path)
        let pending = pending
        editSyncPoints { tree in
            tree.modify(query.path) { branch in
                var syncPoint = branch.value ?? SyncPoint()
                branch.value = nil
                if let known { syncPoint.views.append(View(query: query, known: known, overlay: overlay)) }
                let index = syncPoint.views.firstIndex { $0.window == query.window }!
                if !syncPoint.views[index].event.isComplete, let cachedNode {
                    syncPoint.views[index].cachedNode = cachedNode
                }
                let registration = Registration(receiver: receiver, interest: interest)
                if syncPoint.views[index].suspension != nil {
                    syncPoint.views[index].suspension!.waiting.append(registration)
                } else {
                    syncPoint.views[index].registrations.append(registration)
                    syncPoint.views[index].raiseInitially(
                        at: syncPoint.views[index].registrations.count - 1, pending: pending, into: &effects)
                }
                branch.value = syncPoint
            }
        }
        if known != nil, !isCovered {
            changes.started = [listen(for: query)]
            if query.window.isAll { changes.stopped = shadowedListens(at: query.path) }
        }
        return changes
    }

    /// Removes a registration; removing the last one of a query removes its view.
    ///
    /// - Returns: The changes of listens, and the receiver; `nil` if there is no such registration.
    package mutating func unlisten(_ id: RegistrationID) -> (changes: ListenChanges, receiver: Receiver?) {
        guard let query = registrations.removeValue(forKey: id) else { return (ListenChanges(), nil) }
        let (receiver, isLast) = editSyncPoints { tree in
            tree.modify(query.path) { branch -> (Receiver?, Bool) in
                guard let index = branch.value?.views.firstIndex(where: { $0.window == query.window }) else {
                    return (nil, false)
                }
                let receiver = branch.value!.views[index].removeRegistration(id)
                return (receiver, branch.value!.views[index].registrationCount == 0)
            }
        }
        guard isLast else { return (ListenChanges(), receiver) }
        return (removeViews(at: query.path, stops: true) { $0.window == query.window }, receiver)
    }

    /// Removes all registrations of a query whose listen the back end refused or revoked.
    ///
    /// If it is the default query, the registrations of the windows at its path are removed too.
    ///
    /// - Returns: The changes of listens, and the receivers of the removed registrations in order.
    package mutating func revoked(_ query: Query) -> (changes: ListenChanges, ended: [Receiver]) {
        let isGone = { (view: View) in query.window.isAll || view.window == query.window }
        let gone = syncPoints[query.path]?.value?.views.filter(isGone) ?? []
        if gone.isEmpty { return (ListenChanges(), []) }
        let ended = gone.flatMap { $0.allRegistrations.map(\.receiver) }
        for receiver in ended { registrations[receiver.id] = nil }
        return (removeViews(at: query.path, stops: false, where: isGone), ended)
    }

    /// The listens that a new connection must start, shallower paths first.
    package var neededListens: [Listen] { distinctListens(in: storedSyncPoints) }

    func registrationCount(of query: Query) -> Int { view(of: query)?.registrationCount ?? 0 }

    package func view(of query: Query) -> View? {
        syncPoints[query.path]?.value?.views.first { $0.window == query.window }
    }

    /// Returns a view that a query's listen serves.
    func servedView(of query: Query) -> View? {
        query.window.isAll ? syncPoints[query.path]?.value?.defaultView : view(of: query)
    }

    private mutating func removeViews(at path: Path, stops: Bool, where isGone: (View) -> Bool) -> ListenChanges {
        var changes = ListenChanges()
        let removed = editSyncPoints { tree in
            tree.modify(path) { branch -> [View] in
                let gone = branch.value?.views.filter(isGone) ?? []
                branch.value?.views.removeAll(where: isGone)
                if branch.value?.views.isEmpty == true { branch.value = nil }
                return gone
            }
        }
        let isDefault = removed.contains { $0.window.isAll }
        if !isCovered(path) {
            if isDefault, let subtree = syncPoints[path] { changes.started = distinctListens(in: subtree) }
            if stops { changes.stopped = removed.map { listen(for: $0.query) } }
        }
        for view in removed { removeTag(of: view.query) }
        return changes
    }

    /// Returns whether a default view at or above a path makes other listens there unnecessary.
    private func isCovered(_ path: Path) -> Bool {
        var branch = storedSyncPoints
        for key in path {
            if branch.value?.defaultView != nil { return true }
            guard let next = branch.child(key) else { return false }
            branch = next
        }
        return branch.value?.defaultView != nil
    }

    /// Returns the initial server cache of a new view at a path.
    ///
    /// It holds the first complete data from the root down, else the children that views one level below know completely.
    private func knownCache(at path: Path) -> Cache {
        if let node = knownServerNode(at: path) { return Cache(node: node, isComplete: true, isFiltered: false) }
        var known = Cache.unknown
        for (key, child) in syncPoints[path]?.children ?? OrderedMap() {
            if let node = child.value?.completeServerNode(at: .root) { known.node.set(node, at: Path([key.key])) }
        }
        return known
    }

    /// Returns the listens that a new default listen makes unnecessary.
    private func shadowedListens(at path: Path) -> [Listen] {
        guard let subtree = syncPoints[path] else { return [] }
        return (subtree.value?.windows ?? []).map { listen(for: $0.query) }
            + subtree.children.flatMap { distinctListens(in: $0.value) }
    }

    /// Returns the outermost listens of a subtree; the listen of a default view covers everything below it.
    private func distinctListens(in branch: SyncTree) -> [Listen] {
        if let view = branch.value?.defaultView { return [listen(for: view.query)] }
        return (branch.value?.windows ?? []).map { listen(for: $0.query) }
            + branch.children.flatMap { distinctListens(in: $0.value) }
    }
}
