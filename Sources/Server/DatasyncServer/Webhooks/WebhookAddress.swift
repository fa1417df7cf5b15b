#if Server
    import DatasyncTree
    import Foundation
    import NIOHTTP1

    /// The address of a webhook's receiver: `https`, or `http` if the configuration names the host.
    struct WebhookAddress: Sendable {
        /// The name or the IP address, without brackets.
        let host: String
        let port: Int
        let isSecure: Bool
        /// The path and the query.
        let target: String
        /// Whether the configuration names the host, which may then be of a private network.
        let isNamed: Bool

        /// The value of the header `Host`.
        var hostHeader: String {
            let name = host.contains(":") ? "[\(host)]" : host
            return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
        }

        /// Reads an address.
        ///
        /// - Parameters:
        ///   - text: The address.
        ///   - named: The hosts that the configuration names, `HOST` or `HOST:PORT`.
        /// - Throws: ``RequestFailure`` with status 400 and the remedy.
        init(_ text: String, named: [String]) throws(RequestFailure) {
            let shown = text.quoted(atMost: 80)
            // Foundation would encode other characters, and send another address than the one that was checked.
            guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
                let host = parts.host?.trimmingCharacters(in: ["[", "]"]).lowercased(), !host.isEmpty,
                host.utf8.allSatisfy(Self.isOfHost),
                parts.user == nil, parts.password == nil, parts.fragment == nil,
                ["https", "http"].contains(scheme)
            else {
                throw RequestFailure(
                    .badRequest,
                    "The address \(shown) of a webhook is not of the form https://HOST/PATH, without a user and a fragment, of at "
                        + "most 2,048 visible ASCII characters.")
            }
            isSecure = scheme == "https"
            port = parts.port ?? (isSecure ? 443 : 80)
            guard (1...65_535).contains(port) else {
                throw RequestFailure(.badRequest, "The port of \(shown) is not between 1 and 65535.")
            }
            self.host = host
            let (name, number) = (host, port)
            isNamed = named.contains { $0.lowercased() == name || $0.lowercased() == "\(name):\(number)" }
            guard isSecure || isNamed else {
                throw RequestFailure(
                    .badRequest,
                    "The address \(shown) of a webhook does not begin with https://; http is for hosts that the server's "
                        + "configuration names with --webhook-host.")
            }
            let path = parts.percentEncodedPath
            target = (path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        }

        private static func isOfHost(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
                true
            default: false
            }
        }

        /// Returns why no request may be sent to an address that the host's name stands for.
        ///
        /// - Parameters:
        ///   - resolved: The address.
        ///   - own: The addresses of this machine.
        /// - Returns: The reason, without the address; `nil` if requests may be sent to it.
        func problem(with resolved: String, own: Set<IPAddress> = []) -> String? {
            guard let address = IPAddress(resolved) else { return "the address of \(host) is not an IP address" }
            if isNamed || address.isPublic && own.isDisjoint(with: [address, address.destination]) { return nil }
            return
                "\(host) leads to this machine or into a private network; name the host with --webhook-host if requests may be "
                + "sent to it"
        }
    }
#endif
