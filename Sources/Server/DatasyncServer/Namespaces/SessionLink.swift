#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncWire

    /// A link whose credentials the server checks; it ends the rights of a user when the credential expires.
    struct SessionLink: Link {
        /// Keeps the namespace loaded, as long as the link is in use.
        let use: NamespaceUse
        let port: BackendPort
        /// The address of the client.
        let address: String
        let signIn: SignIn
        /// The list of the server's sessions.
        let sessions: SessionList
        /// The session in the list and in the trace of its namespace.
        let traced: TracedSession
        /// The user whose rights the owner's sign-in gives; `nil` for the owner's rights.
        var authOverride: AuthOverride?
        /// Whether to log accepted sign-ins, as for sessions; a request carries its token each time.
        var logsSignIns = false

        /// Opens a connection that delivers no more data to the client once its token has expired.
        func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
            // The closure for a connection's events does not retain the connection.
            let opened = Guarded(WeakReference<SessionConnection>())
            let connection = SessionConnection(
                port.connect { event in
                    if event.hasData, opened.withLock(\.object)?.checkExpiry() == true { return }
                    if case .message(let message) = event { traced.note(MessageDescription(message)) }
                    receive(event)
                }, self)
            opened.withLock { $0.object = connection }
            return connection
        }

        /// Opens a connection and sends its events to an object.
        func connect(_ receiver: any PortReceiver) -> any LinkConnection {
            SessionConnection(port.connect(receiver), self)
        }
    }

    extension LinkEvent {
        /// Whether the event pushes data.
        fileprivate var hasData: Bool {
            switch self {
            case .message(.push(.set)), .message(.push(.merge)): true
            case .message, .closed, .refused, .waiting, .available: false
            }
        }
    }
#endif
