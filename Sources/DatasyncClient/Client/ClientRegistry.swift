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
/// until its last handle, subscription and pending write are released. An embedded back end lives as long as the process,
/// because its data outlive its clients.
package final class ClientRegistry: Sendable {
    package static let shared = ClientRegistry()

    private struct State: Sendable {
        var clients: [String: WeakClient] = [:]
        var backends: [String: EmbeddedBackend] = [:]
        /// The journals by the path of their directory.
        var journals: [String: Journal] = [:]
        /// The identifiers whose client, with an offline store, is being made.
        var making: [String: DispatchGroup] = [:]
        /// The open offline stores, by the path of their directory.
        var offlineStores: [String: OpenStore] = [:]
        var defaultConfiguration: ApplicationOwned<WebcomConfiguration>?
        var defaultApplication: WebcomApplication?
    }

    /// The journal in a directory, and the back ends of its namespaces.
    private struct Journal: Sendable {
        let log: StoredLog
        let clock: SettableClock
        var backends: [String: EmbeddedBackend] = [:]
    }

    /// An offline store that is not closed yet.
    private struct OpenStore: Sendable {
        /// Ends when the files are closed.
        let group: DispatchGroup
        /// The client of the store; `nil` after it was released, while its last effects are executed.
        var client = WeakClient()
        /// Whether the client is being made.
        var isNew = true
    }

    private struct WeakClient: Sendable {
        weak var client: Client?
    }

    private let state = Guarded(State())

    /// Returns the shared client of an identifier; makes it on first use.
    ///
    /// A new client has the configuration of the default application if the identifiers are equal; otherwise it is embedded.
    package func client(named identifier: String) -> Client {
        let configuration = defaultConfiguration
        return client(
            configuration.identifier == identifier ? configuration : WebcomConfiguration(identifier: identifier))
    }

    private var defaultConfiguration: WebcomConfiguration {
        state.withLock(\.defaultConfiguration)?.value ?? .fromEnvironment()
    }

    /// Returns the shared client of a configuration's identifier; makes it with the configuration if necessary.
    func client(_ configuration: WebcomConfiguration) -> Client {
        if let client = present(configuration.identifier) { return client }
        guard case .automatic = configuration.cacheMode else { return makeShared(configuration) }
        // Only one client can open the store: other threads wait for it, at most ten seconds.
        let group = DispatchGroup()
        group.enter()
        let other = state.withLock { state -> DispatchGroup? in
            if let other = state.making[configuration.identifier] { return other }
            state.making[configuration.identifier] = group
            return nil
        }
        defer { group.leave() }
        if let other {
            _ = other.wait(timeout: .now() + 10)
            return present(configuration.identifier) ?? makeShared(configuration)
        }
        defer { state.withLock { $0.making[configuration.identifier] = nil } }
        return present(configuration.identifier) ?? makeShared(configuration)
    }

    private func present(_ identifier: String) -> Client? { state.withLock { $0.clients[identifier]?.client } }

    private func makeShared(_ configuration: WebcomConfiguration) -> Client {
        let made = makeClient(configuration, outlivesHandles: true)
        // If another thread registered a client first, that one is shared and this one is released unused.
        // Reading a weak reference retains the client. It is released outside the lock, as its deinit calls observers.
        let (client, _) = state.withLock { state -> (Client, [Client]) in
            let living = state.clients.compactMapValues(\.client)
            let client = living[configuration.identifier] ?? made
            state.clients = living.mapValues { WeakClient(client: $0) }
            state.clients[configuration.identifier] = WeakClient(client: client)
            return (client, Array(living.values))
        }
        return client
    }

    /// Makes a client that is not shared.
    func makeClient(_ configuration: WebcomConfiguration, outlivesHandles: Bool) -> Client {
        let client = connect(configuration, outlivesHandles: outlivesHandles)
        if client.cacheMode != .no { setClient(client, ofStoreFor: client.cacheMode) }
        return client
    }

    private func connect(_ configuration: WebcomConfiguration, outlivesHandles: Bool) -> Client {
        let (identifier, refusal) = (configuration.identifier, configuration.refusal)
        if let refusal {
            return refusedClient(configuration, refusal, outlivesHandles: outlivesHandles)
        }
        let cache: OfflineData
        do throws(WebcomError) {
            cache = try offlineData(configuration)
        } catch {
            return refusedClient(configuration, error, outlivesHandles: outlivesHandles)
        }
        let port: EmbeddedBackend.Port
        switch configuration.platform.kind {
        case .embedded: port = backend(identifier).makePort()
        case .backend(let backend): port = backend.makePort()
        case .directory(let directory):
            do throws(WebcomError) {
                port = try backend(identifier, at: directory).makePort()
            } catch {
                cache.journal?.close()
                return refusedClient(configuration, error, outlivesHandles: outlivesHandles)
            }
        case .unknown: port = backend(identifier).makePort()
        case .transport(let transport):
            return makeClient(configuration, over: transport, cache, outlivesHandles: outlivesHandles)
        case .server(let url, let path):
            #if WebSocket
                // The address was checked for the refusal above.
                if let address = try? ServerAddress(url: url, namespace: identifier, path: path) {
                    let transport = WebSocketTransport(address)
                    return makeClient(configuration, over: transport, cache, outlivesHandles: outlivesHandles)
                }
            #endif
            port = backend(identifier).makePort()
        }
        return Client(
            identifier: identifier, link: port.link, platform: configuration.platform, port: port, cache: cache,
            diagnostics: configuration.diagnostics, restoredWriteFailed: configuration.restoredWriteFailed,
            outlivesHandles: outlivesHandles, executor: SystemExecutor.run)
    }

    private func refusedClient(
        _ configuration: WebcomConfiguration, _ refusal: WebcomError, outlivesHandles: Bool
    ) -> Client {
        Client(
            identifier: configuration.identifier, link: RefusedLink(), platform: configuration.platform,
            refusal: refusal, diagnostics: configuration.diagnostics, outlivesHandles: outlivesHandles)
    }

    /// Waits while a released client closes its offline store in a directory, at most ten seconds.
    func waitForStore(at directory: URL) {
        let path = directory.standardizedFileURL.path
        // Reading a weak reference retains the client: it is released outside the lock.
        let (group, _) = state.withLock { state -> (DispatchGroup?, Client?) in
            guard let store = state.offlineStores[path], !store.isNew else { return (nil, nil) }
            let client = store.client.client
            return (client == nil ? store.group : nil, client)
        }
        _ = group?.wait(timeout: .now() + 10)
    }

    /// Reads the data of a cache mode, after a released client has closed the same directory.
    private func offlineData(_ configuration: WebcomConfiguration) throws(WebcomError) -> OfflineData {
        let mode = configuration.cacheMode
        guard case .automatic(let directory, _) = mode else { return try OfflineData(mode) }
        waitForStore(at: directory)
        let path = directory.standardizedFileURL.path
        let group = DispatchGroup()
        let closed: @Sendable () -> Void = { [self] in
            state.withLock { state in
                if state.offlineStores[path]?.group === group { state.offlineStores[path] = nil }
            }
            group.leave()
        }
        let data = try OfflineData(
            mode, binding: StoreBinding(configuration), adopts: configuration.adoptStore, closed: closed)
        group.enter()
        state.withLock { $0.offlineStores[path] = OpenStore(group: group) }
        return data
    }

    /// Records the client of an open offline store.
    private func setClient(_ client: Client, ofStoreFor mode: CacheMode) {
        guard case .automatic(let directory, _) = mode else { return }
        let path = directory.standardizedFileURL.path
        state.withLock { state in
            state.offlineStores[path]?.client = WeakClient(client: client)
            state.offlineStores[path]?.isNew = false
        }
    }

    private func makeClient(
        _ configuration: WebcomConfiguration, over transport: any Transport, _ cache: OfflineData,
        outlivesHandles: Bool
    ) -> Client {
        let loading = LoadingMonitor()
        return Client(
            identifier: configuration.identifier,
            link: ReconnectingLink(TransportLink(transport, loading: loading), policy: configuration.reconnection),
            platform: configuration.platform, cache: cache, diagnostics: configuration.diagnostics,
            restoredWriteFailed: configuration.restoredWriteFailed, outlivesHandles: outlivesHandles, loading: loading,
            executor: SystemExecutor.run)
    }

    /// Returns the embedded back end of an identifier; makes it on first use.
    package func backend(_ identifier: String) -> EmbeddedBackend {
        state.withLock { state in
            if let backend = state.backends[identifier] { return backend }
            let backend = EmbeddedBackend()
            state.backends[identifier] = backend
            return backend
        }
    }

    /// Returns the back end of an identifier in a directory; begins to open it on first use.
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
        if isNew { Task { try? await backend.start() } }
        return backend
    }

    @Sendable private static func report(_ message: String) {
        StandardError.write("datasync: \(message)\n")
    }

    /// Sets the configuration of the default application and of the handles made by the name of its identifier.
    ///
    /// The first call decides, so that of several threads with different configurations only one gets its own. A conflict
    /// with an earlier call, the default application in use or a client of that identifier is reported.
    ///
    /// - Returns: Whether the default application will have the configuration.
    func setDefault(_ configuration: WebcomConfiguration) -> Bool {
        let new = ApplicationOwned(configuration)
        // The other configuration and the reference to the client in use are released outside the lock.
        let (inUse, earlier, applies) = state.withLock {
            state -> (Client?, ApplicationOwned<WebcomConfiguration>?, Bool) in
            let inUse = state.defaultApplication?.client ?? state.clients[configuration.identifier]?.client
            let earlier = state.defaultConfiguration
            if let inUse, !inUse.agrees(with: configuration) { return (inUse, nil, false) }
            if let earlier, !earlier.value.agrees(with: configuration) { return (nil, earlier, false) }
            state.defaultConfiguration = new
            return (inUse, earlier, state.defaultApplication == nil)
        }
        if let inUse, !inUse.agrees(with: configuration) {
            inUse.diagnostics(.conflict(inUse.configuration, configuration))
        } else if let earlier, !earlier.value.agrees(with: configuration) {
            let error = WebcomError.conflict(earlier.value, configuration)
            if let diagnostics = configuration.diagnostics { diagnostics(error) } else { Self.report("\(error)") }
        }
        return applies
    }

    var defaultApplication: WebcomApplication {
        if let application = state.withLock(\.defaultApplication) { return application }
        let made = WebcomApplication(client: client(defaultConfiguration))
        return state.withLock { state in
            if let application = state.defaultApplication { return application }
            state.defaultApplication = made
            return made
        }
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
    /// Returns whether a configuration has the identifier and the platform of this client.
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
