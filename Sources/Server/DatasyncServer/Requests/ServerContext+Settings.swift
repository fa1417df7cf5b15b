#if Server
    import DatasyncTree
    import NIOCore
    import NIOHTTP1

    extension ServerContext {
        /// Returns the work of a request for the list of namespaces or for webhooks; `nil` for other requests.
        func listWork(
            for request: DataRequest, from address: String
        ) -> (@Sendable () async throws(RequestFailure) -> Reply)? {
            let names = NamespacesService(directory: directory, signIn: signIn, address: address, log: log)
            let hooks = WebhooksService(context: self, address: address)
            return switch request.resource {
            case .namespaces: { () async throws(RequestFailure) in try await names.reply(to: request, nil) }
            case .namespace(let name): { () async throws(RequestFailure) in try await names.reply(to: request, name) }
            case .webhooks: { () async throws(RequestFailure) in try await hooks.reply(to: request, nil) }
            case .webhook(let id): { () async throws(RequestFailure) in try await hooks.reply(to: request, id) }
            default: nil
            }
        }

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
            case .messages:
                try signIn.checkOwner(request.token, from: address, to: "watch the messages of sessions")
                if request.isStream { return nil }
                throw RequestFailure(
                    .badRequest, "The messages of sessions are a stream; send the header Accept: text/event-stream.")
            default: return nil
            }
        }

        /// Returns the stream that a request opens; `nil` for other requests.
        func makeStream(
            _ request: DataRequest, _ head: HTTPRequestHead, _ channel: any Channel, _ use: NamespaceUse
        ) -> (any ResponseStream)? {
            switch request.resource {
            case .data(let path) where request.isStream:
                let link = makeLink(head, channel, use, authOverride: request.authOverride)
                return EventStream(link, path: path, request.options, request.token)
            case .messages: return MessageStream(use, session: request.options.session)
            default: return nil
            }
        }
    }
#endif
