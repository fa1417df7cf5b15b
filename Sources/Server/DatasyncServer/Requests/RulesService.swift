#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWire
    import Logging
    import NIOHTTP1

    /// The responses to requests for the rules, which only the owner may read and replace.
    struct RulesService: Sendable {
        private let use: NamespaceUse
        private let context: ServerContext
        /// The address of the client.
        private let address: String

        init(_ use: NamespaceUse, in context: ServerContext, from address: String) {
            self.use = use
            self.context = context
            self.address = address
        }

        /// Executes a request.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(to request: DataRequest) async throws(RequestFailure) -> Reply {
            try context.signIn.checkOwner(request.token, from: address, to: "read or change the rules")
            let namespace = use.namespace
            if request.resource == .rulesCheck { return try check(request) }
            // Until then, the rules are those of the beginning, and the configuration may have others.
            try await namespace.waitUntilRead()
            if request.resource == .rulesExplanation { return try explain(request) }
            switch request.method {
            case .get:
                try await namespace.waitUntilLatest(for: request)
                return Reply(namespace.rules, isPretty: request.options.form == .pretty)
            case .put:
                let document = try Self.document(try request.content())
                namespace.setRules(document)
                try await namespace.waitUntilApplied()
                context.log(.notice, "rules of \(namespace.name) replaced from \(address)")
                let warnings = document.rules.warnings
                guard !warnings.isEmpty else { return Reply(.ok, ["status": "ok"]) }
                for warning in warnings { context.log(.warning, "rules of \(namespace.name): \(warning)") }
                return Reply(.ok, ["status": "ok", "warnings": .array(warnings.map(JSON.string))])
            case .post, .patch, .delete:
                throw .methodNotAllowed(
                    "The rules cannot be changed by \(request.method.rawValue); use GET or PUT.",
                    allowed: "GET, HEAD, PUT, OPTIONS")
            }
        }

        private static func document(_ content: [UInt8]) throws(RequestFailure) -> RulesDocument {
            do throws(DatasyncError) {
                return try RulesDocument(source: content, from: .deployment)
            } catch {
                throw RequestFailure(.badRequest, "The rules are not valid. \(error.message)")
            }
        }

        /// Returns the warnings about rules, which are not deployed.
        private func check(_ request: DataRequest) throws(RequestFailure) -> Reply {
            try Self.checkMethod(request, "checked")
            let warnings = try Self.document(try request.content()).rules.warnings
            return Reply(.ok, ["status": "ok", "warnings": .array(warnings.map(JSON.string))])
        }

        /// Explains a decision, by the rules in the question or by those of the namespace.
        private func explain(_ request: DataRequest) throws(RequestFailure) -> Reply {
            try Self.checkMethod(request, "explained")
            let question = try request.json()
            let text = question["rules"]?.string
            let rules = try text.map { text throws(RequestFailure) in try Self.document(Array(text.utf8)) }
            do throws(DatasyncError) {
                let explanation = try RuleQuestion(question).answer(
                    by: (rules ?? use.namespace.rules).rules, data: use.namespace.data, now: context.clock.now())
                return Reply(.ok, explanation.json)
            } catch {
                throw RequestFailure(.badRequest, error.message)
            }
        }

        private static func checkMethod(_ request: DataRequest, _ verb: String) throws(RequestFailure) {
            guard request.method == .post else {
                throw .methodNotAllowed(
                    "Rules are \(verb) by POST, not by \(request.method.rawValue).", allowed: "POST, OPTIONS")
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
