#if Server && Postgres
    import DatasyncPostgres

    /// The servers of a database, which find each other by their leases in it.
    struct DatabasePeers: ServerPeers {
        let own: String
        private let log: @Sendable () -> PostgresLog?

        /// Creates the list.
        ///
        /// - Parameters:
        ///   - publicAddress: The address of this server; `nil` if it has none, and then it knows no others either.
        ///   - log: Returns the log once it is open.
        init(publicAddress: String?, log: @escaping @Sendable () -> PostgresLog?) {
            own = publicAddress?.lowercased() ?? ""
            self.log = log
        }

        var others: [String] {
            if own.isEmpty { return [] }
            let servers = log()?.status.others.filter { !$0.isDraining && !$0.publicAddress.isEmpty } ?? []
            return Set(servers.map { $0.publicAddress.lowercased() }).subtracting([own]).sorted()
        }

        func setDraining(_ isDraining: Bool) { log()?.setDraining(isDraining) }
    }
#endif
