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
            try signIn.checkOwner(request.token, from: address, to: "read or change the rules")
            switch request.method {
            case .get: return Reply(.ok, namespace.rules, isPretty: request.options.form == .pretty)
            case .put:
                let json = try request.json()
                do throws(DatasyncError) {
                    try namespace.setRules(json)
                } catch {
                    throw RequestFailure(.badRequest, "The rules are not valid. \(error.message)")
                }
                try await namespace.waitUntilApplied()
                log("rules of \(namespace.name) replaced from \(address)")
                return Reply(.ok, ["status": "ok"])
            case .post, .patch, .delete:
                throw RequestFailure(
                    .methodNotAllowed, "The rules cannot be changed by \(request.method.rawValue); use GET or PUT.")
            }
        }
    }

    extension SignIn {
        /// Checks that a credential has the rights of the owner.
        ///
        /// `purpose`: The action that only the owner may do, for the error.
        ///
        /// - Throws: ``RequestFailure`` with status 401 or 403.
        func checkOwner(
            _ credential: String?, from address: String, to purpose: String
        ) throws(RequestFailure) {
            let status: HTTPResponseStatus
            switch credential.map({ check($0, from: address).decision }) {
            case .accepted(.owner)?: return
            case .accepted(.client)?: status = .forbidden
            case .refused(let status, let reason)?:
                throw RequestFailure(Response(number: 0, status: status, reason: reason))
            case nil: status = .unauthorized
            }
            throw RequestFailure(
                status, "Only the owner may \(purpose); send the admin secret as a bearer token.")
        }
    }

    extension ServedNamespace {
        /// Waits until all changes before are durable and apply: the log delivers a later entry of a session after them.
        func waitUntilApplied() async throws(RequestFailure) {
            let session = RequestSession(makePort())
            defer { session.close() }
            try await session.open(nil)
            let response = await session.perform(.unauthenticate)
            guard response.status == .ok else { throw RequestFailure(response) }
        }
    }
#endif
