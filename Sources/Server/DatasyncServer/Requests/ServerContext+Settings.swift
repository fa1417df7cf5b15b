#if Server
    import DatasyncTree
    import NIOHTTP1

    extension ServerContext {
        /// Returns the response to a request for the settings of the whole server, which need no namespace.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - address: The address of the client.
        /// - Returns: The response; `nil` for other requests.
        /// - Throws: ``RequestFailure`` with the status of the response.
        func settingsReply(to request: DataRequest, from address: String) throws(RequestFailure) -> Reply? {
            switch request.resource {
            case .logLevel: return try LogLevelService(log: log, signIn: signIn, address: address).reply(to: request)
            case .drain: return try DrainService(context: self, address: address).reply(to: request)
            case .sessions:
                try signIn.checkOwner(request.token, from: address, to: "read the list of sessions")
                guard request.method == .get else {
                    throw .methodNotAllowed("The list of sessions can only be read.", allowed: "GET, HEAD, OPTIONS")
                }
                return Reply(.ok, sessions.json)
            default: return nil
            }
        }
    }
#endif
