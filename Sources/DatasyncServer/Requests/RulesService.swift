#if Server
    import DatasyncTree
    import NIOHTTP1

    /// The responses to requests for the rules, which only the owner may read and replace.
    enum RulesService {
        /// Executes a request.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        static func reply(
            to request: DataRequest, in namespace: ServedNamespace, as authority: Authority, log: (String) -> Void
        ) throws(RequestFailure) -> Reply {
            guard authority == .owner else {
                throw RequestFailure(
                    authority == .anyone ? .unauthorized : .forbidden,
                    "Only the owner may read or change the rules; send the admin secret as a bearer token.")
            }
            switch request.method {
            case .get: return Reply(.ok, namespace.rules, isPretty: request.options.form == .pretty)
            case .put:
                let json = try request.json()
                do throws(DataError) {
                    try namespace.setRules(json)
                } catch {
                    throw RequestFailure(.badRequest, "The rules are not valid. \(error.message)")
                }
                log("rules of \(namespace.name) replaced")
                return Reply(.ok, ["status": "ok"])
            case .post, .patch, .delete:
                throw RequestFailure(
                    .methodNotAllowed, "The rules cannot be changed by \(request.method.rawValue); use GET or PUT.")
            }
        }
    }
#endif
