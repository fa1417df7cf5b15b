package import DatasyncTree
import DatasyncWire

/// Everything a client knows and has asked for.
///
/// Pure: a verb changes the state and appends what should happen to ``effects``; the shell takes them from there, in order.
/// Time and random bits come in with the verbs.
package struct EngineState: Sendable {
    package internal(set) var replica = Replica()
    /// What is to be done because of the verbs so far; the shell empties it after each.
    package var effects: [Effect] = []
    package let limits: Limits
    /// What makes the write keys of this client unlike those of others.
    let client: String

    var phase = ConnectionPhase.off
    /// Whether the first attempt to connect has ended.
    var hasTried = false
    /// Why the last connection or attempt failed, until the next hello or until the application disconnects.
    var disconnectionReason: String?
    /// The reasons that were diagnosed since the last hello.
    var diagnosedReasons: Set<String> = []
    /// The back end's time minus the device's, in ms, once it has said hello.
    var offset: Double?
    var credential: (text: String, operation: OperationID)?
    /// What the answer to a request that was sent on this connection is for.
    var inFlight: [Int: Purpose] = [:]
    var listens: [Query: SentListen] = [:]
    /// The unanswered writes in order, but for those of transactions.
    var writes = OrderedMap<Int, QueuedWrite>()
    /// The reads that wait for the first answer of the back end.
    var waitingReads: [(operation: OperationID, query: Query)] = []
    var onDisconnectWrites: [OnDisconnectWrite] = []
    var transactions = OrderedMap<Int, Transaction>()
    var transactionIndex = TransactionIndex()
    /// What was known of places that nobody subscribes to any more.
    var offlineCache = OfflineCache()
    /// The silent registrations that keep data up to date after their subscriptions ended.
    var updating: [Query: RegistrationID] = [:]

    private var lastRequest = 0
    private var lastRegistration = 0
    private var lastOperation = 0
    private var lastWrite = -1
    private var pushIdentifiers = PushIdentifiers()

    package init(client: String, limits: Limits = Limits()) {
        self.client = client
        self.limits = limits
    }

    /// What a request is for.
    enum Purpose: Sendable {
        case listen(Query)
        case read(OperationID, Query)
        case write(Int)
        case transaction(OperationID)
        /// A read for a transaction whose function aborted on an unknown value.
        case transactionRead(OperationID)
        case onDisconnectWrite(OperationID)
        case authentication(OperationID, isSignOut: Bool)
        case nothing
    }

    // MARK: Subscriptions

    package mutating func listen(to query: Query, interest: Interest) -> RegistrationID {
        lastRegistration += 1
        let id = RegistrationID(number: lastRegistration)
        let cachedNode = interest.contains(.showsCachedValue) ? offlineCache.node(at: query.path) : nil
        follow(replica.listen(id, to: query, interest: interest, cachedNode: cachedNode))
        return id
    }

    /// What a registered query shows now; of one that is not registered nothing.
    package func present(_ query: Query) -> Event? {
        replica.view(of: query)?.present(replica.pending.overlay.below(query.path), replica.pending)
    }

    /// Ends a subscription because the application asked; ending it again does nothing.
    package mutating func unlisten(_ id: RegistrationID) {
        guard let query = replica.registrations[id] else { return }
        // The view is copied only when it ends: a copy that is alive would make the removal copy its registrations.
        if replica.registrationCount(of: query) == 1, let view = replica.view(of: query) { keepData(of: view) }
        follow(replica.unlisten(id))
        effects.append(.end(id, .cancelled))
    }

    mutating func raise(_ events: [RaisedEvent]) {
        effects += events.map { .raise($0.event, $0.registration) }
    }

    mutating func settle(_ operation: OperationID, _ result: Result<Outcome, EngineError>) {
        effects.append(.settle(operation, result))
    }

    // MARK: Names

    mutating func makeOperation() -> OperationID {
        lastOperation += 1
        return OperationID(number: lastOperation)
    }

    mutating func makeWriteNumber() -> Int {
        lastWrite += 1
        return lastWrite
    }

    /// The key for a new child; made without asking anybody.
    package mutating func makePushKey(now: Double, random: () -> UInt64) -> Key {
        pushIdentifiers.next(now: backendTime(now), random: random)
    }

    /// The back end's time as far as it is known.
    package func backendTime(_ now: Double) -> Double { now + (offset ?? 0) }

    func writeKey(_ number: Int) -> String { "\(client)-\(number)" }

    /// Sends a request on the open connection; the answer will be for `purpose`.
    @discardableResult
    mutating func send(_ action: Request.Action, for purpose: Purpose) -> Int {
        lastRequest += 1
        inFlight[lastRequest] = purpose
        effects.append(.send(.request(Request(number: lastRequest, action: action))))
        return lastRequest
    }

    var isReady: Bool {
        if case .ready = phase { true } else { false }
    }
}
