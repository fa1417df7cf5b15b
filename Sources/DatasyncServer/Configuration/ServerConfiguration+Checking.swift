#if Server
    import DatasyncBackend
    import DatasyncTree

    extension ServerConfiguration {
        /// Checks the configuration.
        ///
        /// - Throws: ``ServerError`` that names the faulty part and the remedy.
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

        /// Whether only this machine can connect.
        private var isLoopback: Bool {
            host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 < 0x3A })
        }

        /// Returns whether there are no rules, or the rules allow all access at the root.
        ///
        /// - Throws: ``ServerError`` if the rules are not valid.
        private func hasOpenRules() throws(ServerError) -> Bool {
            guard let rules else { return true }
            do throws(DatasyncError) {
                if try Rules(text: rules).isOpen { return true }
                let root = try JSONParser.parse(rules)["rules"]
                return [".read", ".write"].contains { name in
                    root?[name]?.boolean == true || root?[name]?.string?.hasSameBytes(as: "true") == true
                }
            } catch {
                throw ServerError("The rules are not valid. \(error.message)")
            }
        }
    }
#endif
