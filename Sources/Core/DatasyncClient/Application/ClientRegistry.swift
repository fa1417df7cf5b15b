import DatasyncBackend
import DatasyncConcurrency
import DatasyncTree
import DatasyncWebSocket
import DatasyncWire
import Dispatch
import Foundation

/// The clients and embedded back ends of this process by application identifier.
///
/// The registry is the only process-wide state; it exists so that handles made by name share a client. A named client lives
/// until its last handle, subscription and pending write are released. A back end in memory lives as long as the process,
/// because its data outlive its clients.
package final class ClientRegistry: Sendable {
    package static let shared = ClientRegistry()

    private struct State: Sendable {
        var clients: [String: WeakReference<Client>] = [:]
        var backends: [String: EmbeddedBackend] = [:]
        /// The journals, by the path of their directory.
        var journals: [String: Journal] = [:]
        var defaultConfiguration: ApplicationOwned<WebcomConfiguration>?
        var defaultApplication: WebcomApplication?
    }

    /// The journal in a directory, and the back ends of its namespaces.
    private struct Journal: Sendable {
        let log: StoredLog
        let clock: SettableClock
        var backends: [String: EmbeddedBackend] = [:]
        /// The clients that use the journal, until they are closed.
        var clients: [WeakReference<Client>] = []
    }

    private let state = Guarded(State())
    private let stores: OfflineStores
    private let runLater: OfflineJournal.Timer

    /// Makes a registry without clients.
    ///
    /// - Parameter runLater: Runs the next attempt to open a directory after a number of seconds.
    init(runLater: @escaping OfflineJournal.Timer = SystemExecutor.runLater) {
        stores = OfflineStores(runLater: runLater)
        self.runLater = runLater
    }

    /// Returns the shared client of an identifier, and makes it on first use.
    ///
    /// A new client gets the default application's configuration if the identifiers are equal; otherwise it is embedded.
    package func client(named identifier: String) -> Client {
        let configuration = defaultConfiguration
        return client(
            configuration.identifier == identifier ? configuration : WebcomConfiguration(identifier: identifier))
    }

    private var defaultConfiguration: WebcomConfiguration {
        state.withLock(\.defaultConfiguration)?.value ?? .fromEnvironment()
    }

    /// Returns the shared client of a configuration's identifier, and makes it with the configuration if necessary.
    ///
    /// One thread opens the offline store of a new client. Operations of other threads wait for it; the threads do not.
    func client(_ configuration: WebcomConfiguration) -> Client {
        let identifier = configuration.identifier
        let present = state.withLock { $0.clients[identifier]?.object }
        if let present, !present.isClosed { return present }
        let made = connect(configuration, outlivesHandles: true)
        // If another thread registered a client first, that one is shared and this one is released unused. Reading a weak
        // reference retains the client. It is released outside the lock, as its deinit calls observers.
        let (client, _) = state.withLock { state -> (Client, [Client]) in
            let living = state.clients.compactMapValues(\.object)
            let registered = living[identifier].flatMap { $0.isClosed ? nil : $0 }
            let client = registered ?? made
            state.clients = living.mapValues { WeakReference($0) }
            state.clients[identifier] = WeakReference(client)
            return (client, Array(living.values))
        }
        if client === made { openStore(of: made, configuration) }
        return client
    }

    /// Makes a client that is not shared.
    func makeClient(_ configuration: WebcomConfiguration, outlivesHandles: Bool) -> Client {
        let client = connect(configuration, outlivesHandles: outlivesHandles)
        openStore(of: client, configuration)
        return client
    }

    private func openStore(of client: Client, _ configuration: WebcomConfiguration) {
        if client.refusal == nil { stores.open(configuration, for: client) }
    }

    /// Makes a client; its offline store is not open yet.
    private func connect(_ configuration: WebcomConfiguration, outlivesHandles: Bool) -> Client {
        let (identifier, refusal) = (configuration.identifier, configuration.refusal)
        if let refusal {
            return refusedClient(configuration, refusal, outlivesHandles: outlivesHandles)
        }
        let backend: EmbeddedBackend
        switch configuration.platform.kind {
        case .embedded, .unknown: backend = self.backend(identifier)
        case .backend(let given): backend = given
        case .directory(let directory):
            do throws(WebcomError) {
                backend = try self.backend(identifier, at: directory)
            } catch {
                return refusedClient(configuration, error, outlivesHandles: outlivesHandles)
            }
        case .transport(let transport):
            return makeClient(configuration, over: transport, outlivesHandles: outlivesHandles)
        case .server(let url, let path):
            // The refusal above already covers an invalid address, and a build without a transport.
            if let transport = (try? ServerAddress(url: url, namespace: identifier, path: path))?.transport {
                return makeClient(configuration, over: transport, outlivesHandles: outlivesHandles)
            }
            backend = self.backend(identifier)
        }
        let port = backend.makePort()
        // A stored back end ends connections when it cannot open or write its directory.
        let link: any Link =
            backend.isStored ? ReconnectingLink(port.link, policy: configuration.reconnection) : port.link
        let client = makeClient(configuration, over: link, port: port, outlivesHandles: outlivesHandles)
        enterDirectory(client)
        return client
    }

    private func refusedClient(
        _ configuration: WebcomConfiguration, _ refusal: WebcomError, outlivesHandles: Bool
    ) -> Client {
        Client(
            identifier: configuration.identifier, link: RefusedLink(), platform: configuration.platform,
            refusal: refusal, diagnostics: configuration.diagnostics, outlivesHandles: outlivesHandles)
    }

    private func makeClient(
        _ configuration: WebcomConfiguration, over transport: any Transport, outlivesHandles: Bool
    ) -> Client {
        let loading = LoadingMonitor()
        let link = ReconnectingLink(TransportLink(transport, loading: loading), policy: configuration.reconnection)
        return makeClient(configuration, over: link, loading: loading, outlivesHandles: outlivesHandles)
    }

    private func makeClient(
        _ configuration: WebcomConfiguration, over link: any Link, port: EmbeddedBackend.Port? = nil,
        loading: LoadingMonitor = LoadingMonitor(), outlivesHandles: Bool
    ) -> Client {
        let mode = configuration.cacheMode
        let (cache, later): (OfflineData, CacheMode?) =
            if case .automatic = mode { (OfflineData(), mode) } else { (OfflineData(inMemory: mode), nil) }
        return Client(
            identifier: configuration.identifier, link: link, platform: configuration.platform, port: port,
            cache: cache, later: later, cacheSharing: configuration.cacheSharing,
            diagnostics: configuration.diagnostics,
            restoredWriteFailed: configuration.restoredWriteFailed, outlivesHandles: outlivesHandles, loading: loading,
            executor: SystemExecutor.run)
    }

    // MARK: Closing

    /// Closes a client, its offline store, and its back end's journal if no other client uses the journal.
    func close(_ client: Client, _ completion: @escaping @Sendable () -> Void) {
        client.close(
            lastly: { [self, weak client] finish in
                if let client { leaveDirectory(client, finish) } else { finish() }
            }, completion)
    }

    private func enterDirectory(_ client: Client) {
        guard case .directory(let directory) = client.platform.kind else { return }
        // The living clients are released outside the lock.
        _ = state.withLock { state -> [Client] in
            let living = state.journals[directory.path]?.clients.compactMap(\.object) ?? []
            state.journals[directory.path]?.clients = (living + [client]).map { WeakReference($0) }
            return living
        }
    }

    private func leaveDirectory(_ client: Client, _ completion: @escaping @Sendable () -> Void) {
        guard case .directory(let directory) = client.platform.kind else { return completion() }
        let (journal, _) = state.withLock { state -> (Journal?, [Client]) in
            let living = state.journals[directory.path]?.clients.compactMap(\.object) ?? []
            let others = living.filter { $0 !== client }
            state.journals[directory.path]?.clients = others.map { WeakReference($0) }
            return (others.isEmpty ? state.journals.removeValue(forKey: directory.path) : nil, living)
        }
        guard let journal else { return completion() }
        Task {
            for backend in journal.backends.values { await backend.close() }
            completion()
        }
    }

    /// Returns the embedded back end of an identifier, and makes it on first use.
    package func backend(_ identifier: String) -> EmbeddedBackend {
        state.withLock { state in
            if let backend = state.backends[identifier] { return backend }
            let backend = EmbeddedBackend()
            state.backends[identifier] = backend
            return backend
        }
    }

    /// Returns the back end of an identifier in a directory; starts to open it on first use.
    private func backend(_ identifier: String, at directory: URL) throws(WebcomError) -> EmbeddedBackend {
        let (backend, isNew) = try state.withLock { state throws(WebcomError) -> (EmbeddedBackend, Bool) in
            let path = directory.path
            let clock = SettableClock(following: SystemClock.milliseconds)
            var journal =
                state.journals[path]
                ?? Journal(log: StoredLog(directory: directory, clock: clock, diagnostics: Self.report), clock: clock)
            if let backend = journal.backends[identifier] { return (backend, false) }
            let backend = try EmbeddedBackend(
                storedIn: journal.log, namespace: identifier, clock: journal.clock, diagnostics: Self.report)
            journal.backends[identifier] = backend
            state.journals[path] = journal
            return (backend, true)
        }
        // A failure ends the connections of the clients, which report it.
        if isNew { backend.keepStarting(runLater) }
        return backend
    }

    @Sendable private static func report(_ message: String) {
        StandardError.write("datasync: \(message)\n")
    }

    /// Sets the configuration for the default application and for handles made with its identifier.
    ///
    /// The first call decides: if several threads pass different configurations, only one of them is used. A conflict with an
    /// earlier call, the default application in use or a client of that identifier is reported.
    ///
    /// - Returns: Whether the default application will have the configuration.
    func setDefault(_ configuration: WebcomConfiguration) -> Bool {
        let new = ApplicationOwned(configuration)
        // The other configuration and the reference to the client in use are released outside the lock.
        let (inUse, earlier, applies) = state.withLock {
            state -> (Client?, ApplicationOwned<WebcomConfiguration>?, Bool) in
            let present = state.defaultApplication
            let isClosed = present?.client.isClosed ?? false
            let inUse = isClosed ? nil : present?.client ?? state.clients[configuration.identifier]?.object
            let earlier = state.defaultConfiguration
            if let inUse, !inUse.agrees(with: configuration) { return (inUse, nil, false) }
            if let earlier, !isClosed, !earlier.value.agrees(with: configuration) { return (nil, earlier, false) }
            state.defaultConfiguration = new
            return (inUse, earlier, present == nil || isClosed)
        }
        if let inUse, !inUse.agrees(with: configuration) {
            inUse.diagnose(.conflict(inUse.configuration, configuration))
        } else if let earlier, !earlier.value.agrees(with: configuration) {
            let error = WebcomError.conflict(earlier.value, configuration)
            if let diagnostics = configuration.diagnostics { diagnostics(error) } else { Self.report("\(error)") }
        }
        return applies
    }

    var defaultApplication: WebcomApplication {
        let present = state.withLock(\.defaultApplication)
        if let present, !present.client.isClosed { return present }
        let made = WebcomApplication(client: client(defaultConfiguration))
        // A closed application is released outside the lock.
        let (application, _) = state.withLock { state -> (WebcomApplication, WebcomApplication?) in
            let present = state.defaultApplication
            if let present, !present.client.isClosed { return (present, nil) }
            state.defaultApplication = made
            return (made, present)
        }
        return application
    }
}

