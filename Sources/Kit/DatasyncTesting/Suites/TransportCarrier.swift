import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
package import DatasyncWire
import Dispatch

/// A carrier of scenarios over a transport, for example the transport of a ``TransportSuite``.
///
/// The back end answers the client's pings in order, so a pong follows everything that was sent before it.
package final class TransportCarrier: ScenarioCarrier {
    /// Returns a transport whose connections lead to a link of the back end.
    package typealias Connect = @Sendable (_ backend: any Link) async throws -> any Transport

    private struct State: Sendable {
        var connections: [ObjectIdentifier: CarriedConnection] = [:]
        var ends: [BackendEnd] = []
        /// Whether a message has arrived completely, or the back end has noticed the end of a connection.
        var hasArrived = false
        var failure: String?
    }

    package let name: String
    private let connect: Connect
    private let timeout: Int
    private let state = Guarded(State())

    /// Creates a carrier.
    ///
    /// - Parameters:
    ///   - name: A word for the description of the run.
    ///   - timeout: The milliseconds after which a frame that has not arrived counts as lost.
    ///   - connect: Returns a transport to a link of the back end.
    package init(_ name: String, timeout: Int, connect: @escaping Connect) {
        self.name = name
        self.timeout = timeout
        self.connect = connect
    }

    /// The reason why the transport was not usable; `nil` if it was.
    package var failure: String? { state.withLock(\.failure) }

    package func link(to backend: any Link) -> any Link { CarriedLink(backend: backend, carrier: self) }

    package func settle() -> Bool {
        guard failure == nil else { return false }
        for connection in state.withLock({ Array($0.connections.values) }) where !connection.waitForPong(timeout) {
            fail("no response to a ping in \(timeout) ms: the transport has lost a frame, or does not report its end")
        }
        let (connections, ends) = state.withLock { (Array($0.connections.values), $0.ends) }
        for end in ends {
            // The back end's end of a connection that the client has closed; its on-disconnect writes may cause pushes.
            guard end.waitForClosing(except: connections.count { $0.end === end }, timeout) else {
                fail("the back end has not noticed the end of a connection in \(timeout) ms")
                break
            }
            if end.takeHasClosed() { state.withLock { $0.hasArrived = true } }
        }
        return state.withLock { state in
            defer { state.hasArrived = false }
            return state.hasArrived
        }
    }

    package func finish() {
        for connection in state.withLock({ Array($0.connections.values) }) { connection.close() }
    }

    private func fail(_ reason: String) { state.withLock { $0.failure = $0.failure ?? reason } }

    /// Creates the transport to a link; blocks the scenario's thread.
    private func transport(to backend: any Link) -> (any Transport)? {
        let made = Guarded<(any Transport)?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task { [connect] in
            do {
                let transport = try await connect(backend)
                made.withLock { $0 = transport }
            } catch {
                fail("\(error)")
            }
            done.signal()
        }
        done.wait()
        return made.withLock(\.self)
    }

    private func open(
        _ transport: any Transport, to end: BackendEnd, _ receive: @escaping @Sendable (LinkEvent) -> Void
    ) -> any LinkConnection {
        let connection = CarriedConnection(to: end)
        state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            state.hasArrived = true
        }
        let opened = TransportLink(transport).open { [self] event in
            if case .message(.control(.pong)) = event { return connection.signal() }
            receive(event)
            // Only now: a pong that follows proves that the event has been delivered to the queues.
            state.withLock { $0.hasArrived = true }
            if case .closed = event { remove(connection) }
        }
        connection.attach(opened) { [weak self, weak connection] in
            if let connection { self?.remove(connection) }
        }
        return connection
    }

    private func remove(_ connection: CarriedConnection) {
        _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
        connection.signal()
    }

    /// The receiver of the current connection, for `available`, which no frame carries.
    private final class Receiver: Sendable {
        private let receive = Guarded<(@Sendable (LinkEvent) -> Void)?>(nil)

        func set(_ receive: @escaping @Sendable (LinkEvent) -> Void) { _ = self.receive.exchange(receive) }

        func call(_ event: LinkEvent) { receive.withLock(\.self)?(event) }
    }

    /// A client's link: the back end's link behind a transport.
    private final class CarriedLink: Link {
        private let transport: (any Transport)?
        private let carrier: TransportCarrier
        private let receiver: Receiver
        private let end = BackendEnd()

        init(backend: any Link, carrier: TransportCarrier) {
            let receiver = Receiver()
            transport = carrier.transport(to: CarriableLink(link: backend, receiver: receiver, end: end))
            carrier.state.withLock { [end] in $0.ends.append(end) }
            self.carrier = carrier
            self.receiver = receiver
        }

        func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
            receiver.set(receive)
            guard let transport else {
                let connection = CarriedConnection(to: end)
                receive(.closed(reason: "There is no transport."))
                return connection
            }
            return carrier.open(transport, to: end, receive)
        }
    }

    /// The back end's link, with `available` delivered directly.
    private struct CarriableLink: Link {
        let link: any Link
        let receiver: Receiver
        let end: BackendEnd

        func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
            let closing = BackendEnd.Closing(of: end)
            let connection = link.open { event in
                if case .available = event { receiver.call(event) } else { receive(event) }
                if case .closed = event { closing.note() }
            }
            return ServedConnection(connection: connection, closing: closing)
        }
    }

    /// The back end's end of a connection.
    private struct ServedConnection: LinkConnection {
        let connection: any LinkConnection
        let closing: BackendEnd.Closing

        func send(_ message: ClientMessage) { connection.send(message) }

        func close() {
            connection.close()
            closing.note()
        }
    }
}

