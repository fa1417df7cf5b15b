import DatasyncTree
import DatasyncWire

/// The users of a client, each with their own pending writes, write numbers and cached data.
///
/// The client has the credential's user from the call that sets it. Every user sees writes without a user. When the user
/// changes, the data of a subscription stay with its view, which is suspended until the back end lets the new user read them.
/// The numbers in use belong to the session's user, because requests and responses are in order.
extension EngineState {
    /// Whether writes may be sent: the session has the client's user, and no sign-in in flight changes that.
    var sendsWrites: Bool { isReady && session.user == user && session.authentications.allSatisfy { $0 == user } }

    /// The number of pending writes and transactions of the user, and of writes without a user.
    package var pendingWriteCount: Int { writes.count - hiddenWrites.count + transactions.count }

    /// The number of pending writes of other users, which wait for their user's next session.
    package var otherUsersWriteCount: Int { hiddenWrites.count }

    // MARK: Change of the user

    /// Updates user and session after a change of the credential.
    mutating func followCredential() {
        changeUser(to: credential?.text)
        followSession()
    }

    private mutating func changeUser(to credential: String?) {
        if let credential { adoptEarlierIdentity(of: credential) }
        let next = credential.map { UserIdentity(credential: $0) }
        if next != user { use(next) }
    }

    /// Changes the user, and discards the last user's pending writes, which no view shows any more.
    mutating func changeUser(to credential: String?, discarding last: UserIdentity?) {
        changeUser(to: credential)
        discardOperations(of: user == last ? [last, nil] : [last])
    }

    private mutating func use(_ next: UserIdentity?) {
        if let user { leave(user) }
        user = next
        session.isFollowed = false
        useCache(of: next)
        showPendingWrites()
        showCachedData()
        isDataConfirmed = false
        reportUncertainWrites()
        announcePendingWrites()
    }

    /// Ends the operations that the next user must not continue, and withdraws the current user's data.
    private mutating func leave(_ user: UserIdentity) {
        for read in waitingReads { abandon(read.operation) }
        waitingReads = []
        for waiting in waitingWebhooks { abandon(waiting.operation, waiting.request, isSent: false) }
        waitingWebhooks = []
        if !caching.isShared { replica.suspendViews(of: user) }
        abandonTransactions()
        for wait in writeWaits { settle(wait.operation, .failure(userChanged)) }
        writeWaits = []
    }

    /// Makes the views show exactly the user's writes, writes without a user, and the results of transactions.
    ///
    /// Each view shows the result in one transition, so that nothing in between appears.
    private mutating func showPendingWrites() {
        var isChanged = false
        var shown: [(number: Int, write: PendingWrite)] = []
        let results = Set(transactions.compactMap(\.value.write))
        for (number, write) in replica.pending.writes {
            let queued = writes[number]
            if results.contains(number) || queued.map({ $0.write.user == nil || $0.write.user == user }) == true {
                shown.append((number, write))
            } else {
                if queued != nil { hiddenWrites[number] = write }
                isChanged = true
            }
        }
        for (number, write) in hiddenWrites where writes[number]?.write.user == user {
            hiddenWrites[number] = nil
            shown.append((number, write))
            isChanged = true
        }
        if isChanged { replica.replacePending(by: shown.sorted { $0.number < $1.number }, into: &effects) }
    }

    /// Sends everything that waited for the user's session, and resumes the views.
    ///
    /// No effect until requests may be sent as the user.
    mutating func followSession() {
        guard sendsWrites, !session.isFollowed else { return }
        session.isFollowed = true
        useNumbers(of: user)
        sendPending()
        confirmData()
    }

    // MARK: Cached data

    private mutating func useCache(of next: UserIdentity?) {
        guard !caching.isShared else { return }
        caching.ofOthers[caching.owner] = offlineCache
        let owner = CacheOwner.user(next)
        caching.owner = owner
        offlineCache = caching.ofOthers.removeValue(forKey: owner) ?? OfflineCache()
        store(.caching(owner))
    }

