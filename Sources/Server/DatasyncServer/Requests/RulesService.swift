#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWire
    import Logging
    import NIOHTTP1

    /// The responses to requests for the rules, which only the owner may read and replace.
    struct RulesService: Sendable {
        let use: NamespaceUse
        let signIn: SignIn
        /// The address of the client.
        let address: String
        let log: ServerLog

        /// Executes a request.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(to request: DataRequest) async throws(RequestFailure) -> Reply {
            try signIn.checkOwner(request.token, from: address, to: "read or change the rules")
            let namespace = use.namespace
            // Until then, the rules are those of the beginning, and the configuration may have others.
            try await namespace.waitUntilRead()
            switch request.method {
            case .get:
                try await namespace.waitUntilLatest(for: request)
                return Reply(namespace.rules, isPretty: request.options.form == .pretty)
            case .put:
                let content = try request.content()
                let document: RulesDocument
                do throws(DatasyncError) {
                    document = try RulesDocument(source: content, from: .deployment)
                } catch {
                    throw RequestFailure(.badRequest, "The rules are not valid. \(error.message)")
                }
                namespace.setRules(document)
                try await namespace.waitUntilApplied()
                log(.notice, "rules of \(namespace.name) replaced from \(address)")
                let warnings = document.rules.warnings
                guard !warnings.isEmpty else { return Reply(.ok, ["status": "ok"]) }
                for warning in warnings { log(.warning, "rules of \(namespace.name): \(warning)") }
                return Reply(.ok, ["status": "ok", "warnings": .array(warnings.map(JSON.string))])
            case .post, .patch, .delete:
                throw .methodNotAllowed(
                    "The rules cannot be changed by \(request.method.rawValue); use GET or PUT.",
                    allowed: "GET, HEAD, PUT, OPTIONS")
            }
        }
    }

    extension Reply {
        /// Creates a response with rules as they were deployed; only JSON without comments gets other line breaks.
        fileprivate init(_ rules: RulesDocument, isPretty: Bool) {
            self.init(.ok, rules.json, isPretty: isPretty)
            if !isPretty || (try? JSONParser.parse(rules.text)) == nil { body = Array(rules.text.utf8) }
        }
    }

    extension ServedNamespace {
        /// Waits until all earlier changes are durable and applied.
        func waitUntilApplied() async throws(RequestFailure) {
            try await RequestSession(self, as: nil).waitUntilApplied()
        }
    }
#endif
