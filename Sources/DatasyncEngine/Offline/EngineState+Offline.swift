import DatasyncTree
import DatasyncWire

/// State that outlives the process: each change of it is also an effect, which the shell passes to the offline store.
extension EngineState {
    /// Whether numbered requests may be sent: not before the back end has confirmed the user, if there is a store.
    ///
    /// A pending write belongs to the user who made it. Without a store all writes of a client are of its present user.
    var sendsWrites: Bool {
        isReady && (!storesChanges || credential == nil || isUserConfirmed)
    }

    mutating func store(_ change: @autoclosure () -> OfflineChange) {
        if storesChanges { effects.append(.store(change())) }
    }

    // MARK: Restoring

    /// Begins with the state that an earlier process left; called before anything else.
    mutating func restore(_ start: OfflineStart, now: Double) {
        keepsCaches = true
        storesChanges = start.store != nil
        offlineCache = start.state.cache
        for (user, numbering) in start.state.numberings {
            var numbers = WriteNumbers(client: numbering.client, last: numbering.last)
            for (number, write) in numbering.unanswered.sorted(by: { $0.key < $1.key }) {
                if let write, start.state.writes[write] != nil {
                    numbers.restore(number, .write(write))
                } else {
                    numbers.restore(number, .lost)
                }
            }
            numbersOfOthers[user] = numbers
        }
        for (number, write) in start.state.writes.sorted(by: { $0.key < $1.key }) {
            let operation = makeOperation(start.handlers(write))
            skipWriteNumbers(below: number + 1)
            show(write, number: number, now: now)
            writes.append(QueuedWrite(operation: operation, write: write), number: number)
        }
        useNumbers(of: nil)
    }

    /// The state that outlives the process.
    package var offlineState: OfflineState {
        var state = OfflineState()
        for (user, numbers) in numbersOfOthers { state.numberings[user] = numbers.numbering }
        state.numberings[user] = writeNumbers.numbering
        state.user = user
        for (number, queued) in writes { state.writes[number] = queued.write }
        state.cache = offlineCache
        return state
    }

    /// Replaces the content of the store by the present state, as the store asks when it has grown.
    package mutating func storeAll() {
        if storesChanges { effects.append(.storeAll(offlineState)) }
    }

    // MARK: Users

    /// The user of the next writes.
    private var credentialUser: UserIdentity? { credential.map { UserIdentity(credential: $0.text) } }

    /// Follows a change of the credential: the writes of a user are sent under the user's own numbers.
    mutating func followCredential() {
        guard storesChanges, credentialUser != user else { return }
        isUserConfirmed = false
        useNumbers(of: credentialUser)
        if sendsWrites { sendPending() }
    }

    private mutating func useNumbers(of next: UserIdentity?) {
        if next != user { numbersOfOthers[user] = writeNumbers }
        if let numbers = numbersOfOthers.removeValue(forKey: next) {
            writeNumbers = numbers
        } else if next != user {
            lastClient &+= 1
            writeNumbers = WriteNumbers(client: lastClient)
        }
        user = next
        storeNumbering()
    }

    mutating func storeNumbering() {
        let (user, client, last) = (user, writeNumbers.client, writeNumbers.last)
        store(.numbered(user, client: client, last: last))
    }

    /// Returns the error of a change of the user while writes of the present one are pending; `nil` if it is possible.
    func refusalOfUserChange(to text: String?) -> DatasyncError? {
        guard storesChanges, text.map({ UserIdentity(credential: $0) }) != user else { return nil }
        let count = writes.count { $0.value.write.user == user } + transactions.count
        if count == 0 { return nil }
        return DatasyncError(
            .unavailable, at: nil,
            "The user cannot change while \(count) of the present user's writes and transactions are pending; connect and "
                + "wait for their acknowledgements, or discard them with discardingPendingWrites.")
    }

    /// Discards the pending writes and transactions of the present user; the outcome of those that were sent is unknown.
    mutating func discardPendingWrites() {
        for (_, sent) in beginNumbers() { _ = inFlight.remove(sent.request) }
        for (number, queued) in writes where queued.write.user == user {
            _ = writes.remove(number)
            replica.rejected(number: number, into: &effects)
            store(.answered(nil, write: number))
            settle(queued.operation, .failure(discarded("write", at: queued.write.path)))
        }
        for (_, transaction) in transactions {
            finish(transaction, .failure(discarded("transaction", at: transaction.path)))
        }
    }

    private func discarded(_ operation: String, at path: Path) -> DatasyncError {
        DatasyncError(
            .cancelled, at: path,
            "The \(operation) at \(path) was discarded when its user signed out; the back end may have applied it if it was "
                + "sent before.")
    }

    /// Handles the confirmation of the user by the back end: sends the writes that waited for it.
    mutating func confirmUser() {
        guard storesChanges, !isUserConfirmed else { return }
        isUserConfirmed = true
        sendPending()
    }

    // MARK: Sending

    /// Sends the writes of the present user: those without a response by number, then those that were never sent.
    mutating func sendStoredWrites() {
        // A back end without numbers ignores them; a later one must not miss those that were given.
        if !numbersWrites { _ = beginNumbers() }
        var numbered: Set<Int> = []
        for (number, sent) in writeNumbers.unanswered {
            sendAgain(sent.content, number)
            if case .write(let write) = sent.content { numbered.insert(write) }
        }
        for (number, queued) in writes where queued.write.user == user && !numbered.contains(number) {
            send(queued.write, number: number)
        }
    }

    // MARK: Cached data

    /// Returns the cached data of a query, from which a new subscription begins; `nil` without a cache mode.
    mutating func cachedData(of query: Query) -> Cache? {
        guard keepsCaches else { return nil }
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
        guard keepsCaches else { return }
        switch push {
        case .set(let path, let node, let tag):
            if let tag {
                if let query = replica.query(tag: tag) { cache(node, at: path, of: query) }
            } else if listens.contains(Query(path: path, window: .all)) {
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
        guard keepsCaches else { return }
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

    /// Removes the cached data at and below a path, except those of present subscriptions.
    mutating func forgetCached(_ path: Path) {
        offlineCache.forget(path)
        store(.forgot(path))
        guard keepsCaches else { return }
        for listen in replica.neededListens where listen.query.path.isAtOrBelow(path) {
            guard let view = replica.servedView(of: listen.query), view.server.isComplete else { continue }
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
