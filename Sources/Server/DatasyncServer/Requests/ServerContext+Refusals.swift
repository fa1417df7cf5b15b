#if Server
    import DatasyncBackend
    import DatasyncWire
    import NIOHTTP1

    extension ServerContext {
        /// Returns the reason for refusing a large request regardless of its content; `nil` if the content may decide.
        ///
        /// - Parameters:
        ///   - head: The head of the request.
        ///   - address: The address of the client.
        ///   - served: The host of the connection's last accepted request.
        /// - Returns: The failure to answer with before the content arrives.
        func refusal(
            of head: HTTPRequestHead, from address: String, served: inout String?
        ) -> RequestFailure? {
            do throws(RequestFailure) {
                let target = try RequestTarget(head.uri)
                // A foreign page must not learn what a credential, a name or the rules say.
                if !target.resource.isProbe { try origins.check(head, served: &served) }
                let request = try DataRequest(head, target, body: [])
                guard case .data(let path) = request.resource else {
                    try signIn.checkOwner(request.token, from: address, to: "send so much with this request")
                    return nil
                }
                if request.method == .get { return nil }
                let use = try namespaces.use(request.namespace)
                let principal = try signIn.principal(of: request, from: address)
                // The key of an added child is not known yet, and a merge writes anywhere below.
                let isBelow = request.method == .post || request.method == .patch
                if use.namespace.mayAllowWriting(at: path, isBelow: isBelow, by: principal ?? .anyone) { return nil }
                return RequestFailure(
                    Response(
                        number: 0, status: .permissionDenied, reason: "The rules do not allow writing \(path)."))
            } catch {
                return error
            }
        }
    }
#endif
