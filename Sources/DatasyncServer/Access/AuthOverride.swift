#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The user whose rights a request of the owner has, instead of all rights: the parameter `auth_variable_override`.
    struct AuthOverride: Sendable {
        /// The user; `nil` for a client without a user.
        let user: RuleAuth?

        /// Reads the parameter: `null`, or an object with the members `uid`, and `provider` and `token` if they are known.
        ///
        /// - Throws: ``RequestFailure`` with status 400.
        init(_ text: String) throws(RequestFailure) {
            let json = try? JSONParser.parse(text)
            if case .null? = json {
                user = nil
            } else if let json, let uid = json["uid"]?.string, !uid.isEmpty {
                user = RuleAuth(uid: uid, provider: json["provider"]?.string, token: json["token"] ?? .null)
            } else {
                throw RequestFailure(
                    .badRequest,
                    "The parameter auth_variable_override is \(text.quoted(atMost: 80)); use null, or an object with the user, "
                        + "such as {\"uid\": \"ada\"}.")
            }
        }

        /// Returns the decision about the rights of a request, given that about its credential.
        func decision(_ decision: SignInDecision) -> SignInDecision {
            switch decision {
            case .accepted(.owner): .accepted(.client(user))
            case .accepted(.client):
                .refused(
                    .permissionDenied,
                    reason: "Only the owner may use auth_variable_override; send the admin secret as a bearer token.")
            case .refused: decision
            }
        }
    }
#endif
