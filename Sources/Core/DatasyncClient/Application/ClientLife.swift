import DatasyncConcurrency
package import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// The stage of a client: its engine, and whether operations reach it.
///
/// ```
///  waiting ──store opened──▶ open ──close()──▶ closed
///     │                       ▲                  ▲
///     └──cannot be opened──▶ refused ──close()───┘
/// ```
///
/// Without an offline store, a client starts as open. A waiting or refused client has an engine without data, which only shows
/// the connection status.
struct ClientLife: Sendable {
    typealias Body = @Sendable (Result<Engine, WebcomError>) -> Void

    enum Access: Sendable {
        /// Operations wait, in order.
        case waiting
        case open
        /// Operations fail with the error; the client tries again to open the store.
        case refused(WebcomError)
    }

    enum Closing: Sendable {
        case no
        /// The `close` calls that wait for it to finish.
        case running([@Sendable () -> Void])
        case done
    }

    var engine: Engine
    var access: Access
    /// The waiting operations.
    var waiting: [Body] = []
    var store: OfflineJournal?
    /// Whether a thread is opening the store.
    var isOpening = false
    /// Called when that thread is done, if the client was closed meanwhile.
    var whenOpened: (@Sendable () -> Void)?
    var closing = Closing.no

    init(engine: Engine, access: Access) {
        self.engine = engine
        self.access = access
    }

    /// Returns the waiting operations and removes them.
    mutating func takeWaiting() -> [Body] {
        defer { waiting = [] }
        return waiting
    }
}

/// The link of a client whose offline store is not open: connections end with the reason, once known.
final class StoreLink: Link {
    private struct Connection: LinkConnection {
        func send(_ message: ClientMessage) {}
        func close() {}
    }

    private struct State: Sendable {
        var reason: String?
        var receive: ApplicationOwned<@Sendable (LinkEvent) -> Void>?
        var isOver = false
    }

    private let state = Guarded(State())

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let new = ApplicationOwned(receive)
        let (reason, _) = state.withLock { state in
            let old = state.receive
            state.receive = new
            return (state.reason, old)
        }
        if let reason { receive(.closed(reason: reason)) }
        return Connection()
    }

    /// Ends the connection, or the next attempt, with a reason.
    ///
    /// - Parameters:
    ///   - reason: The reason, as text.
    ///   - next: The time of the next attempt, in milliseconds since the Unix epoch.
    func fail(because reason: String, next: Double) {
        let (receive, isFirst) = state.withLock { state in
            defer { state.reason = reason }
            return (state.receive, state.reason == nil)
        }
        receive?.value(isFirst ? .closed(reason: reason) : .available)
        // The engine may have opened another connection by now.
        state.withLock(\.receive)?.value(.waiting(until: next))
    }

    /// Whether the store's engine has replaced the engine with this link.
    var isOver: Bool {
        get { state.withLock(\.isOver) }
        set { state.withLock { $0.isOver = newValue } }
    }
}

extension Client {
    /// Runs a closure with the engine, or with the error if the client is closed or refused.
    ///
    /// While the store is being opened, the closure waits behind earlier ones.
    package func perform(_ body: @escaping @Sendable (Result<Engine, WebcomError>) -> Void) {
        let engine = life.withLock { life -> Result<Engine, WebcomError>? in
            switch life.access {
            case .open: return .success(life.engine)
            case .refused(let error): return .failure(error)
            case .waiting:
                life.waiting.append(body)
                return nil
            }
        }
        guard let engine else { return }
        body(engine)
        // The client was closed meanwhile: the engine completes what came too late.
        if isClosed, case .success(let engine) = engine { engine.release() }
    }

    // MARK: Opening the store

    /// Notes that a thread is opening the store; returns `false` if the client was closed.
    func beginOpening() -> Bool {
        life.withLock { life in
            guard case .no = life.closing else { return false }
            life.isOpening = true
            return true
        }
    }

