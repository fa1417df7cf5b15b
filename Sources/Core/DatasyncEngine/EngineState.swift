package import DatasyncConcurrency
package import DatasyncTree
import DatasyncWire

/// The complete state of a client: connection, subscriptions, pending operations and caches.
///
/// A pure state machine: each method changes the state and appends actions to ``effects``, which the shell executes in
/// order. Time and random bits are passed as arguments.
package struct EngineState: Sendable {
    package internal(set) var replica = Replica()
    /// The effects to execute; the shell empties the list after each call.
    package var effects: [Effect] = []
    package let limits: Limits
    /// The credential's user, who owns new writes and the data in use.
    var user: UserIdentity?
    /// The credential of the user chosen by the application.
    var credential: Credential?
    /// The number of the application's last sign-in or sign-out that was not refused; a sign-in may have many tokens.
    var lastSignIn = 0
    /// The reason why the back end ended the last sign-in; `nil` if the application did.
    var signOutReason: DatasyncError?

    var phase = ConnectionPhase.off
    /// The number of the current connection; events of earlier ones are ignored.
    var connection = 0
    var session = Session()
    var attempts = Attempts()
    /// The views of the node `.info`, which shows the state of the connection.
    var info = Replica()
    /// The back end's time minus the device's in milliseconds; `nil` before the first `hello`.
    var offset: Double?
    /// The latest back end time that an accepted write of this client stored as a timestamp; 0 before the first.
    var latestTime = 0.0

    /// The pending writes in order, without the results of transactions.
    var writes = NumberedQueue<QueuedWrite>()
    var numbering: Numbering
    /// The pending writes of users other than the current one, by their numbers; no view shows them.
    var hiddenWrites: [Int: PendingWrite] = [:]
    /// The writes of a damaged store with an unknown outcome, each until its user is the current one.
    var uncertainWrites: [(handlers: OperationHandlers?, write: UserWrite)] = []
    var writeWaits: [WriteWait] = []
    /// Whether the number of pending writes is reported, and the number reported last.
    var reporting: (isOn: Bool, last: Int?) = (false, nil)
    /// The reads that wait while a connection is being opened.
    var waitingReads: [(operation: OperationID, query: Query)] = []
    /// The requests about webhooks that wait for a connection.
    var waitingWebhooks: [(operation: OperationID, request: WebhookRequest)] = []
    var onDisconnectWrites: [OnDisconnectWrite] = []
    var transactions = OrderedMap<Int, Transaction>()
    var transactionIndex = TransactionIndex()
    /// The thread of the current call, on which the function of a transaction may run.
    package var caller: ThreadIdentity?
    /// The number of operations with handlers that are not settled.
    package private(set) var unsettledCount = 0

    /// The current user's data retained for ended subscriptions.
    var offlineCache = OfflineCache()
    var caching: Caching
    /// The registrations without events that update the data of ended subscriptions.
    var updating: [Query: RegistrationID] = [:]
    /// Whether the back end has let the current user read the data of all accepted listens.
    var isDataConfirmed = true
    /// The orders whose missing index was reported to the diagnostics.
    var warnedOrders: [Path: Set<Order>] = [:]

    private var lastRequest = 0
    private var lastRegistration = 0
    private var lastOperation = 0
    private var lastWrite = -1
    private var pushIdentifiers = PushIdentifiers()

    /// Creates the state of a client.
    ///
    /// - Parameters:
    ///   - client: A random identifier, by which the back end recognises writes that arrive again.
    ///   - limits: The limits that writes are checked against.
    ///   - offline: The state that an earlier process left; `nil` if the client keeps nothing.
    ///   - sharesCaches: Whether all users see the same cached data.
    ///   - now: The device's time in milliseconds, for estimates of server times in restored writes.
    package init(
        client: UInt128, limits: Limits = Limits(), offline: OfflineStart? = nil, sharesCaches: Bool = false,
        now: Double = 0
    ) {
        numbering = Numbering(own: WriteNumbers(client: client), lastClient: client)
        self.limits = limits
        caching = Caching(isShared: sharesCaches, owner: sharesCaches ? .everyone : .user(nil))
        if let offline { restore(offline, now: now) }
    }

    /// The state of the session at the back end, which ends with its connection.
    struct Session: Sendable {
        /// The user of the session, according to the responses so far.
        var user: UserIdentity?
        /// The credential that the back end accepted last.
        var credential: Credential?
        /// The users of the sign-ins and sign-outs without a response, in order.
        var authentications: [UserIdentity?] = []
        /// Whether everything that was pending before the user's session began has been sent.
        var isFollowed = false
        /// Whether transactions that an earlier connection interrupted were retracted, if the back end knows no numbers.
        var hasRetractedTransactions = false
        /// Whether the back end knows write numbers.
        var numbersWrites = false
        /// Whether the back end has webhooks.
        var hasWebhooks = false
        /// The purpose of each request that has no response yet.
        var inFlight = NumberedQueue<Purpose>()
        /// The queries whose listens were sent.
        var listens: Set<Query> = []
        /// The listens without a response.
        var sentListens: [Query: SentListen] = [:]
        /// The last request, without a response yet, that ends a listen to each query.
        var unlistens: [Query: Int] = [:]
    }

    /// The attempts to connect so far, and the next one.
    struct Attempts: Sendable {
        /// Whether the first one has ended.
        var hasTried = false
        /// The cause of the last failed connection or attempt; reset by `hello` and by the application's disconnect.
        var reason: String?
        /// Whether the back end refused the last one; more attempts fail too until something changes there.
        var isRefused = false
        /// The time of the next one, in milliseconds; `nil` if the link has not announced one.
        var next: Double?
        /// The reasons reported to the diagnostics since the last `hello`.
        var diagnosed: Set<String> = []
    }

    /// The numbers of sent writes; each user has a separate sequence.
    struct Numbering: Sendable {
        /// The numbers in use.
        var own: WriteNumbers
        /// The user of these numbers.
        var user: UserIdentity?
        /// The numbers of other users.
        var ofOthers: [UserIdentity?: WriteNumbers] = [:]
        /// The client identifier that was assigned last.
        var lastClient: UInt128
    }

    /// The rules for data that outlive subscriptions or the process, and the cached data of other users.
    struct Caching: Sendable {
        /// Whether all users see the same cached data.
        let isShared: Bool
        /// Whether the data of active subscriptions are cached too, and new subscriptions begin with cached data.
        var isOn = false
        /// Whether each change of the state that outlives the process becomes an effect.
        var isStored = false
        /// The owner of the cached data in use.
        var owner: CacheOwner
        /// The cached data of other users.
        var ofOthers: [CacheOwner: OfflineCache] = [:]
        /// Whether the store has users from an earlier version, with other identities.
        var hasEarlierIdentities = false
    }

    /// The purpose of a request; it decides how the response is handled.
    enum Purpose: Sendable {
        case listen(Query)
        case unlisten(Query)
        /// A read, and the user who began it.
        case read(OperationID, Query, user: UserIdentity?)
        /// A pending write, and its write number.
        case write(Int, sent: Int?)
        /// An empty merge with the write number of a lost transaction.
        case lostWrite(sent: Int)
        case transaction(OperationID, sent: Int?)
        /// A read for a transaction whose function aborted on an unknown value.
        case transactionRead(OperationID)
        case onDisconnectWrite(OperationID)
        /// A sign-in with a credential, or a sign-out without one.
        case authentication(OperationID, credential: String?)
        /// A request about webhooks, and the user who made it.
        case webhook(OperationID, WebhookRequest, user: UserIdentity?)
    }

    // MARK: Subscriptions

    package mutating func listen(
        to query: Query, interest: Interest, sink: Receiver.Sink? = nil
    ) -> RegistrationID {
        lastRegistration += 1
        let receiver = Receiver(id: RegistrationID(number: lastRegistration), sink: sink)
        if query.path.isInfo {
            listenToInfo(receiver, query, interest)
            return receiver.id
        }
        let cachedNode = interest.contains(.showsCachedValue) ? offlineCache.node(at: query.path) : nil
        let cachedData = cachedData(of: query)
        let changes = replica.listen(
            receiver, to: query, interest: interest, cachedNode: cachedNode, cachedData: cachedData, into: &effects)
        follow(changes)
        return receiver.id
    }

    /// Returns the current value of a query as an event, or `nil` if the query has no registration.
    package func present(_ query: Query) -> Event? {
        let replica = query.path.isInfo ? info : replica
        return replica.view(of: query)?.present(replica.pending.overlay.below(query.path), replica.pending)
    }

    /// Cancels a subscription; no effect if it has already ended.
    package mutating func unlisten(_ id: RegistrationID) {
        guard let query = replica.registrations[id] else { return unlistenToInfo(id) }
        // Copy the view only when it ends: a live copy would make the removal copy the registrations.
        if replica.registrationCount(of: query) == 1, let view = replica.view(of: query) { keepData(of: view) }
        let (changes, receiver) = replica.unlisten(id)
        follow(changes)
        if let receiver { effects.append(.end(receiver, .cancelled)) }
    }

    mutating func settle(_ operation: OperationID, _ result: consuming Result<Outcome, DatasyncError>) {
        if operation.handlers != nil { unsettledCount -= 1 }
        effects.append(.settle(operation, result))
        noteSettled(operation)
    }

    // MARK: Names

    mutating func makeOperation(_ handlers: OperationHandlers?) -> OperationID {
        lastOperation += 1
        if handlers != nil { unsettledCount += 1 }
        return OperationID(number: lastOperation, handlers: handlers)
    }

    mutating func makeWriteNumber() -> Int {
        lastWrite += 1
        return lastWrite
    }

    /// Skips the numbers of restored writes.
    mutating func skipWriteNumbers(below number: Int) { lastWrite = max(lastWrite, number - 1) }

    /// Returns a unique key for a new child; sends no request.
    package mutating func makePushKey(now: Double, random: () -> UInt64) -> Key {
        pushIdentifiers.next(now: backendTime(now), random: random)
    }

    /// Returns the back end's time; equals the device's time before the first `hello`.
    ///
    /// It is never earlier than the timestamps of this client's acknowledged writes, so that a new row does not come before
    /// them. A timestamp more than a minute later does not count: another client has replaced it, or a clock was set back.
    package func backendTime(_ now: Double) -> Double {
        let time = now + (offset ?? 0)
        return latestTime > time && latestTime - time <= 60_000 ? latestTime : time
    }

    /// The number of the next request.
    var nextRequest: Int { lastRequest + 1 }

    /// Sends a request on the open connection, and records the purpose of its response.
    ///
    /// - Returns: The number of the request.
    @discardableResult
    mutating func send(_ action: consuming Request.Action, for purpose: consuming Purpose) -> Int {
        lastRequest += 1
        session.inFlight.append(purpose, number: lastRequest)
        effects.append(.send(.request(Request(number: lastRequest, action: action))))
        return lastRequest
    }

    var isReady: Bool {
        if case .ready = phase { true } else { false }
    }
}
