#if Server
    import DatasyncTree
    import NIOHTTP1

    /// A request for data or rules, read from an HTTP request.
    struct DataRequest: Sendable {
        enum Method: String, Sendable, CaseIterable {
            case get = "GET"
            case put = "PUT"
            case post = "POST"
            case patch = "PATCH"
            case delete = "DELETE"
        }

        let method: Method
        let resource: RequestTarget.Resource
        let namespace: String
        let options: RequestOptions
        /// The token of the request, if it has one.
        let token: String?
        /// The user whose rights replace the owner's in the request; `nil` for the credential's rights.
        let authOverride: AuthOverride?
        /// Whether the response to a read carries an ETag.
        let wantsETag: Bool
        let ifMatch: ETagCondition?
        let ifNoneMatch: ETagCondition?
        /// Whether the client accepts a stream of events.
        let isStream: Bool
        let body: [UInt8]

        /// Reads a request.
        ///
        /// - Throws: ``RequestFailure`` with status 400, 401, 405 or 415 and the faulty part.
        init(_ head: HTTPRequestHead, _ target: RequestTarget, body: [UInt8]) throws(RequestFailure) {
            method = try Self.method(of: head, target)
            try Self.checkCoding(head.headers)
            self.body = body
            resource = target.resource
            namespace = target["ns"] ?? NamespaceTable.usual
            options = try RequestOptions(target)
            let bearer = head.headers.first(name: "Authorization").flatMap { text in
                text.lowercased().hasPrefix("bearer ") ? String(text.dropFirst(7)) : nil
            }
            token = bearer ?? target["access_token"] ?? target["auth"]
            authOverride = try target["auth_variable_override"].map { text throws(RequestFailure) in
                try AuthOverride(text)
            }
            wantsETag = head.headers.first(name: "X-Firebase-ETag")?.lowercased() == "true"
            ifMatch = ETagCondition(head.headers["If-Match"])
            ifNoneMatch = ETagCondition(head.headers["If-None-Match"])
            isStream = head.method == .GET && head.headers["Accept"].contains { $0.contains("text/event-stream") }
            try checkConditions()
        }

        /// Returns whether a request only reads, whatever its method, so that it needs no content.
        static func isRead(_ head: HTTPRequestHead) -> Bool {
            if head.method == .GET || head.method == .HEAD { return true }
            guard head.method == .POST, let target = try? RequestTarget(head.uri) else { return false }
            return (try? method(of: head, target)) == .get
        }

        private static func method(
            of head: HTTPRequestHead, _ target: RequestTarget
        ) throws(RequestFailure) -> Method {
            // The connection's handler leaves out the content of the response.
            if head.method == .HEAD { return .get }
            let override = head.headers.first(name: "X-HTTP-Method-Override") ?? target["x-http-method-override"]
            let name = head.method == .POST ? override ?? "POST" : head.method.rawValue
            guard let method = Method(rawValue: name.uppercased()) else {
                throw .methodNotAllowed(
                    "The method \(name.quoted(atMost: 20)) is unknown; use GET, HEAD, PUT, POST, PATCH or DELETE.",
                    allowed: "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS")
            }
            return method
        }

        /// Refuses compressed content, which could expand far beyond its limit.
        private static func checkCoding(_ headers: HTTPHeaders) throws(RequestFailure) {
            let codings = headers[canonicalForm: "content-encoding"] + headers[canonicalForm: "transfer-encoding"]
            let coding = codings.first { !["identity", "chunked"].contains($0.lowercased()) }
            if let coding {
                throw RequestFailure(
                    .unsupportedMediaType,
                    "The content has the coding \(String(coding).quoted(atMost: 20)); send it without compression.")
            }
        }

        private func checkConditions() throws(RequestFailure) {
            if authOverride != nil, token == nil {
                throw RequestFailure(
                    .unauthorized,
                    "Only the owner may use auth_variable_override; send the admin secret as a bearer token.")
            }
            if ifMatch != nil, method != .put, method != .delete {
                throw RequestFailure(
                    .badRequest, "The header if-match is for PUT and DELETE; \(method.rawValue) has no condition.")
            }
            if ifNoneMatch != nil, method != .get {
                throw RequestFailure(.badRequest, "The header if-none-match is for GET; use if-match for a write.")
            }
            if wantsETag || ifMatch != nil || ifNoneMatch != nil,
                !options.window.isDefault || options.isShallow || options.isPreview
            {
                throw RequestFailure(.badRequest, "An ETag is for a whole node; leave out the query.")
            }
            if isStream, options.isShallow {
                throw RequestFailure(
                    .badRequest, "The parameter shallow is not for an event stream; leave it out, or read with GET.")
            }
        }

        /// Returns the body without a byte order mark.
        ///
        /// - Throws: ``RequestFailure`` with status 400 for an empty body.
        func content() throws(RequestFailure) -> [UInt8] {
            guard !body.isEmpty else {
                throw RequestFailure(
                    .badRequest, "The \(method.rawValue) request has no content; send the value as JSON.")
            }
            return Array(body.withoutMark)
        }

        /// Reads the body as JSON.
        ///
        /// - Throws: ``RequestFailure`` with status 400 for an empty or malformed body.
        func json() throws(RequestFailure) -> JSON {
            let body = try content()
            do throws(DatasyncError) {
                var limits = JSONParser.Limits.ofData
                if case .data(let path) = resource, !path.isRoot { limits.base = path.description }
                if method == .patch { limits.mergeDepth = 1 }
                return try JSONParser.parse(body, limits: limits)
            } catch {
                if error.code == .tooLarge { throw RequestFailure(error) }
                throw RequestFailure(.badRequest, "The content is not valid JSON. \(error.message)")
            }
        }
    }
#endif
