import DatasyncConcurrency
import DatasyncTree
import DatasyncWire

/// One connection of a client.
struct Session: Sendable {
    let port: PortID
    /// The queries the client listens to.
    var listens: Set<ListenKey> = []
    /// The listens whose right depends on the user, or on being the owner.
    var userListens: Set<ListenKey> = []
    /// The entries of the session that the log has not delivered, in order.
    var outstanding = Fifo<OutstandingEntry>()
    /// The size of the on-disconnect writes in `outstanding`.
    var outstandingOnDisconnect = 0
    /// The requests that wait until earlier entries are applied, in order.
    var waiting = Fifo<WaitingRequest>()
    /// Whether the next request waits until all entries are applied.
    var awaitsEntries = false
    /// The principal after the entries in `outstanding`; `nil` before the first sign-in.
    var nextPrincipal: Principal?
    /// The only request of the session; `nil` for any number of requests.
    var only: OnlyRequest?
    /// Whether the next request waits for an index.
    var awaitsIndex = false
    /// The number of the session's entries without a write number.
    var sequence: UInt64 = 0
    /// The number of accepted sign-ins and sign-outs.
    var signIns = 0
    /// The number of a waiting sign-in whose rights have already ended, with the status and the reason.
    var endedSignIn: (number: Int, status: Status, reason: String)?
    /// The number of calls for webhooks without a response.
    var webhookCalls = 0
    /// Whether the session may have shared state, which an entry must end.
    var isShared = false
    /// The request to the client to connect again.
    var departure = Departure.none
}

/// The only request of a session, whose entries make one append.
struct OnlyRequest: Sendable {
    /// The party whose rights it has; `nil` for those of anyone, without a sign-in.
    let principal: Principal?
}

/// The request to the client of a session to connect again, to another host if one is named.
enum Departure: Sendable {
    case none
    /// It follows the responses to all requests received before; later ones get none.
    case due(host: String?)
    case sent
}

/// An entry that was appended and not yet delivered.
struct OutstandingEntry: Sendable {
    /// The session, with the number of the client's write or of the session's entry.
    let origin: Origin
    let reply: Reply?
}

/// The listens of an ended session, which are removed a few at a time.
struct EndedListens: Sendable {
    let session: SessionID
    var keys: [ListenKey]
}
