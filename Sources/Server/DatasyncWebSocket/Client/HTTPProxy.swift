#if WebSocket
    import DatasyncTree
    import Foundation

    /// A proxy that tunnels connections to other hosts with the HTTP method CONNECT.
    public struct HTTPProxy: Sendable, Hashable {
        /// The host of the proxy.
        public var host: String
        /// The port of the proxy.
        public var port: Int
        /// The value of the header `Proxy-Authorization`; `nil` for a proxy without sign-in.
        public var authorization: String?

        /// Creates a proxy.
        ///
        /// - Parameters:
        ///   - host: The host of the proxy.
        ///   - port: The port of the proxy.
        ///   - authorization: The value of the header `Proxy-Authorization`, such as `Basic dXNlcjpwYXNz`.
        public init(host: String, port: Int, authorization: String? = nil) {
            self.host = host
            self.port = port
            self.authorization = authorization
        }
    }

    extension HTTPProxy {
        /// Returns the proxy that the environment names for an address; `nil` for a direct connection.
        ///
        /// The variables are the usual ones of command-line programs: `https_proxy` for connections with TLS,
        /// `http_proxy` for others, `all_proxy` for both, and `no_proxy` with the exceptions. Upper-case names count
        /// too, except `HTTP_PROXY`, which a web server may set from a request's header.
        ///
        /// - Throws: ``DatasyncError`` `invalidConfiguration` if the variable is not the address of a proxy.
        static func proxy(
            for address: ServerAddress, in environment: [String: String]
        ) throws(DatasyncError) -> HTTPProxy? {
            let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
            if isException(address, in: exceptions) { return nil }
            let special = address.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
            for name in special + ["all_proxy", "ALL_PROXY"] {
                guard let text = environment[name], !text.isEmpty else { continue }
                guard let proxy = HTTPProxy(text) else {
                    throw DatasyncError(
                        .invalidConfiguration,
                        "The variable \(name) of the environment is not the address of a proxy; use http://HOST:PORT, "
                            + "or remove it.")
                }
                return proxy
            }
            return nil
        }

        /// Returns whether a list such as `localhost,.example.com,10.0.0.1:9000` contains the address or its domain.
        private static func isException(_ address: ServerAddress, in list: String) -> Bool {
            list.split(separator: ",").contains { entry in
                var entry = entry.drop { $0 == " " }
                while entry.last == " " { entry.removeLast() }
                if entry == "*" { return true }
                if entry.hasSuffix(":\(address.port)") { entry = entry.dropLast("\(address.port)".count + 1) }
                if entry.first == "." { entry = entry.dropFirst() }
                let (host, entryText) = (address.host.lowercased(), entry.lowercased())
                return !entryText.isEmpty && (host == entryText || host.hasSuffix("." + entryText))
            }
        }

        /// Reads an address such as `http://user:password@proxy.example:3128`; the scheme may be missing.
        private init?(_ text: String) {
            var rest = text[...]
            if let scheme = text.firstRange(of: "://") {
                guard text[..<scheme.lowerBound].lowercased() == "http" else { return nil }
                rest = text[scheme.upperBound...]
            }
            if rest.hasSuffix("/") { rest.removeLast() }
            if let end = rest.lastIndex(of: "@") {
                let credentials = String(rest[..<end]).removingPercentEncoding ?? String(rest[..<end])
                authorization = "Basic \(Base64.encode(Array(credentials.utf8)))"
                rest = rest[rest.index(after: end)...]
            }
            guard let address = try? ServerAddress(url: "http://\(rest)", namespace: "") else { return nil }
            host = address.host
            port = address.port
        }
    }

    extension HTTPProxy: CustomStringConvertible {
        /// The host and the port; never the credentials.
        public var description: String { "\(host):\(port)" }
    }
#endif
