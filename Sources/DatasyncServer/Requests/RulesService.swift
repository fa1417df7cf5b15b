#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The responses to requests for the rules, which only the owner may read and replace.
    struct RulesService: Sendable {
        let namespace: ServedNamespace
        let signIn: SignIn
        /// The address of the client.
        let address: String
        let log: @Sendable (String) -> Void

        /// Executes a request.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(to request: DataRequest) async throws(RequestFailure) -> Reply {
            try checkOwner(request.token)
            switch request.method {
            case .get: return Reply(.ok, namespace.rules, isPretty: request.options.form == .pretty)
            case .put:
                let json = try request.json()
                do throws(DataError) {
                    try namespace.setRules(json)
                } catch {
                    throw RequestFailure(.badRequest, "The rules are not valid. \(error.message)")
                }
                try await waitUntilApplied()
                log("rules of \(namespace.name) replaced from \(address)")
                return Reply(.ok, ["status": "ok"])
            case .post, .patch, .delete:
                throw RequestFailure(
                    .methodNotAllowed, "The rules cannot be changed by \(request.method.rawValue); use GET or PUT.")
            }
        }

        private func checkOwner(_ credential: String?) throws(RequestFailure) {
            let status: HTTPResponseStatus
            switch credential.map({ signIn.check($0, from: address).decision }) {
            case .accepted(.owner)?: return
            case .accepted(.client)?: status = .forbidden
            case .refused(let status, let reason)?:
                throw RequestFailure(Response(number: 0, status: status, reason: reason))
            case nil: status = .unauthorized
            }
            throw RequestFailure(
                status, "Only the owner may read or change the rules; send the admin secret as a bearer token.")
        }

        /// Waits until the rules are durable and apply: the log delivers a later entry of a session after them.
        private func waitUntilApplied() async throws(RequestFailure) {
            let session = RequestSession(namespace.makePort())
            defer { session.close() }
            try await session.open(nil)
            let response = await session.perform(.unauthenticate)
            guard response.status == .ok else { throw RequestFailure(response) }
        }
    }
#endif
