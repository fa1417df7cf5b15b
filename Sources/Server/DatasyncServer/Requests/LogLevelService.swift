#if Server
    import DatasyncTree
    import Logging
    import NIOHTTP1

    /// The responses to requests for the log level, which only the owner may read and change.
    struct LogLevelService: Sendable {
        let log: ServerLog
        let signIn: SignIn
        /// The address of the client.
        let address: String

        /// Executes a request.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(to request: DataRequest) throws(RequestFailure) -> Reply {
            try signIn.checkOwner(request.token, from: address, to: "read or change the level of the log")
            switch request.method {
            case .get: return Reply(.ok, .string(log.level.rawValue))
            case .put:
                let json = try request.json()
                guard let level = json.string.flatMap(Logger.Level.init(rawValue:)) else {
                    let names = Logger.Level.allCases.map { "\"\($0)\"" }.joined(separator: ", ")
                    let given = json.string?.quoted(atMost: 80) ?? json.kind
                    throw RequestFailure(.badRequest, "The level of the log should be one of \(names), not \(given).")
                }
                log.level = level
                log(.notice, "level of the log changed to \(level) from \(address)")
                return Reply(.ok, ["status": "ok"])
            case .post, .patch, .delete:
                throw .methodNotAllowed(
                    "The level of the log cannot be changed by \(request.method.rawValue); use GET or PUT.",
                    allowed: "GET, HEAD, PUT, OPTIONS")
            }
        }
    }
#endif
