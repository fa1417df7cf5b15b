import DatasyncLog
import DatasyncTree
import DatasyncWire
import TestSupport

@testable import DatasyncBackend

/// Servers over one log; a test decides when a server receives records, and what the log loses.
struct SharedLogFixture {
    /// A client of one server, with all that it was told.
    struct Client {
        let server: Int
        let port: PortID
        var session: SessionID?
        var lines: [String] = []
        /// The data of its default listens, and of each window by tag.
        var complete = Node.null
        var windows: [Int: (path: Path, node: Node)] = [:]
        var isClosed = false
    }

    private(set) var servers: [BackendState]
    private(set) var clients: [Client] = []
    private(set) var records: [DatasyncLog.LogRecord] = []
    private var incarnation: UInt64 = 1
    /// The number of records that each server has received.
    private(set) var received: [Int]
    /// The snapshot from which servers start again, and the number of its records.
    private var snapshot: (state: DatabaseState, count: Int)
    private var nextRequest = 0
    /// The number of listeners' messages so far.
    private(set) var pushes: [String] = []

    init(servers count: Int, _ initial: DatabaseState = DatabaseState(), users: LogUsers = .servers) throws {
        snapshot = (initial, 0)
        received = Array(repeating: 0, count: count)
        servers = (0..<count).map { index in
            let place = ServerRun.Place(run: UInt64(index + 1))
            return BackendState(following: initial, at: nil, as: place, beside: users)
        }
    }

    mutating func start() throws {
        for index in servers.indices {
            begin(index)
            try deliver(to: index)
        }
    }

    // MARK: The log

    mutating func append(_ entries: [LogEntry]) {
        for entry in entries {
            let position = LogPosition(incarnation: incarnation, number: UInt64(records.count + 1))
            records.append(LogRecord(position: position, time: LogTime(5), entry: entry))
        }
    }

    /// The position that has all records.
    var latest: LogPosition? { records.last?.position }

    /// Appends what a server has submitted, and delivers some records to it.
    mutating func deliver(to server: Int, atMost count: Int = .max) throws {
        append(servers[server].takeEntries())
        var left = count
        while left > 0, received[server] < records.count {
            let record = records[received[server]]
            (left, received[server]) = (left - 1, received[server] + 1)
            note(try servers[server].apply(record, now: 5), of: server)
            append(servers[server].takeEntries())
        }
    }

    /// Takes the entries of a server, as if they were on their way to the log.
    mutating func takeEntries(of server: Int) -> [LogEntry] { servers[server].takeEntries() }

    /// Answers a server's question for the latest position, if it has one.
    mutating func answerLatest(_ server: Int, _ latest: LogPosition? = nil) {
        change(server) { $0.beginQuestion() ? $0.answeredLatest(latest, now: 5) : [] }
    }

    /// Returns whether a server must begin a new run.
    mutating func takeFence(of server: Int) -> Bool { servers[server].takeFence() }

    /// Delivers all records to all servers, until nothing is submitted any more.
    mutating func settle() throws {
        var count = -1
        while count != records.count {
            count = records.count
            for server in servers.indices { try deliver(to: server) }
        }
    }

    /// Removes the last records and begins a new incarnation; every server has to read the log again.
    mutating func loseTail(_ count: Int) {
        incarnation += 1
        records = records.dropLast(count).map { record in
            let position = LogPosition(incarnation: incarnation, number: record.position.number)
            return LogRecord(position: position, time: record.time, entry: record.entry)
        }
        if snapshot.count > records.count { snapshot = (DatabaseState(), 0) }
    }

    /// Stores the state of a server as the snapshot.
    mutating func storeSnapshot(of server: Int) {
        if received[server] > snapshot.count { snapshot = (servers[server].database, received[server]) }
    }

    /// Makes a server read the log again, up to the snapshot.
    mutating func reload(_ server: Int, starts: Bool = true) {
        _ = servers[server].takeEntries()
        note(servers[server].beginReload(because: "reload", now: 5), of: server)
        received[server] = snapshot.count
        servers[server].restart(
            from: snapshot.state,
            at: snapshot.count == 0 ? nil : LogPosition(incarnation: incarnation, number: UInt64(snapshot.count)))
        if starts { begin(server) }
    }

