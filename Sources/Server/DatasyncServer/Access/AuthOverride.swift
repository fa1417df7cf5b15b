#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The user whose rights replace the owner's in a request or sign-in.
    ///
    /// Requests name it in the parameter `auth_variable_override`, sign-ins in the member `authvar`.
    struct AuthOverride: Sendable {
        /// The user; `nil` for a client without a user.
        let user: RuleAuth?

        /// Reads the parameter: `null`, or an object with the member `uid`, and optionally `provider` and `token`.
        ///
        /// - Throws: ``RequestFailure`` with status 400.
        init(_ text: String) throws(RequestFailure) {
            guard let json = try? JSONParser.parse(text), let override = Self(json) else {
                throw RequestFailure(
                    .badRequest,
                    "The parameter auth_variable_override is \(text.quoted(atMost: 80)); use null, or an object with the user, "
                        + "such as {\"uid\": \"ada\"}.")
            }
            self = override
        }

        /// Reads the user: null, or an object with the members of the parameter; `nil` for any other value.
        init?(_ json: JSON) {
            if json.isNull {
                user = nil
            } else if let found = RuleAuth(json) {
                user = found
            } else {
                return nil
            }
        }

        /// Returns the decision about a request's rights, given the decision about its credential.
        func decision(_ decision: SignInDecision) -> SignInDecision {
            switch decision {
            case .accepted(.owner): .accepted(.client(user))
            case .accepted(.client): .refusedOverride
            case .refused: decision
            }
        }
    }
#endif
