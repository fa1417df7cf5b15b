import DatasyncBackend
import DatasyncConcurrency
import DatasyncWire

/// The place of a run at which a connection is dropped once.
public struct ConnectionFault: Hashable, Sendable {
    /// The index of the message among those of all clients, in both directions.
    public let message: Int
    /// Whether the message is lost too; otherwise the connection is dropped after it.
    public let losesMessage: Bool

    /// Creates the description of a fault.
    public init(message: Int, losesMessage: Bool) {
        self.message = message
        self.losesMessage = losesMessage
    }
}

extension ConnectionFault: CustomStringConvertible, CustomDebugStringConvertible {
    /// The place of the fault.
    public var description: String { "dropped \(losesMessage ? "before" : "after") message \(message)" }

    /// The description in parentheses, after the name of the type.
    public var debugDescription: String { "ConnectionFault(\(description))" }
}

/// Counts the messages of all clients of a run, and finds the one at which a connection is dropped.
final class FaultInjector: Sendable {
    private let fault: ConnectionFault?
    private let counter = Guarded(0)

    init(_ fault: ConnectionFault?) { self.fault = fault }

    /// The number of messages so far.
    var count: Int { counter.withLock(\.self) }

    /// Counts a message; returns the fault if it is at this message.
    func next() -> ConnectionFault? {
        let index = counter.withLock { counter in
            defer { counter += 1 }
            return counter
        }
        return fault?.message == index ? fault : nil
    }
}

/// A link to an embedded back end whose connection is dropped at a message, after which the client reconnects at once.
struct FaultyLink: Link {
    let port: BackendPort
    let injector: FaultInjector

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let connection = FaultyConnection(port: port, injector: injector, receive)
        connection.attach(port.open { connection.received($0) })
        return connection
    }
}

private final class FaultyConnection: LinkConnection {
    private struct State: Sendable {
        var inner: (any LinkConnection)?
        var isDropped = false
    }

    private let port: BackendPort
    private let injector: FaultInjector
    private let receive: @Sendable (LinkEvent) -> Void
    private let state = Guarded(State())

    init(port: BackendPort, injector: FaultInjector, _ receive: @escaping @Sendable (LinkEvent) -> Void) {
        self.port = port
        self.injector = injector
        self.receive = receive
    }

    /// Sets the connection to the back end, which may have delivered messages before.
    func attach(_ inner: any LinkConnection) {
        let isDropped = state.withLock { state in
            state.inner = inner
            return state.isDropped
        }
        if isDropped { inner.close() }
    }

    func received(_ event: LinkEvent) {
        guard !state.withLock(\.isDropped) else { return }
        guard case .message = event else { return receive(event) }
        let fault = injector.next()
        if fault?.losesMessage != true { receive(event) }
        if fault != nil { drop() }
    }

    func send(_ message: ClientMessage) {
        guard let inner = state.withLock({ $0.isDropped ? nil : $0.inner }) else { return }
        let fault = injector.next()
        if fault?.losesMessage != true { inner.send(message) }
        if fault != nil { drop() }
    }

    func close() { state.withLock(\.inner)?.close() }

    private func drop() {
        let (inner, isFirst) = state.withLock { state in
            defer { state.isDropped = true }
            return (state.inner, !state.isDropped)
        }
        guard isFirst else { return }
        // A new connection does not end the hold of the scenario.
        let isHeld = port.isHeld
        inner?.close()
        if isHeld { port.hold() }
        receive(.closed(reason: "The run has dropped the connection."))
        receive(.available)
    }
}