    /// Lets a server begin once it has all records that the log has now.
    mutating func begin(_ server: Int) {
        servers[server].start()
        answerLatest(server, latest ?? LogPosition(incarnation: incarnation, number: 0))
    }

    mutating func change(_ server: Int, _ body: (inout BackendState) -> [BackendState.Delivery]) {
        note(body(&servers[server]), of: server)
    }

    // MARK: Clients

    /// Connects a client to a server.
    mutating func connect(to server: Int) -> Int {
        clients.append(Client(server: server, port: servers[server].makePort(), session: nil))
        open(clients.count - 1)
        return clients.count - 1
    }

    mutating func open(_ client: Int) {
        let server = clients[client].server
        clients[client].isClosed = false
        (clients[client].complete, clients[client].windows) = (.null, [:])
        let (session, deliveries) = servers[server].opened(clients[client].port, now: 5)
        clients[client].session = session
        note(deliveries, of: server)
    }

    mutating func close(_ client: Int) {
        guard let session = clients[client].session else { return }
        change(clients[client].server) { $0.closed(session, now: 5) }
    }

    mutating func send(_ client: Int, _ action: Request.Action) {
        guard let session = clients[client].session else { return }
        nextRequest += 1
        let message = ClientMessage.request(Request(number: nextRequest, action: action))
        change(clients[client].server) { $0.received(message, from: session, now: 5) }
    }

    mutating func put(_ client: Int, _ path: String, _ json: JSON, number: UInt64? = nil, lowest: UInt64 = 1) throws {
        let path = try Path(path)
        let writeNumber = number.map { WriteNumber(client: 9, number: $0, lowestUnanswered: lowest) }
        send(client, .put(path: path, value: try WriteValue(json, at: path), writeNumber: writeNumber))
    }

    mutating func listen(_ client: Int, _ path: Path, _ window: Window = .all, tag: Int? = nil) {
        if let tag { clients[client].windows[tag] = (path, .null) }
        send(client, .listen(path: path, window: window, tag: tag, hash: nil))
    }

    /// Returns the lines that a client has received since the last call.
    mutating func take(_ client: Int) -> [String] {
        defer { clients[client].lines = [] }
        return clients[client].lines
    }

    private mutating func note(_ deliveries: [BackendState.Delivery], of server: Int) {
        for delivery in deliveries {
            for index in clients.indices where clients[index].server == server {
                if delivery.ports.contains(clients[index].port) { clients[index].receive(delivery.event) }
            }
        }
    }
}

extension BackendState {
    /// Begins to take part in a log that cannot say its position: an entry marks the place.
    mutating func startWithMark() {
        start()
        mark()
    }

    /// Answers a question with nothing.
    mutating func mark() {
        if beginQuestion() { _ = answeredLatest(nil, now: 5) }
    }
}

extension SharedLogFixture.Client {
    fileprivate mutating func receive(_ event: LinkEvent) {
        switch event {
        case .closed(let reason), .refused(let reason):
            lines.append("closed: \(reason)")
            (session, isClosed) = (nil, true)
        case .message(.push(.set(let path, let node, let tag))):
            lines.append("set \(path) \(node.text)")
            set([(.root, node)], at: path, tag)
        case .message(.push(.merge(let path, let children, let tag))):
            lines.append(
                "merge \(path) " + children.map { "\($0.0.relativeText)=\($0.1.text)" }.joined(separator: " "))
            set(children, at: path, tag)
        case .message(.push(.revoked(let path, _, _, _))): lines.append("revoked \(path)")
        case .message(.push): lines.append("push")
        case .message(.control(.hello)): lines.append("hello")
        case .message(.control): lines.append("control")
        case .message(.response(let response)):
            lines.append(response.status.rawValue + (response.data.map { " " + $0.text } ?? ""))
        case .waiting, .available: break
        }
    }

    private mutating func set(_ children: [(Path, Node)], at path: Path, _ tag: Int?) {
        for (relative, node) in children {
            let place = path.appending(relative)
            if let tag {
                guard let window = windows[tag], let inside = place.relative(to: window.path) else { continue }
                windows[tag]?.node.set(node, at: inside)
            } else {
                complete.set(node, at: place)
            }
        }
    }
}
