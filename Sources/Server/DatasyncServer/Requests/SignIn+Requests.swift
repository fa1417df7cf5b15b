#if Server
    import DatasyncBackend
    import DatasyncWire
    import NIOHTTP1

    extension SignIn {
        /// Returns the party whose rights a request has; `nil` for a request without a credential.
        ///
        /// - Throws: ``RequestFailure`` if the credential is refused.
        func principal(of request: DataRequest, from address: String) throws(RequestFailure) -> Principal? {
            guard let credential = request.token else { return nil }
            let decision = check(credential, from: address).decision
            switch request.authOverride?.decision(decision) ?? decision {
            case .accepted(let principal): return principal
            case .refused(let status, let reason):
                throw RequestFailure(Response(number: 0, status: status, reason: reason))
            }
        }

        /// Checks that a credential has the rights of the owner.
        ///
        /// - Parameters:
        ///   - credential: The credential; `nil` if the request has none.
        ///   - address: The address of the client.
        ///   - purpose: The action reserved for the owner, for the error.
        /// - Throws: ``RequestFailure`` with status 401, 403 or 429.
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
#endif
