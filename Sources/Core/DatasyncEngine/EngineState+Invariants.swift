import DatasyncTree

/// The invariants that hold between two calls of the engine's state.
extension EngineState {
    /// The largest number of registrations and pending writes for which the invariants are checked after each call.
    ///
    /// A check costs O(state), so checking a large state would make every call just as expensive.
    static let largestCheckedSize = 64

    /// The first violated invariant; `nil` if all hold, or if the state is too large to check after each call.
    var violatedInvariant: String? {
        guard replica.registrations.count + replica.pending.writes.count <= Self.largestCheckedSize else { return nil }
        return replica.pending.violatedInvariant ?? registrationProblem ?? cacheProblem ?? listenProblem ?? writeProblem
    }

    /// Every registration is in the view of its query, in order, and every view has registrations.
    private var registrationProblem: String? {
        for (id, query) in replica.registrations {
            guard replica.view(of: query)?.allRegistrations.contains(where: { $0.id == id }) == true else {
                return "The registration \(id.number) is not in the view of \(query.path)."
            }
        }
        var count = 0
        for view in replica.views {
            let numbers = view.allRegistrations.map(\.id.number)
            if numbers.isEmpty { return "The view of \(view.path) has no registration." }
            if numbers != numbers.sorted() { return "The registrations of \(view.path) are not in order." }
            count += numbers.count
        }
        if count != replica.registrations.count {
            return "The views have \(count) registrations of \(replica.registrations.count)."
        }
        for (query, id) in updating where replica.registrations[id] != query {
            return "The silent registration \(id.number) of \(query.path) is gone."
        }
        return nil
    }

    /// A view with complete, unfiltered server data shows them, cut to its window, where no write is pending.
    ///
    /// Where a write is pending, the event cache may differ until the response. If a newer write gets its response first, that
    /// changes nothing while an older write covers the path.
    private var cacheProblem: String? {
        for view in replica.views where view.server.isWhole && view.suspension == nil {
            if !view.event.isComplete { return "The event cache of \(view.path) is not complete." }
            guard replica.pending.overlay.below(view.path).isEmpty else { continue }
            let expected = view.window.cut(view.server.node)
            if view.event.node != expected {
                return "The event cache of \(view.path) is \(view.event.node.text) instead of \(expected.text)."
            }
        }
        return nil
    }

    /// While connected, exactly the needed listens are at the back end; without a connection there are none.
    private var listenProblem: String? {
        guard isReady else {
            if !session.listens.isEmpty || !session.unlistens.isEmpty {
                return "A listen counts as sent without a connection."
            }
            return session.inFlight.isEmpty ? nil : "A request is in flight without a connection."
        }
        let needed = Set(replica.neededListens.map(\.query))
        if needed == session.listens { return nil }
        let paths = needed.symmetricDifference(session.listens).map(\.path.description).sorted()
        return "The sent listens are not the needed ones; they differ at \(paths.joined(separator: ", "))."
    }

    /// Every pending write belongs to an unanswered write or to a transaction's result.
    private var writeProblem: String? {
        let results = transactions.compactMap(\.value.write)
        for number in writes.map(\.key) + results
        where replica.pending[number] == nil && hiddenWrites[number] == nil {
            return "The write \(number) is not pending."
        }
        for number in hiddenWrites.keys
        where replica.pending[number] != nil || [nil, user].contains(writes[number]?.write.user) {
            return "The write \(number) is hidden although its user sees it."
        }
        for (number, sent) in numbering.own.unanswered {
            let isWaiting =
                switch sent.content {
                case .write(let write): writes[write] != nil
                case .transaction(let operation): transactions[operation.number] != nil
                case .lost: true
                }
            if !isWaiting { return "The write number \(number) waits for a response that nothing needs." }
        }
        let count = writes.count - hiddenWrites.count + results.count
        if replica.pending.writes.count == count { return nil }
        return "\(replica.pending.writes.count) writes are pending instead of \(count)."
    }
}
