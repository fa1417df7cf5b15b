#if Server
    /// The servers over one log, as one of them knows them at the moment.
    package protocol ServerPeers: Sendable {
        /// The public address of this server.
        var own: String { get }
        /// The public addresses of the other servers that are alive and do not drain.
        var others: [String] { get }

        /// Records whether this server drains, so that the others send no client to it.
        func setDraining(_ isDraining: Bool)
    }

    /// The servers of a configuration, which count as alive at all times.
    struct ListedPeers: ServerPeers {
        let own: String
        let others: [String]

        /// Creates the list; the addresses of all servers may include this server's own.
        init(_ configuration: ServerConfiguration) {
            let own = configuration.publicAddress?.lowercased() ?? ""
            self.own = own
            others = Set(configuration.peers.map { $0.lowercased() }).subtracting([own]).sorted()
        }

        func setDraining(_ isDraining: Bool) {}
    }
#endif
