import DatasyncConcurrency
package import DatasyncLog
package import DatasyncTree
package import DatasyncWire

/// The state of a server of one namespace: the shared state, and the sessions and listeners of this server.
///
/// Pure: every method returns the messages to deliver, in order, and collects the entries that the shell must append to the
/// log. The caller passes in time and user identifiers.
package struct BackendState: Sendable {
    /// An event to deliver to the clients at some ports.
    package struct Delivery: Sendable {
        /// The ports; more than one if several clients receive the same push.
        package let ports: [PortID]
        package let event: LinkEvent

        init(ports: [PortID], event: LinkEvent) {
            self.ports = ports
            self.event = event
        }

        init(port: PortID, event: LinkEvent) { self.init(ports: [port], event: event) }
    }

    /// The time at which changes of the shared state take effect.
    enum CommitMode: Sendable {
        /// At once, without a log: no other server follows, and nothing is stored.
        case immediate
        /// When the log delivers them.
        case log
    }

    /// The readiness of a server for connections.
    enum Phase: Sendable {
        /// The server reads the log. `closing` counts the earlier runs that have not ended yet, and the rules to set; `nil`
        /// until they are known.
        case starting(closing: Int?)
        /// The server reads the log again, and its sessions stay. Their listeners have received the state `shown`.
        case reloading(shown: DatabaseState)
        case open
        case failed(reason: String)
    }

    package internal(set) var database: DatabaseState
    /// The entries to append to the log, in order; the shell takes them after each call.
    var entries: [LogEntry] = []
    /// The entries that end sessions and were lost, to append again.
    var lostEnds: [LogEntry] = []
    /// The runs whose ends were lost, to append again.
    var lostRuns: [UInt64] = []
    /// The entries that the log has neither delivered nor lost.
    var inFlight = 0
    /// The seconds without a record while entries are in flight or requests wait for the log.
    var idleSeconds = 0
    /// The position of the latest record.
    package internal(set) var position: LogPosition?
    let host: String
    /// The maximum number of listens of a session of this server.
    package var listenLimit = Int.max
    /// The maximum size of a session's on-disconnect writes, in bytes; each counts as at least 16 KiB.
    package var onDisconnectLimit = Int.max
    /// The rules to set before the first connection; `nil` if those of the log remain.
    package var startRules: StartRules?
    /// The names of this server's sessions.
    private(set) var place: ServerRun.Place
    /// The other users of the log.
    let users: LogUsers
    let mode: CommitMode
    var phase: Phase
    /// The number of the latest beginning of this server, and of the entry that marks it in a log without positions.
    var startNumber = 0
    var startSequence: UInt64 = 0
    /// The number of lost beginnings since the last success.
    var lostStarts = 0
    /// Whether another server has ended this run.
    var isFenced = false
    /// The connections and reads that wait for the latest records of other servers.
    var latestWaits = LatestWaits()
    /// The messages for the operators; the shell takes them after each call.
    var notices: [String] = []
    /// The reads that need not wait any more; the shell takes them after each call.
    var latestReads: [Int] = []
    /// The connections without `hello`, with the number of seconds for which they have waited.
    var greetings: [SessionID: Int] = [:]
    var ports: [PortID: Port] = [:]
    var sessions: [SessionID: Boxed<Session>] = [:]
    var listeners = Listeners()
    /// The listens of ended sessions, which receive nothing.
    var endedListens: [EndedListens] = []
    /// The paths that the read rules of listens have looked at.
    var watches = ReadWatches()
    /// Whether reads of many children need an index that the rules declare.
    package var requiresIndexes = false
    /// The indexes that reads have used.
    var keptIndexes = KeptIndexes()
    /// The indexes to build; the shell takes them after each call.
    var indexWork: [IndexWork] = []
    /// The sessions that wait for indexes that are being built.
    var awaited: [KeptIndexes.Key: [SessionID]] = [:]
    /// Whether a host of webhooks answers the calls for them.
    package var hasWebhooks = false
    /// The calls for webhooks; the shell takes them after each call.
    var webhookCalls: [WebhookCall] = []
    private var lastPort = 0
    private var lastSession: UInt64 = 0
    /// The number of the server's own entries.
    private var ownSequence: UInt64 = 0

    /// Creates the state of a server without a log.
    package init(
        data: Node = .null, rules: RulesDocument = .open, limits: Limits = Limits(), host: String = "embedded"
    ) {
        self.init(
            DatabaseState(data: data, rules: rules, limits: limits), host: host, ServerRun.Place(run: 0), .none,
            .immediate, .open)
    }

    /// Creates the state of a server that follows a log from a snapshot of its state.
    ///
    /// - Parameters:
    ///   - database: The state in the snapshot.
    ///   - position: The position of the snapshot.
    ///   - place: Names of sessions that no server of the namespace has used before.
    ///   - users: The other users of the log.
    ///   - host: The address in the greeting.
    package init(
        following database: DatabaseState, at position: LogPosition?, as place: ServerRun.Place,
        beside users: LogUsers = .none, host: String = "embedded"
    ) {
        self.init(database, host: host, place, users, .log, .starting(closing: nil))
        self.position = position
    }

    private init(
        _ database: DatabaseState, host: String, _ place: ServerRun.Place, _ users: LogUsers, _ mode: CommitMode,
        _ phase: Phase
    ) {
        self.database = database
        self.host = host
        self.place = place
        self.users = users
        self.mode = mode
        self.phase = phase
        lastSession = place.first
    }

    package var data: Node { database.data }
    package var rules: Rules { database.rules.rules }
    package var limits: Limits { database.limits }

    /// The number of open connections.
    package var sessionCount: Int { sessions.count }
    /// The number of listens of all open connections.
    package var listenCount: Int { sessions.values.reduce(0) { $0 + $1.listens.count } }

    /// The number of this run of the server.
    var run: UInt64 { place.run }

    /// The name of the server's own entries.
    private var ownName: SessionName { SessionName(run: run, number: place.first) }

    func name(of id: SessionID) -> SessionName { SessionName(run: run, number: id.number) }

    // MARK: Ports and sessions

    /// Creates a port for one more client.
    ///
    /// - Parameter host: The address that the client connects to next; by default the server's.
    /// - Returns: The identifier of the port.
    package mutating func makePort(host: String? = nil) -> PortID {
        lastPort += 1
        let id = PortID(number: lastPort)
        ports[id] = Port(host: host ?? self.host)
        return id
    }

    /// Removes a port whose client was released, and ends its connection.
    package mutating func removePort(_ id: PortID, now: Double) -> [Delivery] {
        defer { ports[id] = nil }
        return ports[id]?.session.map { closed($0, now: now) } ?? []
    }

    /// Opens a connection for a client; an earlier connection of the same port ends.
    package mutating func opened(_ id: PortID, now: Double) -> (SessionID?, [Delivery]) {
        guard let port = ports[id] else { return (nil, []) }
        var deliveries = port.session.map { closed($0, now: now) } ?? []
        let refusal: String? =
            if case .failed(let reason) = phase {
                reason
            } else if port.isDown {
                "The connection is down; wait until it is back."
            } else {
                nil
            }
        if let refusal {
            deliveries.append(Delivery(port: id, event: .closed(reason: refusal)))
            return (nil, deliveries)
        }
        lastSession += 1
        let session = SessionID(number: lastSession)
        sessions[session] = Boxed(Session(port: id))
        ports[id]?.session = session
        greetings[session] = 0
        if case .open = phase { deliveries += greet(session, now: now) }
        return (session, deliveries)
    }

    /// Handles the end of a connection, closed by either side, and executes its on-disconnect writes.
    package mutating func closed(_ id: SessionID, now: Double) -> [Delivery] {
        guard let session = sessions[id] else { return [] }
        if session.listens.count <= Self.listensAtOnce {
            for listen in session.listens { removeListener(id, listen) }
        } else {
            endedListens.append(EndedListens(session: id, keys: Array(session.listens)))
        }
        sessions[id] = nil
        greetings[id] = nil
        ports[session.port]?.session = nil
        ports[session.port]?.isHeld = false
        ports[session.port]?.held = []
        return session.isShared ? appendClose(id, after: session.sequence, now: now) : []
    }

    /// Ends the shared part of a session that has no more entries; its connection goes on.
    mutating func closeShared(_ id: SessionID, now: Double) -> [Delivery] {
        guard let session = sessions[id], session.isShared else { return [] }
        sessions[id]?.isShared = false
        sessions[id]?.sequence += 1
        return appendClose(id, after: session.sequence, now: now)
    }

    private mutating func appendClose(_ id: SessionID, after sequence: UInt64, now: Double) -> [Delivery] {
        append(.closeSession, Origin(session: name(of: id), sequence: sequence + 1), for: nil, nil, now: now)
    }

    /// Ends a session's connection from this side.
    mutating func end(_ id: SessionID, because reason: String, now: Double) -> [Delivery] {
        guard let port = sessions[id]?.port else { return [] }
        return [Delivery(port: port, event: .closed(reason: reason))] + closed(id, now: now)
    }

    func delivery(_ id: SessionID, _ message: BackendMessage) -> Delivery {
        Delivery(port: sessions[id]?.port ?? PortID(number: 0), event: .message(message))
    }

    // MARK: Entries

    /// Returns the time of an entry; only a log keeps times from going back.
    func time(of now: Double) -> Double {
        switch mode {
        case .immediate: now.rounded(.down)
        case .log: max(database.time, now)
        }
    }

    /// Submits a change of a session or of the server itself.
    mutating func submit(
        _ change: Change, from id: SessionID?, _ writeNumber: WriteNumber? = nil, replyTo reply: Reply? = nil,
        now: Double
    ) -> [Delivery] {
        var origin = Origin(session: id.map(name) ?? ownName, writeNumber: writeNumber)
        if case .log = mode, case nil = writeNumber {
            if let id {
                sessions[id]?.sequence += 1
                origin.sequence = sessions[id]?.sequence ?? 0
            } else {
                ownSequence += 1
                origin.sequence = ownSequence
                if case .startRun = change { startSequence = ownSequence }
            }
        }
        if let id, origin.sequence > 0 || change.concernsSession { sessions[id]?.isShared = true }
        if let id, case .signIn(let principal) = change { sessions[id]?.nextPrincipal = principal }
        return append(change, origin, for: id, reply, now: now)
    }

    /// Appends a change to the log; a server without a log applies it at once.
    mutating func append(
        _ change: Change, _ origin: Origin, for id: SessionID?, _ reply: Reply?, now: Double
    ) -> [Delivery] {
        switch mode {
        case .immediate:
            database.time = time(of: now)
            let applied = database.apply(change, from: origin, at: database.time, isObserved: !listeners.isEmpty)
            return deliver(applied, to: id, reply, now: now)
        case .log:
            let content = DatabaseEntry(change, lowestUnanswered: origin.writeNumber?.lowestUnanswered ?? 0)
            if let id { sessions[id]?.outstanding.append(OutstandingEntry(origin: origin, reply: reply)) }
            if inFlight == 0, entries.isEmpty { idleSeconds = 0 }
            entries.append(LogEntry(origin, content))
            return []
        }
    }

    /// Begins a new run, because another server has ended the last one.
    ///
    /// The numbers of sessions go on: some have connected since, and wait for the new run.
    package mutating func begin(as run: UInt64) {
        place = ServerRun.Place(run: run, first: place.first)
        ownSequence = 0
        start()
    }

    /// Returns whether the shell must call ``begin(as:)``, once for each end of the run.
    package mutating func takeFence() -> Bool {
        defer { isFenced = false }
        return isFenced
    }
}

extension Change {
    /// Whether the change creates session state that outlives the server.
    fileprivate var concernsSession: Bool {
        switch self {
        case .registerOnDisconnect, .replaceOnDisconnect, .signIn: true
        case .write, .ownerWrite, .refused, .cancelOnDisconnect, .closeSession, .closeRun, .startRun, .setRules,
            .setLimits:
            false
        }
    }
}
