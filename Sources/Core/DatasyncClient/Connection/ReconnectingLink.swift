import DatasyncConcurrency
import DatasyncWire
import Dispatch

/// A link over a network that lets the client reconnect after growing delays, and sends keep-alive messages.
///
/// After a final refusal by the back end (`shutdown`) the attempts stop; the application starts them again by disconnecting and
/// connecting. After 45 seconds without a sent message, the link sends a keep-alive.
struct ReconnectingLink: Link {
    /// Runs a closure after a number of seconds.
    typealias Timer = @Sendable (Double, @escaping @Sendable () -> Void) -> Void

    private let link: any Link
    private let schedule: SharedSchedule
    private let clock: @Sendable () -> Double
    private let random: @Sendable () -> UInt64
    private let runLater: Timer

    init(
        _ link: any Link, policy: ReconnectionPolicy = ReconnectionPolicy(),
        clock: @escaping @Sendable () -> Double = SystemClock.milliseconds,
        random: @escaping @Sendable () -> UInt64 = SystemClock.randomBits,
        runLater: @escaping Timer = SystemExecutor.runLater
    ) {
        self.link = link
        self.clock = clock
        self.random = random
        self.runLater = runLater
        schedule = SharedSchedule(policy)
    }

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let isOver = Once()
        // Not the link itself, because the receivers of its transport would retain it.
        let connection = link.open { [schedule, clock, random, runLater] event in
            if case .message(.control(.hello)) = event {
                let now = clock()
                schedule.withLock { $0.connected(at: now) }
            }
            receive(event)
            guard let retries = event.retriesAfterEnd, isOver.happens(), retries else { return }
            let (now, random) = (clock(), random().unitInterval)
            let delay = schedule.withLock { $0.delay(afterEndAt: now, random: random) }
            if delay > 0 { receive(.waiting(until: now + delay * 1000)) }
            runLater(delay) { receive(.available) }
        }
        let living = LivingConnection(connection)
        living.scheduleKeepAlive()
        return living
    }
}

/// The schedule that all connections of a link share.
private final class SharedSchedule: Sendable {
    private let guarded: Guarded<ReconnectionSchedule>

    init(_ policy: ReconnectionPolicy) { guarded = Guarded(ReconnectionSchedule(policy)) }

    func withLock<Result: Sendable>(_ body: (inout ReconnectionSchedule) -> Result) -> Result {
        guarded.withLock { body(&$0) }
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
    /// Whether to reconnect after the event; `nil` if the event does not end the connection.
    fileprivate var retriesAfterEnd: Bool? {
        switch self {
        case .closed, .refused, .message(.control(.reset)): true
        case .message(.control(.shutdown)): false
        case .message, .waiting, .available: nil
        }
    }
}
