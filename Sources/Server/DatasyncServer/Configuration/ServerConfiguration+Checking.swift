#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWebSocket
    import Foundation

    extension ServerConfiguration {
        /// Checks the configuration.
        ///
        /// - Throws: ``ServerError`` with the faulty part and the remedy.
        func check() throws(ServerError) {
            guard (0...65_535).contains(port) else {
                throw ServerError("The port \(port) is not between 0 and 65535; use 9000, or 0 for a free one.")
            }
            guard !namespaces.isEmpty || isEmulator else {
                throw ServerError("There is no namespace; name at least one, such as default.")
            }
            for name in namespaces {
                if let problem = NamespaceTable.problem(in: name) { throw ServerError(problem) }
            }
            if let adminSecret, adminSecret.utf8.count < 16 {
                throw ServerError(
                    "The admin secret has \(adminSecret.utf8.count) bytes; use at least 16, so that it cannot be guessed."
                )
            }
            if let proxy = trustedProxies.first(where: { IPAddress($0) == nil }) {
                throw ServerError(
                    "The trusted proxy \(proxy.quoted(atMost: 80)) is not an IP address; use one such as 192.0.2.1.")
            }
            try checkPeers()
            try checkDatabase()
            let isOpen = try hasOpenRules()
            if isLoopback || allowsOpenRules { return }
            if isEmulator {
                throw ServerError(
                    "An emulator gives all rights to everyone who can reach \(host); bind it to 127.0.0.1, "
                        + "or allow it with --allow-open.")
            }
            if isOpen {
                throw ServerError(
                    "The rules allow everyone who can reach \(host) to read or write all data; give rules with --rules, "
                        + "bind to 127.0.0.1, or allow it with --allow-open.")
            }
        }

        private func checkDatabase() throws(ServerError) {
            guard database != nil else {
                guard peerAddress == nil else {
                    throw ServerError(
                        "Only servers over one database connect to each other. Remove the peer address, or name the database "
                            + "with --database.")
                }
                return
            }
            #if !Postgres
                throw ServerError(
                    "This program was built without the trait Postgres, so it cannot use a database. Build it with "
                        + "`swift build --traits Postgres`.")
            #else
                guard dataDirectory == nil else {
                    throw ServerError("The data are in a directory or in a database. Name only one of them.")
                }
                guard peers.isEmpty else {
                    throw ServerError(
                        "The servers of a database find each other in it. Remove the peers, and give each server its public "
                            + "address.")
                }
            #endif
        }

        private func checkPeers() throws(ServerError) {
            if peers.isEmpty { return }
            guard let publicAddress else {
                throw ServerError(
                    "The server has peers but no public address; give it one with --public-address, written as its peers "
                        + "write it.")
            }
            for peer in peers + [publicAddress] where (try? ServerAddress(url: "ws://" + peer, namespace: "")) == nil {
                throw ServerError(
                    "The public address \(peer.quoted(atMost: 80)) is not a host; use HOST or HOST:PORT, without a scheme."
                )
            }
        }

        /// Whether only this machine can connect.
        var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }

        /// Returns the maximum number of open connections from an address.
        func connectionLimit(of address: String) -> Int {
            let known = IPAddress(address)
            if known?.isLoopback == true || trustedProxies.contains(where: { known != nil && IPAddress($0) == known }) {
                return .max
            }
            return limits.connectionsOfAddress ?? max(1, limits.connections / 2)
        }

        /// Returns whether everybody may read or write all data, because of the rules or a lack of rules.
        ///
        /// The rules are evaluated for a client without a user, for an empty namespace and for one with some data.
        ///
        /// - Throws: ``ServerError`` if the rules are not valid.
        private func hasOpenRules() throws(ServerError) -> Bool {
            guard let rules else { return true }
            do throws(DatasyncError) {
                let rules = try Rules(text: rules)
                let now = (Date().timeIntervalSince1970 * 1000).rounded(.down)
                let samples = [Node.null, try Node(["a": ["b": true]])]
                return samples.contains { before in
                    rules.allow(.read, at: .root, in: RuleContext(now: now, data: before))
                        || samples.contains { after in
                            rules.allow(.write, at: .root, in: RuleContext(now: now, before: before, after: after))
                        }
                }
            } catch {
                throw ServerError("The rules are not valid. \(error.message)")
            }
        }
    }
#endif