    /// Resumes suspended views with the user's data, and fills views without data from the user's cached data.
    private mutating func showCachedData() {
        let user = user
        replica.resumeViews(into: &effects) { $0.suspension?.user == user }
        guard caching.isOn else { return }
        for view in replica.incompleteViews(includingSuspended: !isReady) {
            // The back end sends only what has changed since the data that it knows of.
            if let cache = cachedData(of: view.query) { replica.show(cache, in: view.query, into: &effects) }
        }
    }

    /// Resumes the views whose listens the back end has accepted, and caches their data for the user.
    private mutating func confirmData() {
        if isDataConfirmed { return }
        isDataConfirmed = true
        for listen in replica.neededListens where session.sentListens[listen.query] == nil {
            confirmData(of: listen.query)
        }
    }

    /// Resumes the views of a listen whose data the user may read, and caches the data.
    mutating func confirmData(of query: Query) {
        guard sendsWrites else { return }
        let hadSuspended = replica.hasSuspendedViews
        replica.resumeViews(at: query.path, into: &effects) { query.window.isAll || $0.window == query.window }
        guard let view = replica.servedView(of: query), view.server.isComplete else { return }
        // Views created in the meantime have no data yet.
        if hadSuspended, query.window.isAll {
            replica.received(view.server.node, at: query.path, tag: nil, into: &effects)
        }
        cache(view.server.node, of: query)
    }

    /// Forgets the cached data of a query that the back end refused because the user lacks the permission.
    mutating func forgetRefused(_ query: Query, _ status: Status) {
        guard status == .permissionDenied else { return }
        offlineCache.forgetRefused(query)
        store(.refused(query))
        let undecided = session.sentListens
        cacheListened { query.path.isAtOrBelow($0.path) && undecided[$0] == nil }
    }

    // MARK: Identities of earlier versions

    /// Assigns to a credential's user everything that an earlier version stored under another identity.
    private mutating func adoptEarlierIdentity(of credential: String) {
        guard caching.hasEarlierIdentities else { return }
        let (earlier, user) = (
            UserIdentity.ofEarlierVersion(credential: credential), UserIdentity(credential: credential)
        )
        let isKnown =
            numbering.ofOthers[earlier] != nil || caching.ofOthers[.user(earlier)] != nil
            || writes.contains { $0.value.write.user == earlier }
            || uncertainWrites.contains { $0.write.user == earlier }
        guard isKnown, numbering.ofOthers[user] == nil, numbering.user != user else { return }
        if let numbers = numbering.ofOthers.removeValue(forKey: earlier) { numbering.ofOthers[user] = numbers }
        if let cache = caching.ofOthers.removeValue(forKey: .user(earlier)) { caching.ofOthers[.user(user)] = cache }
        for (number, queued) in writes where queued.write.user == earlier {
            writes.modify(number) { $0.write = queued.write.owned(by: user) }
        }
        for index in uncertainWrites.indices where uncertainWrites[index].write.user == earlier {
            uncertainWrites[index].write = uncertainWrites[index].write.owned(by: user)
        }
        store(.renamed(earlier, user))
    }

    // MARK: Discarding

    /// Returns an error if transactions or unsent writes of the current user prevent a change of user; else `nil`.
    ///
    /// The back end handles writes sent on this connection first, and then changes the user.
    func refusalOfUserChange(to text: String?) -> DatasyncError? {
        guard user != nil, text.map({ UserIdentity(credential: $0) }) != user else { return nil }
        let isSent = isReady ? connection : -1
        let count = writes.count { $0.value.write.user == user && $0.value.sentOn != isSent } + transactions.count
        if count == 0 { return nil }
        return DatasyncError(
            .unavailable, at: nil,
            "The user cannot change while \(count) of the present user's writes and transactions are pending; connect and "
                + "wait for their acknowledgements with waitForPendingWrites(), or discard them with "
                + "discardingPendingWrites.")
    }

    /// Discards the pending writes and transactions of the current user, and writes without a user.
    ///
    /// The outcome of the ones that were sent is unknown.
    package mutating func discardPendingWrites() {
        discardOperations(of: [user, nil])
    }

    private mutating func discardOperations(of users: Set<UserIdentity?>) {
        discardWrites(of: users)
        abandonTransactions()
        showPendingWrites()
    }

