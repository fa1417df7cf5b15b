#if Server
    import DatasyncTree
    import Logging
    import NIOHTTP1

    /// The responses to requests for the list of namespaces, which only the owner may read and change.
    struct NamespacesService: Sendable {
        let directory: NamespaceDirectory
        let signIn: SignIn
        /// The address of the client.
        let address: String
        let log: ServerLog

        /// Executes a request for the list, or for one name.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(to request: DataRequest, _ name: String?) async throws(RequestFailure) -> Reply {
            try signIn.checkOwner(request.token, from: address, to: "read or change the list of namespaces")
            // A name that is created need not be known.
            if request.method != .put { try await directory.waitUntilLatest(for: request) }
            switch (request.method, name) {
            case (.get, nil):
                let names = directory.names.map(JSON.string)
                return Reply(.ok, .array(names), isPretty: request.options.form == .pretty)
            case (.put, let name?):
                try await directory.create(name)
                log(.notice, "namespace \(name.quoted(atMost: 80)) created from \(address)")
                return Reply(.ok, ["status": "ok"])
            case (.delete, let name?):
                try await directory.delete(name)
                log(.notice, "namespace \(name.quoted(atMost: 80)) deleted from \(address)")
                return Reply(.ok, ["status": "ok"])
            default:
                throw .methodNotAllowed(
                    "Use GET /.settings/namespaces.json, or PUT or DELETE /.settings/namespaces/NAME.json.",
                    allowed: name == nil ? "GET, HEAD, OPTIONS" : "PUT, DELETE, OPTIONS")
            }
        }
    }
#endif
