import DatasyncTree
import DatasyncWire
import TestSupport

@testable import DatasyncBackend

/// The state of a back end with sessions that record each delivery.
struct BackendFixture {
    private(set) var state: BackendState
    private var ports: [String: (port: PortID, session: SessionID?)] = [:]
    private var nextNumber = 0
    /// The lines delivered to each client since the last `take`, one line each.
    private var told: [PortID: [String]] = [:]

    init(_ text: String = "null", rules: String? = nil, limits: Limits = Limits()) throws {
        let rules = try rules.map { try RulesDocument(try JSONParser.parse($0)) } ?? .open
        state = BackendState(data: try Node(try JSONParser.parse(text)), rules: rules, limits: limits)
    }

    mutating func connect(_ name: String) {
        let port = ports[name]?.port ?? state.makePort()
        let (session, deliveries) = state.opened(port, now: 1000)
        ports[name] = (port, session)
        deliver(deliveries)
        _ = take(name)
    }

    mutating func send(_ name: String, _ action: Request.Action, now: Double = 1000) {
        guard let session = ports[name]?.session else { return }
        nextNumber += 1
        deliver(state.received(.request(Request(number: nextNumber, action: action)), from: session, now: now))
    }

    mutating func listen(_ name: String, _ path: String, _ window: Window = .all, tag: Int? = nil, hash: String? = nil)
        throws
    {
        send(name, .listen(path: try Path(path), window: window, tag: tag, hash: hash))
    }

    mutating func put(_ name: String, _ path: String, _ text: String, hash: String? = nil, number: UInt64? = nil) throws
    {
        let path = try Path(path)
        let value = try WriteValue(try JSONParser.parse(text), at: path)
        let writeNumber = number.map { WriteNumber(client: 1, number: $0, lowestUnanswered: 1) }
        send(name, .put(path: path, value: value, expectedHash: hash, writeNumber: writeNumber))
    }

    mutating func merge(_ name: String, _ path: String, _ text: String) throws {
        let path = try Path(path)
        send(name, .merge(path: path, parts: try MergePart.parts(try JSONParser.parse(text), at: path)))
    }

    mutating func control(_ name: String, _ body: (inout BackendState, PortID) -> [BackendState.Delivery]) {
        guard let port = ports[name]?.port else { return }
        deliver(body(&state, port))
    }

    /// Returns the lines delivered to a client since the last call, and removes them.
    mutating func take(_ name: String) -> [String] {
        guard let port = ports[name]?.port else { return [] }
        return told.removeValue(forKey: port) ?? []
    }

    private mutating func deliver(_ deliveries: [BackendState.Delivery]) {
        for delivery in deliveries {
            for port in delivery.ports { told[port, default: []].append(Self.line(delivery.event)) }
        }
        for work in state.takeIndexWork() { deliver(state.keep(work.built(), for: work, now: 1000)) }
        while state.removeEndedListens() {}
    }

    /// Returns an event as a line.
    static func line(_ event: LinkEvent) -> String {
        switch event {
        case .closed, .refused: "closed"
        case .waiting: "waiting"
        case .available: "available"
        case .message(.control(.hello)): "hello"
        case .message(.control): "control"
        case .message(.response(let response)):
            response.status.rawValue + (response.data.map { " " + $0.text } ?? "")
        case .message(.push(.set(let path, let node, let tag))): "set \(path)\(text(tag)) \(node.text)"
        case .message(.push(.merge(let path, let children, let tag))):
            "merge \(path)\(text(tag)) " + children.map { "\($0.0.relativeText)=\($0.1.text)" }.joined(separator: " ")
        case .message(.push(.revoked(let path, _, let status, _))): "revoked \(path) \(status.rawValue)"
        case .message(.push): "push"
        }
    }

    private static func text(_ tag: Int?) -> String { tag.map { "#\($0)" } ?? "" }
}