    /// Discards the pending writes of all other users, and returns their number.
    package mutating func discardWritesOfOtherUsers() -> Int {
        let count = hiddenWrites.count
        discardWrites(of: Set(hiddenWrites.keys.compactMap { writes[$0]?.write.user }))
        return count
    }

    private mutating func discardWrites(of users: Set<UserIdentity?>) {
        for user in users { restartNumbers(of: user) }
        for (number, queued) in writes where users.contains(queued.write.user) {
            _ = writes.remove(number)
            hiddenWrites[number] = nil
            store(.answered(nil, write: number))
            settle(queued.operation, .failure(abandoned("write", at: queued.write.path, isSent: true)))
        }
    }

    /// Fails all transactions at once, so that none runs again because another one has ended.
    ///
    /// Their results stay visible until the pending writes are shown again.
    private mutating func abandonTransactions() {
        let ended = transactions
        transactions = .init()
        transactionIndex = .init()
        for (_, transaction) in ended {
            let isSent = if case .sent = transaction.phase { true } else { false }
            if isSent { loseNumber(of: transaction.operation) }
            settle(
                transaction.operation,
                .failure(abandoned("transaction", at: transaction.path, isSent: isSent)))
        }
    }

    /// Lets an empty merge take over the number of a sent transaction.
    private mutating func loseNumber(of operation: OperationID) {
        numbering.own.lose(operation)
        for user in numbering.ofOthers.keys { numbering.ofOthers[user]?.lose(operation) }
    }

    /// Numbers a user's next writes under another identifier, so that the back end misses no number.
    private mutating func restartNumbers(of other: UserIdentity?) {
        if other == numbering.user {
            if numbering.own.unanswered.isEmpty { return }
            for (_, sent) in beginNumbers() { _ = session.inFlight.remove(sent.request) }
        } else if numbering.ofOthers[other]?.unanswered.isEmpty == false {
            numbering.lastClient &+= 1
            let client = numbering.lastClient
            numbering.ofOthers[other] = WriteNumbers(client: client)
            store(.numbered(other, client: client, last: 0))
            storeNumbering()
        }
    }

    func abandoned(_ operation: String, at path: Path, isSent: Bool) -> DatasyncError {
        DatasyncError(
            .cancelled, at: path,
            "The \(operation) at \(path) was discarded because its user signed out, or by the application"
                + (isSent ? "; the back end may have applied it if it was sent before." : "."))
    }

    private var userChanged: DatasyncError {
        DatasyncError(
            .cancelled, at: nil,
            "The user changed while the application waited for pending writes; those that have no response yet wait for the "
                + "next session of their user.")
    }

    // MARK: Waiting

    /// Settles an operation once every write and transaction pending now has a response, or was discarded.
    package mutating func waitForWrites(handlers: OperationHandlers?) -> OperationID {
        let operation = makeOperation(handlers)
        var left = Set(transactions.map(\.value.operation.number))
        for (number, queued) in writes where hiddenWrites[number] == nil { left.insert(queued.operation.number) }
        if left.isEmpty {
            settle(operation, .success(.done))
        } else {
            writeWaits.append(WriteWait(operation: operation, left: left))
        }
        return operation
    }

    /// Handles the end of an operation that others may wait for.
    mutating func noteSettled(_ operation: OperationID) {
        if reporting.isOn { announcePendingWrites() }
        if writeWaits.isEmpty { return }
        for index in writeWaits.indices { writeWaits[index].left.remove(operation.number) }
        let done = writeWaits.filter(\.left.isEmpty)
        writeWaits.removeAll(where: \.left.isEmpty)
        for wait in done { settle(wait.operation, .success(.done)) }
    }

    /// Reports the number of pending writes at once, and each change from now on.
    package mutating func reportPendingWrites() {
        reporting.isOn = true
        reporting.last = nil
        announcePendingWrites()
    }

    mutating func announcePendingWrites() {
        guard reporting.isOn, reporting.last != pendingWriteCount else { return }
        reporting.last = pendingWriteCount
        effects.append(.pendingWritesChanged(pendingWriteCount))
    }
}

/// A wait for the responses to the writes that were pending when it began.
struct WriteWait: Sendable {
    let operation: OperationID
    /// The numbers of the operations without a response.
    var left: Set<Int>
}
