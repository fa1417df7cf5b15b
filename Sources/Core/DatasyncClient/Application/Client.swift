package import DatasyncConcurrency
package import DatasyncEngine
package import DatasyncPromise
package import DatasyncWire
package import Dispatch
import Synchronization

/// One client of an application: its engine, delivery queues, diagnostics and retained subscriptions.
///
/// All handles of a named application share one client.
package final class Client: Sendable {
    package typealias Diagnostics = @Sendable (WebcomError) -> Void

    private struct Settings: Sendable {
        var defaultQueue = DispatchQueue.main
        /// The closure of the application; without it, messages are printed.
        var diagnostics: ApplicationOwned<Diagnostics>?
        var restoredWriteFailed: ApplicationOwned<@Sendable (RestoredWriteFailure) -> Void>?
        /// The delivery queues in use, by dispatch queue.
        var deliveryQueues: [QueueIdentity: WeakReference<DeliveryQueue>] = [:]
        var hasReportedMainQueue = false
    }

    /// A weak back-reference to the client; the engine is created first.
    private final class SelfReference: Sendable {
        private let guarded = Guarded(WeakReference<Client>())

        var client: Client? {
            get { guarded.withLock(\.object) }
            set { guarded.withLock { $0.object = newValue } }
        }
    }

    package let identifier: String
    package let platform: WebcomConfiguration.Platform
    /// The port of the embedded back end that the client connects to; `nil` over a transport.
    package let port: EmbeddedBackend.Port?
    /// The link to the back end.
    let link: any Link
    /// The link of the engine until the offline store is open.
    let storeLink = StoreLink()
    /// Makes an engine over a link, with the offline store's data; the closure says whether its status is hidden.
    let makeEngine: @Sendable (any Link, OfflineStart?, @escaping @Sendable () -> Bool) -> Engine
    let life: Guarded<ClientLife>
    private let closed = Atomic(false)
    /// Whether operations retain the client until the back end responds.
    let outlivesHandles: Bool
    /// The error of every operation and subscription if the configuration is invalid; otherwise `nil`.
    package let refusal: WebcomError?
    /// The subscriptions that the client retains.
    package let listeners = ListenerTable()
    /// The losses in encoding that the client has reported.
    let reportedLosses = ReportedLosses()
    /// The client's cache mode.
    let cacheMode: CacheMode
    /// The text that the application saved last.
    let savedCache = Guarded<String?>(nil)
    private let settings: Guarded<Settings>
    /// Runs the diagnostics closure, one call at a time; without it, the reporting thread does.
    private let reports: WorkQueue?
    private let me = SelfReference()
    /// The observers of the connection status and of the user; the engine refers to them, not to the client.
    private let connectionObservers: StatusObservers<ConnectionStatus>
    private let signInObservers: StatusObservers<SignInStatus>
    private let writeObservers: StatusObservers<Int>
    /// The progress of a message that arrives in several frames.
    package let loading: LoadingMonitor
    /// The token source of the current sign-in, if it has one.
    private let tokenSource = Guarded<(signIn: Int, source: TokenSource?)>((signIn: 0, source: nil))

    /// Makes a client and connects it, unless there is a refusal.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the application.
    ///   - link: The link to the back end.
    ///   - platform: The platform of the application.
    ///   - port: The port of the link if the back end is embedded.
    ///   - refusal: The error of an invalid configuration. The client then never connects, and the error is posted to the
    ///     diagnostics on the default queue, so that the application can set its diagnostics first.
    ///   - cache: The data that the client begins with.
    ///   - later: The cache mode of a client that gets its data later, with `start(with:)`.
    ///   - cacheSharing: Whether all users share the cached data.
    ///   - diagnostics: The closure for errors; `nil` prints to standard error.
    ///   - restoredWriteFailed: The closure for restored writes that fail; `nil` uses the diagnostics.
    ///   - outlivesHandles: Whether operations retain the client until the back end responds.
    ///   - loading: The progress of long messages.
    ///   - clock: The time in milliseconds since the Unix epoch.
    ///   - random: The source of random bits.
    ///   - executor: Runs the effects that a call leaves; without it, the call runs them all, and calls the diagnostics.
    package init(
        identifier: String, link: any Link, platform: WebcomConfiguration.Platform = .embedded,
        port: EmbeddedBackend.Port? = nil,
        refusal: WebcomError? = nil, cache: OfflineData = OfflineData(), later: CacheMode? = nil,
        cacheSharing: CacheSharing = .perUser,
        diagnostics: Diagnostics? = nil,
        restoredWriteFailed: (@Sendable (RestoredWriteFailure) -> Void)? = nil, outlivesHandles: Bool,
        loading: LoadingMonitor = LoadingMonitor(),
        clock: @escaping @Sendable () -> Double = SystemClock.milliseconds,
        random: @escaping @Sendable () -> UInt64 = SystemClock.randomBits, executor: Executor? = nil
    ) {
        self.identifier = identifier
        self.platform = platform
        self.port = port
        self.link = link
        self.refusal = refusal
        self.loading = loading
        self.outlivesHandles = outlivesHandles
        cacheMode = later ?? cache.mode
        reports = executor == nil ? nil : WorkQueue(label: "datasync.diagnostics")
        let (connectionObservers, signInObservers, writeObservers) = (
            StatusObservers<ConnectionStatus>(), StatusObservers<SignInStatus>(), StatusObservers<Int>()
        )
        self.connectionObservers = connectionObservers
        self.signInObservers = signInObservers
        self.writeObservers = writeObservers
        settings = Guarded(
            Settings(
                diagnostics: diagnostics.map { ApplicationOwned($0) },
                restoredWriteFailed: restoredWriteFailed.map { ApplicationOwned($0) }))
        let me = me
        let client: @Sendable () -> Engine.Owner? = {
            guard let client = me.client else { return nil }
            return client
        }
        let owner = outlivesHandles ? client : nil
        makeEngine = { link, offline, isHidden in
            Engine(
                link: link, clock: clock, random: random, executor: executor, offline: offline,
                sharesCaches: cacheSharing == .shared, owner: owner,
                connectionChanged: { if !isHidden() { connectionObservers.notify($0) } },
                signInChanged: { if !isHidden() { signInObservers.notify($0) } },
                pendingWritesChanged: { if !isHidden() { writeObservers.notify($0) } },
                diagnose: { me.client?.diagnose(WebcomError($0)) })
        }
        let engine =
            if later == nil {
                makeEngine(link, cache.start { Self.report($0, to: me) }, { false })
            } else {
                makeEngine(storeLink, nil, { [storeLink] in storeLink.isOver })
            }
        let access: ClientLife.Access = later != nil ? .waiting : refusal.map { .refused($0) } ?? .open
        life = Guarded(ClientLife(engine: engine, access: access))
        me.client = self
        if let refusal {
            deliveryQueue(nil).post { self.diagnose(refusal) }
        } else if later != nil {
            engine.enableConnection(true)
        } else {
            begin(cache, engine, connects: true)
        }
    }

    /// Connects an engine that has the data of a cache, and reports the problems of the cache.
    func begin(_ cache: OfflineData, _ engine: Engine, connects: Bool) {
        cache.journal?.start { [weak engine] in engine?.storeAll() }
        if !writeObservers.isEmpty { engine.reportPendingWrites() }
        if cache.mode != .no {
            // On the default queue, so that the application can set its closures first.
            let (messages, me) = (cache.messages, me)
            deliveryQueue(nil).post { messages.deliver { me.client?.diagnose($0) } }
        }
        // Also without a connection: the call executes what restoring the store has caused.
        engine.enableConnection(connects)
    }

    /// The closure for restored writes that fail.
    var restoredFailure: @Sendable (RestoredWriteFailure) -> Void {
        { [me] failure in Self.report(failure, to: me) }
    }

    /// Reports a failure on the default queue, so that the application can set its closure first.
    private static func report(_ failure: RestoredWriteFailure, to me: SelfReference) {
        me.client?.deliveryQueue(nil).post { me.client?.report(failure) }
    }

    deinit {
        for body in life.withLock({ $0.takeWaiting() }) { body(.failure(.released)) }
        endObservers()
        endTokens()
    }

    func endObservers() {
        connectionObservers.end()
        signInObservers.end()
        writeObservers.end()
        loading.end()
    }

    func endTokens() { tokenSource.withLock { $0.source.take() }?.stop() }

    /// The engine; opening the offline store replaces it, and so does closing the client.
    package var engine: Engine { life.withLock(\.engine) }

    /// Whether the client is closed or closing.
    var isClosed: Bool {
        get { closed.load(ordering: .acquiring) }
        set { closed.store(newValue, ordering: .releasing) }
    }

    /// The queue for callbacks that name no queue.
    package var defaultQueue: DispatchQueue {
        get { settings.withLock(\.defaultQueue) }
        set {
            // The application may own the old queue, so it is released outside the lock.
            _ = settings.withLock { settings in
                let old = settings.defaultQueue
                settings.defaultQueue = newValue
                return old
            }
        }
    }

    /// Reports an error to the diagnostics, after earlier errors.
    ///
    /// A closure of the application runs on a thread of its own: nothing waits for it, and it may wait for any other thread.
    package var diagnose: Diagnostics {
        guard let closure = settings.withLock(\.diagnostics)?.value else { return Self.printDiagnostic }
        return reports?.posting(closure) ?? closure
    }

    /// Returns once the diagnostics were called for all earlier errors; for tests.
    package func waitForReports() { reports?.wait() }

    /// The closure that receives misuse, and failures that nothing else reports.
    package var diagnostics: Diagnostics {
        get { settings.withLock(\.diagnostics)?.value ?? Self.printDiagnostic }
        set {
            let new = ApplicationOwned(newValue)
            _ = settings.withLock { settings in
                let old = settings.diagnostics
                settings.diagnostics = new
                return old
            }
        }
    }

    /// Called for writes of an earlier process that failed; the diagnostics if `nil`.
    var restoredWriteFailed: (@Sendable (RestoredWriteFailure) -> Void)? {
        get { settings.withLock(\.restoredWriteFailed)?.value }
        set {
            let new = newValue.map { ApplicationOwned($0) }
            _ = settings.withLock { settings in
                let old = settings.restoredWriteFailed
                settings.restoredWriteFailed = new
                return old
            }
        }
    }

    private func report(_ failure: RestoredWriteFailure) {
        if let restoredWriteFailed { restoredWriteFailed(failure) } else { diagnose(failure.error) }
    }

    /// Returns the delivery queue of a dispatch queue, or of the default queue for `nil`.
    package func deliveryQueue(_ queue: DispatchQueue?) -> DeliveryQueue {
        // Reading a weak reference retains the object, so every object read under the lock is returned and released outside it.
        let (deliveryQueue, _) = settings.withLock { settings -> (DeliveryQueue, [DeliveryQueue]) in
            let queue = queue ?? settings.defaultQueue
            let identity = QueueIdentity(queue)
            if let present = settings.deliveryQueues[identity]?.object { return (present, []) }
            let living = settings.deliveryQueues.compactMapValues(\.object)
            let made = DeliveryQueue(queue: queue) { [weak self] count in
                self?.diagnose(.backlog(count, on: queue.label))
            }
            settings.deliveryQueues = living.mapValues { WeakReference($0) }
            settings.deliveryQueues[identity] = WeakReference(made)
            return (made, Array(living.values))
        }
        return deliveryQueue
    }

    /// Returns the main queue, for a closure without a queue.
    ///
    /// If the default queue is another queue, it does not apply to such closures: this is reported to the diagnostics once. In
    /// a process that does not run its main queue, such closures are never called.
    ///
    /// - Parameter preferred: The default queue in force, such as a manager's; the client's if `nil`.
    /// - Returns: The main queue.
    package func mainQueue(insteadOf preferred: DispatchQueue? = nil) -> DispatchQueue {
        let preferred = preferred ?? defaultQueue
        guard QueueIdentity(preferred) != QueueIdentity(.main) else { return .main }
        let isFirst = settings.withLock { settings in
            defer { settings.hasReportedMainQueue = true }
            return !settings.hasReportedMainQueue
        }
        if isFirst { diagnose(.mainQueue(insteadOf: preferred.label)) }
        return .main
    }

    /// Returns the context for promises of this client's operations, which delivers them in order with its events.
    ///
    /// - Parameter preferred: The default queue in force; the client's if `nil`.
    /// - Returns: The context.
    package func promiseContext(_ preferred: DispatchQueue? = nil) -> PromiseContext {
        PromiseContext { [weak self] queue in
            self?.deliveryQueue(queue) ?? DeliveryQueue(queue: queue)
        } usesMainQueue: { [weak self] in
            _ = self?.mainQueue(insteadOf: preferred)
        } cauterized: { [weak self] error in
            self?.diagnose(rejection: error, on: preferred)
        }
    }

    /// Reports the error of a promise that nobody handles, in order with the client's events, unless its code is `cancelled`.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - queue: The default queue of the promise; the client's if `nil`.
    func diagnose(rejection error: any Error, on queue: DispatchQueue?) {
        let error = WebcomError(of: error)
        guard error.code != .cancelled else { return }
        deliveryQueue(queue).post { [self] in diagnose(error) }
    }

    /// Observes the connection status until the returned closure is called, starting with the current status.
    ///
    /// - Parameters:
    ///   - observer: Called with each new status.
    ///   - ended: Called when the client is closed or released.
    /// - Returns: A closure that removes the observer.
    package func observeConnection(
        _ observer: @escaping @Sendable (ConnectionStatus) -> Void, ended: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () -> Void {
        let number = connectionObservers.add(changed: observer, ended: ended)
        // The engine delivers the current status in order with the changes.
        engine.announceConnection()
        return { [connectionObservers] in connectionObservers.remove(number) }
    }

    /// Observes the status of the user until the returned closure is called, starting with the current status.
    ///
    /// - Parameters:
    ///   - observer: Called with each new status.
    ///   - ended: Called when the client is closed or released.
    /// - Returns: A closure that removes the observer.
    package func observeSignIn(
        _ observer: @escaping @Sendable (SignInStatus) -> Void, ended: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () -> Void {
        let number = signInObservers.add(changed: observer, ended: ended)
        engine.announceSignIn()
        return { [signInObservers] in signInObservers.remove(number) }
    }

    /// Observes the number of pending writes until the returned closure is called, starting with the current number.
    ///
    /// - Parameters:
    ///   - observer: Called with each new number.
    ///   - ended: Called when the client is closed or released.
    /// - Returns: A closure that removes the observer.
    package func observePendingWrites(
        _ observer: @escaping @Sendable (Int) -> Void, ended: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () -> Void {
        let number = writeObservers.add(changed: observer, ended: ended)
        engine.reportPendingWrites()
        return { [writeObservers] in writeObservers.remove(number) }
    }

    /// Replaces the token source when a later sign-in starts, and ends the old source.
    ///
    /// Threads may call this in a different order than they signed in: the source of the earlier sign-in is ended.
    func replaceTokenSource(_ source: TokenSource?, of signIn: Int) {
        let superseded = tokenSource.withLock { present in
            guard signIn > present.signIn else { return signIn == present.signIn ? nil : source }
            defer { present = (signIn, source) }
            return present.source
        }
        superseded?.stop()
    }

    @Sendable private static func printDiagnostic(_ error: WebcomError) {
        StandardError.write("datasync: \(error)\n")
    }
}

extension WebcomError {
    fileprivate static func backlog(_ count: Int, on label: String) -> WebcomError {
        WebcomError(
            .overflow,
            "\(count) events and completions wait for the queue \"\(label)\", which does not run or is too slow; run it (for the "
                + "main queue: dispatchMain(), a run loop or an async main), or name another queue.")
    }

    fileprivate static func mainQueue(insteadOf label: String) -> WebcomError {
        WebcomError(
            .unavailable,
            "A closure without `queue:` runs on the main queue, not on the default queue \"\(label)\"; keep the main queue "
                + "running, or pass `queue: nil` for the default queue.")
    }
}