/// The back end's ends of the connections of one client.
private final class BackendEnd: Sendable {
    private struct State: Sendable {
        var openCount = 0
        var hasClosed = false
    }

    private let state = Guarded(State())
    private let closed = DispatchSemaphore(value: 0)

    /// The closing of one connection, recorded only once.
    final class Closing: Sendable {
        private let end: BackendEnd
        private let isNoted = Guarded(false)

        init(of end: BackendEnd) {
            self.end = end
            end.state.withLock { $0.openCount += 1 }
        }

        func note() {
            if isNoted.exchange(true) { return }
            end.state.withLock { state in
                state.openCount -= 1
                state.hasClosed = true
            }
            end.closed.signal()
        }
    }

    /// Waits until at most a number of connections are open; returns `false` if none closes in time.
    func waitForClosing(except count: Int, _ milliseconds: Int) -> Bool {
        while state.withLock(\.openCount) > count {
            if closed.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut { return false }
        }
        return true
    }

    /// Returns whether a connection has closed since the last call.
    func takeHasClosed() -> Bool {
        state.withLock { state in
            defer { state.hasClosed = false }
            return state.hasClosed
        }
    }
}

/// A client's connection that can wait until everything sent has arrived.
private final class CarriedConnection: LinkConnection {
    private struct State: Sendable {
        var connection: (any LinkConnection)?
        var closed: (@Sendable () -> Void)?
    }

    let end: BackendEnd
    private let state = Guarded(State())
    private let pong = DispatchSemaphore(value: 0)

    init(to end: BackendEnd) { self.end = end }

    func attach(_ connection: any LinkConnection, closed: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.connection = connection
            state.closed = closed
        }
    }

    func send(_ message: ClientMessage) { state.withLock(\.connection)?.send(message) }

    func close() {
        let (connection, closed) = state.withLock { ($0.connection, $0.closed) }
        connection?.close()
        closed?()
    }

    /// Waits for the response to a ping or the end of the connection; returns whether either came in time.
    func waitForPong(_ milliseconds: Int) -> Bool {
        send(.ping)
        return pong.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }

    /// Signals a pong or the end of the connection.
    func signal() { pong.signal() }
}

extension TransportSuite {
    /// Runs the package's scenarios over the transport, on a thread that may block.
    func runScenarios() async throws {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Result { try firstDifference() }) }
        }
        if let difference = try result.get() { throw Violation(description: difference) }
    }

    private func firstDifference() throws -> String? {
        for scenario in try BundledScenarios.scenarios() {
            let carrier = TransportCarrier("a transport", timeout: timeout) { [connect] backend in
                try await connect(LinkTransport(backend))
            }
            let difference = Conformance.firstDifference(in: scenario, runs: [ScenarioRun(.mixed, over: carrier)])
            if let failure = carrier.failure { return "\(scenario.name): \(failure)" }
            if let difference { return difference }
        }
        return nil
    }
}
