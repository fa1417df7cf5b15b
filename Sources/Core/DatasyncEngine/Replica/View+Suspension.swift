import DatasyncTree

/// Views whose data an earlier user of the client was allowed to read.
///
/// A suspended view delivers no events, and no other view, read or transaction uses its data. Pushes still update its server
/// cache. The view resumes when the back end lets the current user read the data, when the earlier user returns, or when it
/// gets data of the current user.
extension View {
    package struct Suspension: Sendable {
        /// The user who was allowed to read the data.
        let user: UserIdentity
        /// Whether the data were complete, so that the registrations have received them.
        let wasComplete: Bool
        /// The registrations made since, which have received nothing.
        var waiting: [Registration] = []
    }

    /// All registrations, in order; a copy, for tests and for the end of the view.
    var allRegistrations: [Registration] { registrations + (suspension?.waiting ?? []) }

    var registrationCount: Int { registrations.count + (suspension?.waiting.count ?? 0) }

    var hasData: Bool { server.isComplete || !server.node.isNull }

    /// Applies a push to the server cache alone.
    mutating func receiveSuspended(_ operation: DataOperation) {
        guard !operation.isLocal, !operation.isResponse else { return }
        var copy = self
        _ = copy.apply(operation, under: .empty, known: nil)
        server = copy.server
    }

    /// Shows the server cache, or data that replace it, and ends a suspension.
    ///
    /// The registrations receive the difference in one transition; those made during the suspension receive the whole value.
    mutating func show(_ cache: Cache?, under overlay: Overlay, _ pending: PendingWrites, into effects: inout [Effect])
    {
        let (old, wasComplete) = (event, suspension?.wasComplete ?? server.isComplete)
        let waiting = suspension?.waiting ?? []
        suspension = nil
        if let cache { server = cache }
        var changes = ChildChanges()
        recompute(at: .root, overlay, &changes)
        keepIndex()
        if server.isComplete { cachedNode = nil }
        raise(
            changes, since: old, isNewlyServerComplete: server.isComplete && !wasComplete,
            by: DataOperation(kind: .restored(PathTree(true)), path: .root), under: overlay, pending: pending,
            pending.touchedKeys(below: path), into: &effects)
        for registration in waiting {
            registrations.append(registration)
            raiseInitially(at: registrations.count - 1, pending: pending, into: &effects)
        }
    }
}

/// The views and pending writes of a client whose user changes.
extension Replica {
    /// Suspends the views that have data of the leaving user.
    mutating func suspendViews(of user: UserIdentity) {
        suspendViews(of: user, where: \.hasData) { $0.cachedNode = nil }
    }

    /// Suspends the views that data at a path will enter.
    ///
    /// Only the session's user is known to be allowed to read these data.
    mutating func suspendViews(of user: UserIdentity, at path: Path) {
        suspendViews(of: user) { path.isAtOrBelow($0.path) || $0.path.isAtOrBelow(path) }
    }

    private mutating func suspendViews(
        of user: UserIdentity, where isConcerned: (View) -> Bool, edit: (inout View) -> Void = { _ in }
    ) {
        var isAny = hasSuspendedViews
        editSyncPoints { tree in
            tree.editViews { view in
                edit(&view)
                guard view.suspension == nil, isConcerned(view) else { return }
                view.suspension = View.Suspension(user: user, wasComplete: view.server.isComplete)
                isAny = true
            }
        }
        hasSuspendedViews = isAny
    }

    /// Resumes the suspended views at and below a path that a closure accepts.
    mutating func resumeViews(at path: Path = .root, into effects: inout [Effect], where isReadable: (View) -> Bool) {
        guard hasSuspendedViews else { return }
        pending.index()
        let (pending, overlay) = (pending, pending.overlay)
        editSyncPoints { tree in
            tree.modify(path) { branch in
                branch.editViews { view in
                    guard view.suspension != nil, isReadable(view) else { return }
                    view.show(nil, under: overlay.below(view.path), pending, into: &effects)
                }
            }
        }
        hasSuspendedViews = views.contains { $0.suspension != nil }
    }

    /// Returns the views without complete data, and the suspended ones if requested.
    func incompleteViews(includingSuspended: Bool) -> [View] {
        views.filter { $0.suspension == nil ? !$0.server.isComplete : includingSuspended }
    }

    /// Shows cached data in the view of a query.
    mutating func show(_ cache: Cache, in query: Query, into effects: inout [Effect]) {
        pending.index()
        let (pending, overlay) = (pending, pending.overlay.below(query.path))
        editSyncPoints { tree in
            tree.modify(query.path) { branch in
                guard let index = branch.value?.views.firstIndex(where: { $0.window == query.window }) else { return }
                branch.value!.views[index].show(cache, under: overlay, pending, into: &effects)
            }
        }
        hasSuspendedViews = hasSuspendedViews && views.contains { $0.suspension != nil }
    }

    /// Replaces all pending writes; every view shows the result in one transition.
    mutating func replacePending(by writes: [(number: Int, write: PendingWrite)], into effects: inout [Effect]) {
        var pending = PendingWrites()
        for (number, write) in writes { pending.add(write, number: number) }
        self.pending = pending
        mayHideOlderWrites = false
        apply(DataOperation(kind: .restored(PathTree(true)), path: .root), into: &effects)
    }

    var views: [View] {
        var views: [View] = []
        syncPoints.visit { _, syncPoint in views += syncPoint.views }
        return views
    }
}
