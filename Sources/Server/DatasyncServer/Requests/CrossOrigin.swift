#if Server
    import DatasyncTree
    import NIOHTTP1

    /// The web pages that may send requests, and the names for reaching a server on this machine.
    ///
    /// A browser sends requests of any page to any server, and some of them, such as POST, without asking first. So the
    /// server itself refuses requests of foreign pages. Requests of other programs have no origin.
    struct CrossOrigin: Sendable {
        /// The configured origins; if empty, the origins of the server and of this machine.
        private let texts: [String]
        private let origins: [WebOrigin]
        private let scheme: String
        private let publicHost: WebOrigin?
        /// Whether only this machine can connect.
        private let isLoopback: Bool

        init(_ configuration: ServerConfiguration) {
            let isDefault = configuration.allowedOrigins.isEmpty
            let scheme = configuration.tls == nil ? "http" : "https"
            texts = isDefault && configuration.isEmulator ? ["*"] : configuration.allowedOrigins
            origins = texts.compactMap { WebOrigin($0) }
            self.scheme = scheme
            publicHost = configuration.publicAddress.flatMap { WebOrigin(scheme: scheme, authority: $0) }
            isLoopback = configuration.isLoopback
        }

        private var allowsAll: Bool { texts.contains("*") }

        /// Checks the origin and the host of a request.
        ///
        /// - Parameters:
        ///   - head: The head of the request.
        ///   - served: The host of the connection's last accepted request. Programs without an origin send the same
        ///     host with each request, which is then not parsed again.
        /// - Throws: ``RequestFailure`` with status 400 for a malformed host, 403 for a foreign page, and 421 for a
        ///   name that does not belong to this machine.
        func check(_ head: HTTPRequestHead, served: inout String?) throws(RequestFailure) {
            let names = head.headers["Host"]
            // A whole address in the target takes precedence over the header.
            let isUsual = names.count == 1 && head.uri.utf8.first == UInt8(ascii: "/")
            if isUsual, served?.utf8.elementsEqual(names[0].utf8) == true, !head.headers.contains(name: "Origin") {
                return
            }
            try check(head)
            if isUsual { served = names[0] }
        }

        /// Checks the origin and the host of a connection's only request.
        func check(_ head: HTTPRequestHead) throws(RequestFailure) {
            let host = try RequestHost.origin(of: head, scheme: scheme)
            if let host, !serves(host) {
                throw RequestFailure(
                    .misdirectedRequest,
                    "This server is for programs on its machine, and is not reached as \(host.host.quoted(atMost: 80)); use "
                        + "localhost or 127.0.0.1, or name the host with the option --public-address.")
            }
            if !isAllowed(head, host) {
                let origin = head.headers.first(name: "Origin") ?? ""
                throw RequestFailure(
                    .forbidden,
                    "Web pages of the origin \(origin.quoted(atMost: 80)) may not send requests to this server; allow them "
                        + "with the option --allow-origin.")
            }
        }

        /// Returns whether clients may reach the server under a name.
        ///
        /// Otherwise a page could point its own name at this machine, and so have the server's origin (DNS rebinding).
        private func serves(_ host: WebOrigin) -> Bool {
            !isLoopback || allowsAll || host.isLoopback || host.host == publicHost?.host
                || origins.contains { $0.host == host.host }
        }

        /// Checks that pages of this server may be shown under the name of a request.
        ///
        /// Otherwise another site could point its name at the server, and its pages would have the server's origin.
        ///
        /// - Throws: ``RequestFailure`` with status 421 for an unknown name.
        func checkPage(_ head: HTTPRequestHead) throws(RequestFailure) {
            let host = try RequestHost.origin(of: head, scheme: scheme)
            let isKnown =
                host.map { host in
                    host.isLoopback || IPAddress(host.host) != nil || host.host == publicHost?.host
                        || origins.contains { $0.host == host.host }
                } ?? false
            if isKnown { return }
            throw RequestFailure(
                .misdirectedRequest,
                "The console is not shown under the name \((host?.host ?? "").quoted(atMost: 80)); use an address, or name the host "
                    + "with the option --public-address.")
        }

        /// Returns whether a request comes from an allowed page or from another program.
        private func isAllowed(_ head: HTTPRequestHead, _ host: WebOrigin?) -> Bool {
            head.headers["Origin"].allSatisfy { text in
                if allowsAll || texts.contains(text) { return true }
                guard let origin = WebOrigin(text) else { return false }
                if !texts.isEmpty { return origins.contains(origin) }
                if origin.isLoopback, ["http", "https"].contains(origin.scheme) { return true }
                return origin == publicHost ?? host
            }
        }

        /// Adds the headers that let a page read the response, if its origin is allowed.
        func add(to headers: inout HTTPHeaders, for head: HTTPRequestHead) {
            guard let origin = head.headers.first(name: "Origin"),
                isAllowed(head, try? RequestHost.origin(of: head, scheme: scheme))
            else { return }
            headers.add(name: "Access-Control-Allow-Origin", value: origin)
            headers.add(name: "Vary", value: "Origin")
            headers.add(name: "Access-Control-Expose-Headers", value: "ETag")
            guard head.method == .OPTIONS else { return }
            headers.add(name: "Access-Control-Allow-Methods", value: "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS")
            let wanted = head.headers.first(name: "Access-Control-Request-Headers")
            headers.add(
                name: "Access-Control-Allow-Headers",
                value: wanted ?? "Authorization, Content-Type, X-Firebase-ETag, If-Match, If-None-Match")
            headers.add(name: "Access-Control-Max-Age", value: "3600")
        }
    }
#endif
