import DatasyncConcurrency
import DatasyncWire
import Dispatch

/// A link over a network that triggers reconnects with exponential backoff and sends keep-alive messages.
///
/// The delay before a reconnect is one second, doubles with each failure up to 256 seconds, and is reset by the `hello`
/// message of the back end. After 45 seconds without a sent message the link sends a keep-alive.
struct ReconnectingLink: Link {
    private let link: any Link
    private let attempts = Attempts()

    private final class Attempts: Sendable {
        private let failures = Guarded(0)

        func succeeded() { failures.withLock { $0 = 0 } }

        func nextDelay() -> DispatchTimeInterval {
            let failures = failures.withLock { failures in
                defer { failures += 1 }
                return failures
            }
            return .seconds(1 << min(failures, 8))
        }
    }

    init(_ link: any Link) { self.link = link }

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let attempts = attempts
        let isOver = Once()
        let connection = link.open { event in
            if case .message(.control(.hello)) = event { attempts.succeeded() }
            receive(event)
            if event.endsConnection, isOver.happens() {
                DispatchQueue.global().asyncAfter(deadline: .now() + attempts.nextDelay()) { receive(.available) }
            }
        }
        let living = LivingConnection(connection)
        living.scheduleKeepAlive()
        return living
    }
}

/// A connection that sends keep-alive messages.
private final class LivingConnection: LinkConnection {
    private static let silence = DispatchTimeInterval.seconds(45)
    private let connection: any LinkConnection
    private let lastSent = Guarded(DispatchTime.now())

    init(_ connection: any LinkConnection) { self.connection = connection }

    func send(_ message: ClientMessage) {
        lastSent.withLock { $0 = .now() }
        connection.send(message)
    }

    func close() { connection.close() }

    func scheduleKeepAlive() {
        let deadline = lastSent.withLock(\.self) + Self.silence
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
            guard let self else { return }
            if lastSent.withLock(\.self) + Self.silence <= .now() { send(.keepAlive) }
            scheduleKeepAlive()
        }
    }
}

/// A flag that can be set once.
private final class Once: Sendable {
    private let hasHappened = Guarded(false)

    /// Sets the flag and returns whether this call is the first.
    func happens() -> Bool {
        hasHappened.withLock { hasHappened in
            defer { hasHappened = true }
            return !hasHappened
        }
    }
}

extension LinkEvent {
    /// Whether the event ends the connection.
    fileprivate var endsConnection: Bool {
        switch self {
        case .closed, .message(.control(.reset)), .message(.control(.shutdown)): true
        case .message, .available: false
        }
    }
}
