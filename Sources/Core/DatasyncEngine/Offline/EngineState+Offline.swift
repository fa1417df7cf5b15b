import DatasyncTree
import DatasyncWire

/// State that outlives the process: each change is also an effect, which the shell passes to the offline store.
extension EngineState {
    mutating func store(_ change: @autoclosure () -> OfflineChange) {
        if caching.isStored { effects.append(.store(change())) }
    }

    // MARK: Restoring

    /// Starts from the state that an earlier process left; called before anything else.
    mutating func restore(_ start: OfflineStart, now: Double) {
        caching.isOn = true
        caching.isStored = start.store != nil
        var state = start.state
        state.assignUnownedData(to: caching.owner)
        caching.ofOthers = state.caches
        offlineCache = caching.ofOthers.removeValue(forKey: caching.owner) ?? OfflineCache()
        for (user, numbering) in state.numberings {
            var numbers = WriteNumbers(client: numbering.client, last: numbering.last)
            for (number, write) in numbering.unanswered.sorted(by: { $0.key < $1.key }) {
                if let write, state.writes[write] != nil {
                    numbers.restore(number, .write(write))
                } else {
                    numbers.restore(number, .lost)
                }
            }
            self.numbering.ofOthers[user] = numbers
        }
        for (number, write) in state.writes.sorted(by: { $0.key < $1.key }) {
            let operation = makeOperation(start.handlers(write))
            skipWriteNumbers(below: number + 1)
            let shown = estimated(write, now: now)
            if write.user == nil {
                replica.write(shown, number: number, into: &effects)
            } else {
                hiddenWrites[number] = shown
            }
            writes.append(QueuedWrite(operation: operation, write: write), number: number)
        }
        uncertainWrites = start.uncertain.map { (start.handlers($0), $0) }
        reportUncertainWrites()
        if let numbers = numbering.ofOthers.removeValue(forKey: nil) { numbering.own = numbers }
        storeNumbering()
        let owner = caching.owner
        store(.caching(owner))
        let users = numbering.ofOthers.keys.map { CacheOwner.user($0) } + caching.ofOthers.keys
        caching.hasEarlierIdentities =
            users.contains { if case .user(let user?) = $0 { user.isOfEarlierVersion } else { false } }
            || writes.contains { $0.value.write.user?.isOfEarlierVersion == true }
            || uncertainWrites.contains { $0.write.user?.isOfEarlierVersion == true }
    }

    /// Fails the user's writes, and writes without a user, whose outcome is unknown because the store was damaged.
    mutating func reportUncertainWrites() {
        let reported = uncertainWrites.filter { $0.write.user == nil || $0.write.user == user }
        uncertainWrites.removeAll { $0.write.user == nil || $0.write.user == user }
        for (handlers, write) in reported {
            let error = DatasyncError(
                .outcomeUnknown, at: write.path,
                "The outcome of an increment at \(write.path) is unknown: it was sent before the offline store was damaged. "
                    + "Read the value, and write it again if it is missing.")
            settle(makeOperation(handlers), .failure(error))
        }
    }

    /// The state that outlives the process.
    package var offlineState: OfflineState {
        var state = OfflineState()
        for (user, numbers) in numbering.ofOthers { state.numberings[user] = numbers.numbering }
        state.numberings[numbering.user] = numbering.own.numbering
        state.user = numbering.user
        for (number, queued) in writes { state.writes[number] = queued.write }
        state.caches = caching.ofOthers
        state.caches[caching.owner] = offlineCache
        state.apply(.caching(caching.owner))
        return state
    }

    /// The user's cached data, for a text of them.
    package var cacheState: OfflineState {
        var state = OfflineState()
        state.caches[caching.owner] = offlineCache
        state.apply(.caching(caching.owner))
        return state
    }

    /// Replaces the store's content with the current state; the store asks for this when it has grown.
    package mutating func storeAll() {
        if caching.isStored { effects.append(.storeAll(offlineState)) }
    }

    // MARK: Write numbers