    /// Starts with the data of the store, and runs the waiting operations.
    func start(with cache: OfflineData) {
        let engine = makeEngine(link, cache.start(failed: restoredFailure), { false })
        storeLink.isOver = true
        let (old, isClosed) = life.withLock { life -> (Engine, Bool) in
            life.isOpening = false
            guard case .no = life.closing else { return (engine, true) }
            defer { life.engine = engine }
            life.store = cache.journal
            if case .refused = life.access { life.access = .waiting }
            return (life.engine, false)
        }
        if isClosed {
            cache.journal?.close { self.openingEnded() }
            return
        }
        begin(cache, engine, connects: old.isConnectionEnabled)
        while true {
            let bodies = life.withLock { life in
                let bodies = life.takeWaiting()
                if bodies.isEmpty, case .waiting = life.access { life.access = .open }
                return bodies
            }
            if bodies.isEmpty { return }
            for body in bodies { body(.success(engine)) }
        }
    }

    /// Fails all operations because the store cannot be opened.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - next: The time of the next attempt, in milliseconds since the Unix epoch; `nil` to give up.
    func refuse(_ error: WebcomError, next: Double?) {
        let bodies = life.withLock { life in
            life.isOpening = false
            let bodies = life.takeWaiting()
            if case .no = life.closing { life.access = .refused(error) }
            return bodies
        }
        for body in bodies { body(.failure(error)) }
        if let next {
            storeLink.fail(because: error.message, next: next)
        } else {
            deliveryQueue(nil).post { self.diagnose(error) }
        }
        openingEnded()
    }

    /// Fails the operations that still wait until an earlier client has closed the files.
    func stopWaiting(_ error: WebcomError, next: Double) {
        let waits = life.withLock { life in
            guard case .waiting = life.access, !life.isOpening else { return false }
            return true
        }
        if waits { refuse(error, next: next) }
    }

    private func openingEnded() {
        let finish = life.withLock { life in
            defer { life.whenOpened = nil }
            return life.whenOpened
        }
        finish?()
    }

    // MARK: Closing

    /// Ends all subscriptions and operations, stops the connection, and closes the files.
    ///
    /// - Parameters:
    ///   - lastly: Runs a last step, and then the closure passed to it; only the first call's is used.
    ///   - completion: Called when closing is done, whether this call or an earlier one started it.
    func close(
        lastly: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        _ completion: @escaping @Sendable () -> Void
    ) {
        enum Step {
            case begin(Engine, [ClientLife.Body])
            case wait
            case complete
        }
        let step = life.withLock { life -> Step in
            switch life.closing {
            case .no:
                life.closing = .running([completion])
                let bodies = life.takeWaiting()
                life.access = .refused(.closed)
                return .begin(life.engine, bodies)
            case .running(let completions):
                life.closing = .running(completions + [completion])
                return .wait
            case .done: return .complete
            }
        }
        switch step {
        case .wait: break
        case .complete: completion()
        case .begin(let engine, let bodies):
            isClosed = true
            for body in bodies { body(.failure(.closed)) }
            endTokens()
            let finish = { @Sendable [self] in closeStore { lastly { self.finishClosing() } } }
            // The last registration to end: by then all earlier work is done, including writes to the store.
            let sink = Engine.Sink(deliveryQueue: nil) { _ in
            } ended: { _ in
                finish()
            }
            _ = engine.listen(to: Query(path: Path.root.child(.info), window: .all), interest: [], sink: sink)
            engine.release()
        }
    }

    private func closeStore(_ completion: @escaping @Sendable () -> Void) {
        // An engine without connection and data replaces the old one.
        storeLink.isOver = true
        let empty = makeEngine(StoreLink(), nil, { true })
        let (store, isOpening, _) = life.withLock { life -> (OfflineJournal?, Bool, Engine) in
            defer { life.engine = empty }
            if life.isOpening { life.whenOpened = completion }
            return (life.store, life.isOpening, life.engine)
        }
        if isOpening { return }
        if let store { store.close(completion) } else { completion() }
    }

    private func finishClosing() {
        let completions = life.withLock { life -> [@Sendable () -> Void] in
            defer { life.closing = .done }
            guard case .running(let completions) = life.closing else { return [] }
            return completions
        }
        endObservers()
        for completion in completions { completion() }
    }
}

extension WebcomError {
    /// The error of operations after an application was closed.
    fileprivate static let closed = WebcomError(
        .released, "The application was closed with close(); make a new one to go on.")
}
