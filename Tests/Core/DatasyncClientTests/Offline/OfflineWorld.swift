import DatasyncTree
import DatasyncWire
import TestSupport

@testable import DatasyncBackend
@testable import DatasyncEngine

/// A client with an offline store, and a back end, whose messages and disk writes a test delivers one by one.
struct OfflineWorld {
    /// A message that waits until the changes before it are durable.
    private struct Waiting {
        let after: Int
        let session: SessionID?
        let message: ClientMessage
    }

    private(set) var backend: BackendState
    private let port: PortID
    private let sharesCaches: Bool
    private(set) var client: EngineState
    private(set) var changes: [OfflineChange] = []
    /// The state that the changes result in.
    private(set) var replayed = OfflineState()
    /// The number of changes that survive the end of the process.
    private(set) var durable = 0
    private var waiting: [Waiting] = []
    private var toBackend: [(session: SessionID, message: ClientMessage)] = []
    private var toClient: [LinkEvent] = []
    private var session: SessionID?
    private var life: UInt128 = 1
    private var now = 1_000.0
    /// The results of the operations of the present process, and of restored writes, as texts.
    private(set) var results: [String] = []
    private(set) var events: [String] = []
    /// The events, results and inputs since the last call of ``takeShown()``.
    private var shown: [Shown] = []

    /// Something that the application sees.
    enum Shown {
        case event(Event)
        case result(OperationID, Node)
        case input(OperationID, Node)
    }

    init(rules: String? = nil, sharesCaches: Bool = false) throws {
        let rules = try rules.map { try RulesDocument(JSONParser.parse($0)) } ?? .open
        self.init(BackendState(rules: rules), sharesCaches: sharesCaches)
    }

    init() { self.init(BackendState(), sharesCaches: false) }

    private init(_ backend: BackendState, sharesCaches: Bool) {
        self.backend = backend
        self.sharesCaches = sharesCaches
        port = self.backend.makePort()
        client = EngineState(
            client: 1 << 64, offline: OfflineStart(store: NoStore()), sharesCaches: sharesCaches, now: 0)
        client.enableConnection(true)
        run()
    }

    /// Calls the client, and executes the effects.
    mutating func perform<Result>(_ body: (inout EngineState) throws -> Result) rethrows -> Result {
        defer { run() }
        return try body(&client)
    }

    private mutating func run() {
        while !client.effects.isEmpty {
            let effects = client.effects
            client.effects = []
            for effect in effects.expanded { execute(effect) }
        }
    }

    private mutating func execute(_ effect: Effect) {
        switch effect {
        case .store(let change):
            changes.append(change)
            replayed.apply(change)
        case .send(let message): waiting.append(Waiting(after: changes.count, session: session, message: message))
        case .open:
            let (opened, deliveries) = backend.opened(port, now: now)
            session = opened
            receive(deliveries)
        case .close, .abandonConnection: end()
        case .settle(let operation, .success(let outcome)):
            results.append("ok")
            shown.append(.result(operation, outcome.node))
        case .settle(_, .failure(let error)): results.append(error.code.rawValue)
        case .raise(let event, _):
            events.append("\(event.node.text)\(event.isAcknowledged ? "" : "?")")
            shown.append(.event(event))
        case .compute(let operation, let input, _):
            shown.append(.input(operation, input.node))
            let value = (input.node.number ?? 0) + 1
            client.computed(operation, WriteValue(.number(value)), from: input, now: now)
        case .raiseAdditions, .end, .connectionChanged, .signInChanged, .pendingWritesChanged, .diagnose, .storeAll:
            break
        }
    }

    private mutating func receive(_ deliveries: [BackendState.Delivery]) { toClient += deliveries.map(\.event) }

    private mutating func end() {
        guard let session else { return }
        self.session = nil
        toBackend = []
        toClient = []
        _ = backend.closed(session, now: now)
    }

    /// Returns what the application has seen since the last call.
    mutating func takeShown() -> [Shown] {
        defer { shown = [] }
        return shown
    }

