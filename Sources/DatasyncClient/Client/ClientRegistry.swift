import DatasyncBackend
import DatasyncConcurrency
import DatasyncWire

/// The clients and embedded back ends of this process by application identifier.
///
/// The one piece of process-wide state, as handles that are made by name must find each other. A named client lives while a
/// handle, a subscription or an unanswered write of it does; an embedded back end lives as long as the process, as the data
/// of a back end outlive its clients.
package final class ClientRegistry: Sendable {
    package static let shared = ClientRegistry()

    private struct State: Sendable {
        var clients: [String: WeakClient] = [:]
        var backends: [String: EmbeddedBackend] = [:]
        var defaultConfiguration: ApplicationOwned<WebcomConfiguration>?
        var defaultApplication: WebcomApplication?
    }

    private struct WeakClient: Sendable {
        weak var client: Client?
    }

    private let state = Guarded(State())

    /// The shared client of an identifier, with the configuration of the default application if that has the same
    /// identifier, else embedded.
    package func client(named identifier: String) -> Client {
        let configuration = defaultConfiguration
        return client(
            configuration.identifier == identifier ? configuration : WebcomConfiguration(identifier: identifier))
    }

    private var defaultConfiguration: WebcomConfiguration {
        state.withLock(\.defaultConfiguration)?.value ?? .fromEnvironment()
    }

    /// The shared client of a configuration's identifier; made with the configuration when there is none yet.
    func client(_ configuration: WebcomConfiguration) -> Client {
        if let client = state.withLock({ $0.clients[configuration.identifier]?.client }) { return client }
        let made = makeClient(configuration, outlivesHandles: true)
        // Another thread may have been faster; then its client is the shared one and ours goes away unused.
        // Looking at a weak client holds it for a moment: let go of outside the lock, as its end may call anybody.
        let (client, _) = state.withLock { state -> (Client, [Client]) in
            let living = state.clients.compactMapValues(\.client)
            let client = living[configuration.identifier] ?? made
            state.clients = living.mapValues { WeakClient(client: $0) }
            state.clients[configuration.identifier] = WeakClient(client: client)
            return (client, Array(living.values))
        }
        return client
    }

    /// A client of one's own.
    func makeClient(_ configuration: WebcomConfiguration, outlivesHandles: Bool) -> Client {
        let (identifier, refusal) = (configuration.identifier, configuration.refusal)
        if let refusal {
            return Client(
                identifier: identifier, link: RefusedLink(), platform: configuration.platform, refusal: refusal,
                outlivesHandles: outlivesHandles)
        }
        let port: EmbeddedBackend.Port
        switch configuration.platform.kind {
        case .embedded: port = backend(identifier).makePort()
        case .backend(let backend): port = backend.makePort()
        case .unknown: port = backend(identifier).makePort()
        case .transport(let transport):
            let link = ReconnectingLink(TransportLink(transport))
            return Client(
                identifier: identifier, link: link, platform: configuration.platform, outlivesHandles: outlivesHandles,
                executor: SystemExecutor.run)
        }
        return Client(
            identifier: identifier, link: port.link, platform: configuration.platform, port: port,
            outlivesHandles: outlivesHandles,
            executor: SystemExecutor.run)
    }

    /// The embedded back end of an identifier.
    package func backend(_ identifier: String) -> EmbeddedBackend {
        state.withLock { state in
            if let backend = state.backends[identifier] { return backend }
            let backend = EmbeddedBackend()
            state.backends[identifier] = backend
            return backend
        }
    }

    /// Sets the configuration of the default application and of the handles of its name.
    ///
    /// A conflict with a client of that identifier, or with the default application in use, is reported to its diagnostics.
    ///
    /// - Returns: Whether the configuration applies.
    func setDefault(_ configuration: WebcomConfiguration) -> Bool {
        let new = ApplicationOwned(configuration)
        // The configuration before, and the client that is in use, are released outside the lock.
        let (inUse, applies, _) = state.withLock {
            state -> (Client?, Bool, ApplicationOwned<WebcomConfiguration>?) in
            let inUse = state.defaultApplication?.client ?? state.clients[configuration.identifier]?.client
            if let inUse, !inUse.agrees(with: configuration) { return (inUse, false, nil) }
            let old = state.defaultConfiguration
            state.defaultConfiguration = new
            return (inUse, state.defaultApplication == nil, old)
        }
        if let inUse, !inUse.agrees(with: configuration) { inUse.diagnostics(.conflict(inUse, configuration)) }
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
    /// Whether a configuration asks for a client like this one.
    fileprivate func agrees(with configuration: WebcomConfiguration) -> Bool {
        identifier == configuration.identifier && platform.isSame(as: configuration.platform)
    }
}

extension WebcomError {
    fileprivate static func conflict(_ client: Client, _ configuration: WebcomConfiguration) -> WebcomError {
        let present = WebcomConfiguration(identifier: client.identifier, platform: client.platform)
        return WebcomError(
            .invalidConfiguration,
            "The default application cannot become \(configuration), as \(present) is in use; call Webcom.setDefault before "
                + "the first handle of that name and before Webcom.defaultApplication, or use one configuration for both."
        )
    }
}
