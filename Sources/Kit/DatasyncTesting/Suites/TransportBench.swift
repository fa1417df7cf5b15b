import DatasyncConcurrency
import DatasyncWire

/// One end of a connection under test, with the events that it received.
final class TransportEnd: TransportConnection {
    private struct State: Sendable {
        var connection: (any TransportConnection)?
        var events: [TransportEvent] = []
        /// The number of calls of the receiver that have not returned.
        var running = 0
        var overlaps = false
        var onEvent: (@Sendable (TransportEvent) -> Void)?
    }

    private let state = Guarded(State())

    /// The frames that arrived, in order.
    var frames: [String] {
        state.withLock(\.events).compactMap { event in
            if case .frame(let text) = event { text } else { nil }
        }
    }

    /// The number of times that the end of the connection was reported.
    var closings: Int { state.withLock(\.events).count(where: Self.isEnd) }

    /// Whether an event arrived after the end of the connection.
    var hasLateEvents: Bool {
        let events = state.withLock(\.events)
        return events.firstIndex(where: Self.isEnd).map { $0 < events.count - 1 } ?? false
    }

    private static func isEnd(_ event: TransportEvent) -> Bool {
        if case .closed = event { true } else { false }
    }

    /// Whether the receiver was called while an earlier call had not returned.
    var hasOverlaps: Bool { state.withLock(\.overlaps) }

    /// Calls a closure with each later event, inside the receiver.
    func onEvent(_ body: @escaping @Sendable (TransportEvent) -> Void) { state.withLock { $0.onEvent = body } }

    func attach(_ connection: any TransportConnection) { state.withLock { $0.connection = connection } }

    func receive(_ event: TransportEvent) {
        let onEvent = state.withLock { state in
            state.overlaps = state.overlaps || state.running > 0
            state.running += 1
            state.events.append(event)
            return state.onEvent
        }
        onEvent?(event)
        state.withLock { $0.running -= 1 }
    }

    func send(_ frame: String) { state.withLock(\.connection)?.send(frame) }

    func close() { state.withLock(\.connection)?.close() }
}

/// The back end's side of the connections under test.
final class TransportPeer: Transport {
    private struct State: Sendable {
        var ends: [TransportEnd] = []
        var refuses = false
    }

    private let state = Guarded(State())

    /// The back end's ends, in the order in which they were opened.
    var ends: [TransportEnd] { state.withLock(\.ends) }

    /// Closes each later connection as soon as it is open.
    func refuse() { state.withLock { $0.refuses = true } }

    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        let end = TransportEnd()
        end.attach(PeerOutput(receive: receive))
        let refuses = state.withLock { state in
            state.ends.append(end)
            return state.refuses
        }
        if refuses { receive(.closed(reason: "refused")) }
        return PeerConnection(end: end)
    }

    /// The connection to which the transport under test sends.
    private final class PeerConnection: TransportConnection {
        private let end: TransportEnd
        private let isClosed = Guarded(false)

        init(end: TransportEnd) { self.end = end }

        func send(_ frame: String) { if !isClosed.withLock(\.self) { end.receive(.frame(frame)) } }

        func close() {
            let isFirst = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return !isClosed
            }
            if isFirst { end.receive(.closed(reason: "closed by the client")) }
        }
    }

    /// The direction to the client; closing it is an event of the connection.
    private struct PeerOutput: TransportConnection {
        let receive: @Sendable (TransportEvent) -> Void

        func send(_ frame: String) { receive(.frame(frame)) }

        func close() { receive(.closed(reason: "closed by the back end")) }
    }
}

/// A transport under test, with the ends of its connections.
final class TransportBench: Sendable {
    let backend: TransportPeer
    private let transport: any Transport
    private let timeout: Int
    private let clients = Guarded<[TransportEnd]>([])

    init(_ transport: any Transport, _ backend: TransportPeer, _ timeout: Int) {
        self.transport = transport
        self.backend = backend
        self.timeout = timeout
    }

    /// Opens a connection, and returns the client's end.
    func open() -> TransportEnd {
        let end = TransportEnd()
        clients.withLock { $0.append(end) }
        end.attach(transport.open { event in end.receive(event) })
        return end
    }

    /// Opens a connection, and waits until the back end has received a first frame, which identifies its end.
    func connected() async throws -> (client: TransportEnd, backend: TransportEnd) {
        let client = open()
        let first = "connection \(clients.withLock(\.count))"
        client.send(first)
        var end: TransportEnd?
        try await wait("the back end has the first frame") {
            end = backend.ends.first { $0.frames.first == first }
            return end != nil
        }
        guard let end else { throw Violation(description: "no connection") }
        return (client, end)
    }

    func wait(_ what: String, _ condition: () -> Bool) async throws {
        try await waitUntil(what, milliseconds: timeout, condition)
    }

    /// Waits a moment for events that should not come, then for a frame's round trip on a separate connection.
    func settle() async throws {
        await pause(milliseconds: 50)
        let (client, backend) = try await connected()
        backend.send("last")
        try await wait("a frame makes a round trip") { client.frames == ["last"] }
    }

    /// Checks the conditions that hold for every connection.
    func checkReceivers() throws {
        for end in clients.withLock(\.self) {
            try require(!end.hasOverlaps, "the events of a connection are delivered one at a time")
            try require(
                !end.hasLateEvents, "nothing is delivered after the end of a connection, which is reported once")
        }
    }

    func close() { for end in clients.withLock(\.self) { end.close() } }
}