    /// The next message that the back end receives, and the user of its session.
    var nextToBackend: (message: ClientMessage, uid: String?)? {
        toBackend.first.map { ($0.message, backend.principal(of: $0.session).uid) }
    }

    // MARK: Steps

    /// Makes some of the changes durable, and sends the messages that waited for them.
    mutating func sync(upTo count: Int? = nil) {
        durable = max(durable, min(count ?? changes.count, changes.count))
        while let first = waiting.first, first.after <= durable {
            waiting.removeFirst()
            if let session = first.session, session == self.session { toBackend.append((session, first.message)) }
        }
    }

    /// Delivers the next message to the back end; returns `false` without a message.
    mutating func deliverToBackend() -> Bool {
        guard !toBackend.isEmpty else { return false }
        let (session, message) = toBackend.removeFirst()
        now += 1
        receive(backend.received(message, from: session, now: now))
        return true
    }

    /// Delivers the next message to the client; returns `false` without a message.
    mutating func deliverToClient() -> Bool {
        guard !toClient.isEmpty else { return false }
        let event = toClient.removeFirst()
        let now = now
        perform { $0.received(event, now: now) }
        return true
    }

    /// Whether a change is not durable, or a message waits for one.
    var hasChangesToSync: Bool { durable < changes.count || !waiting.isEmpty }

    /// Whether a change is not durable, or a message not delivered.
    var canStep: Bool { hasChangesToSync || !toBackend.isEmpty || !toClient.isEmpty }

    /// Makes the next change durable, or else delivers the next message to the back end, or else to the client.
    mutating func step() {
        if hasChangesToSync {
            sync(upTo: durable + 1)
        } else if !deliverToBackend() {
            _ = deliverToClient()
        }
    }

    /// Delivers everything.
    mutating func settle() {
        repeat { sync() } while deliverToBackend() || deliverToClient()
    }

    mutating func drop() {
        end()
        let now = now
        perform { $0.received(.closed(reason: "dropped"), now: now) }
    }

    mutating func reconnect() {
        let now = now
        perform { $0.received(.available, now: now) }
    }

    /// Ends the process, and begins another one with the changes that are durable.
    ///
    /// - Returns: The changes that are lost.
    mutating func kill(credential: String? = nil) -> [OfflineChange] {
        end()
        let lost = Array(changes[durable...])
        changes.removeSubrange(durable...)
        replayed = OfflineState()
        for change in changes { replayed.apply(change) }
        (waiting, results, events) = ([], [], [])
        life += 1
        let start = OfflineStart(state: replayed, store: NoStore()) { _ in OperationHandlers { _ in } }
        client = EngineState(client: life << 64, offline: start, sharesCaches: sharesCaches, now: now)
        if let credential { _ = client.authenticate(credential) }
        client.enableConnection(true)
        run()
        return lost
    }

    /// Whether the changes result in the state of the client.
    var isConsistent: Bool { Self.summary(replayed) == Self.summary(client.offlineState) }

    static func summary(_ state: OfflineState) -> [String] {
        var lines = state.numberings.map { user, numbers in
            let unanswered = numbers.unanswered.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value ?? -1)" }
            return "user \(user?.digest ?? 0): \(numbers.client) \(numbers.last) \(unanswered)"
        }
        lines += state.writes.map { number, write in
            "write \(number) \(write.path) \(write.write.isMerge) \(write.user?.digest ?? 0) \(write.write.parts.count)"
        }
        for (owner, cache) in state.caches {
            lines += cache.entries.map { "cached for \(owner) \($0.query.path) \($0.query.window) \($0.node.text)" }
        }
        return lines.sorted() + ["user \(state.user?.digest ?? 0)"]
    }
}

/// A store that only makes the client emit its changes.
private struct NoStore: OfflineStore {
    func append(_ change: OfflineChange) {}
    func replace(with state: OfflineState) {}
    func whenDurable(_ body: @escaping @Sendable () -> Void) { body() }
    func close() {}
}
