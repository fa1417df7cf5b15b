#if Server
    import DatasyncTree
    import NIOHTTP1

    /// The responses to requests for the drain, which only the owner may read, begin and end.
    struct DrainService: Sendable {
        let context: ServerContext
        /// The address of the client.
        let address: String

        /// Executes a request.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(to request: DataRequest) throws(RequestFailure) -> Reply {
            try context.signIn.checkOwner(request.token, from: address, to: "drain the server")
            switch request.method {
            case .get: break
            case .put:
                let json = try request.json()
                guard let isDraining = json.boolean else {
                    throw RequestFailure(
                        .badRequest, "The content should be true, which begins a drain, or false, which ends it.")
                }
                if isDraining { context.drain.begin() } else { context.drain.end() }
            case .post, .patch, .delete:
                throw .methodNotAllowed(
                    "The drain cannot be changed by \(request.method.rawValue); use GET or PUT.",
                    allowed: "GET, HEAD, PUT, OPTIONS")
            }
            let count = context.connections.sessions.count
            return Reply(
                .ok, ["draining": .boolean(context.placement.isDraining), "sessions": .number(Double(count))],
                isPretty: request.options.form == .pretty)
        }
    }
#endif