    /// Switches to the write numbers of a user; a new user gets an identifier.
    mutating func useNumbers(of next: UserIdentity?) {
        if next == numbering.user { return }
        numbering.ofOthers[numbering.user] = numbering.own
        if let numbers = numbering.ofOthers.removeValue(forKey: next) {
            numbering.own = numbers
        } else {
            numbering.lastClient &+= 1
            numbering.own = WriteNumbers(client: numbering.lastClient)
        }
        numbering.user = next
        storeNumbering()
    }

    mutating func storeNumbering() {
        let (user, client, last) = (numbering.user, numbering.own.client, numbering.own.last)
        store(.numbered(user, client: client, last: last))
    }

    // MARK: Cached data

    /// Returns the cached data that a new subscription starts with; `nil` without data or a cache mode.
    mutating func cachedData(of query: Query) -> Cache? {
        guard caching.isOn else { return nil }
        if let node = offlineCache.node(at: query.path) {
            offlineCache.use(query)
            return Cache(node: node, isComplete: true, isFiltered: false)
        }
        guard !query.window.isAll, let node = offlineCache.content(of: query) else { return nil }
        offlineCache.use(query)
        return Cache(node: node, isComplete: true, isFiltered: true)
    }

    /// Caches the data that the back end sent.
    mutating func cache(_ push: Push) {
        guard caching.isOn else { return }
        switch push {
        case .set(let path, let node, let tag):
            if let tag {
                if let query = replica.query(tag: tag) { cache(node, at: path, of: query) }
            } else if session.listens.contains(Query(path: path, window: .all)) {
                cache(node, of: Query(path: path, window: .all))
            } else {
                replaceCached([(.root, node)], at: path)
            }
        case .merge(let path, let children, let tag):
            if let tag {
                if let query = replica.query(tag: tag) { replaceCached(children, at: path, in: query) }
            } else {
                replaceCached(children, at: path)
            }
        case .revoked, .authenticationRevoked, .securityDebug: break
        }
    }

    private mutating func cache(_ node: Node, at path: Path, of query: Query) {
        if path == query.path { return cache(node, of: query) }
        replaceCached([(.root, node)], at: path, in: query)
    }

    mutating func cache(_ node: Node, of query: Query) {
        guard caching.isOn else { return }
        offlineCache.keep(node, of: query)
        store(.cached(query, node))
    }

    private mutating func replaceCached(_ parts: [(Path, Node)], at path: Path) {
        for (relative, node) in parts {
            let place = path.appending(relative)
            if offlineCache.replace(node, at: place) { store(.replaced(place, node)) }
        }
    }

    private mutating func replaceCached(_ parts: [(Path, Node)], at path: Path, in query: Query) {
        guard offlineCache.content(of: query) != nil, let base = path.relative(to: query.path) else { return }
        let parts = parts.map { (base.appending($0.0), $0.1) }
        offlineCache.replace(parts, in: query)
        store(.replacedInWindow(query, parts))
    }

    /// Removes the cached data at and below a path, except the data of active subscriptions.
    mutating func forgetCached(_ path: Path) {
        offlineCache.forget(path)
        store(.forgot(path))
        cacheListened { $0.path.isAtOrBelow(path) }
    }

    /// Caches the data of active subscriptions again.
    mutating func cacheListened(where isConcerned: (Query) -> Bool) {
        guard caching.isOn else { return }
        for listen in replica.neededListens where isConcerned(listen.query) {
            guard let view = replica.servedView(of: listen.query), view.server.isComplete, view.suspension == nil else {
                continue
            }
            cache(view.server.node, of: listen.query)
        }
    }
}

extension WriteNumbers {
    /// The numbers as the store holds them.
    var numbering: OfflineState.Numbering {
        var numbering = OfflineState.Numbering(client: client, last: last)
        for (number, sent) in unanswered {
            let write: Int? = if case .write(let write) = sent.content { write } else { nil }
            numbering.unanswered[number] = .some(write)
        }
        return numbering
    }
}