/// The link of a client whose configuration is invalid: its connections never open.
private struct RefusedLink: Link {
    private struct Connection: LinkConnection {
        func send(_ message: ClientMessage) {}
        func close() {}
    }

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection { Connection() }
}

extension Client {
    /// Returns whether another configuration has this client's identifier, platform and cache mode.
    fileprivate func agrees(with other: WebcomConfiguration) -> Bool { configuration.agrees(with: other) }

    fileprivate var configuration: WebcomConfiguration {
        var configuration = WebcomConfiguration(identifier: identifier, platform: platform)
        configuration.cacheMode = cacheMode
        return configuration
    }
}

extension WebcomConfiguration {
    /// Returns whether both configurations have the same identifier, platform and cache mode.
    fileprivate func agrees(with other: WebcomConfiguration) -> Bool {
        identifier == other.identifier && platform.isSame(as: other.platform) && cacheMode == other.cacheMode
    }
}

extension WebcomError {
    fileprivate static func conflict(_ present: WebcomConfiguration, _ other: WebcomConfiguration) -> WebcomError {
        WebcomError(
            .invalidConfiguration,
            "The default application cannot become \(other), as \(present) is in use; call Webcom.setDefault once, before "
                + "the first handle of that name and before Webcom.defaultApplication, or use one configuration for both."
        )
    }
}
