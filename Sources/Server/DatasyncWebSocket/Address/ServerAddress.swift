package import DatasyncTree

/// The address of a namespace on a server: host, port, and the target of the WebSocket request.
///
/// It exists without the trait too, so that every build reports a malformed address as such.
package struct ServerAddress: Hashable, Sendable {
    package let host: String
    package let port: Int
    /// Whether the connection uses TLS.
    package let isSecure: Bool
    package let namespace: String
    package let path: ServerPath
    /// Whether a server has named the host, or this is the client's own host after the named one has failed.
    package private(set) var isRedirected = false

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - url: `ws`, `wss`, `http` or `https`, then `://HOST` or `://HOST:PORT`; a final `/` is allowed.
    ///   - namespace: The namespace, which is the identifier of the application.
    ///   - path: The path of the WebSocket.
    /// - Throws: ``DatasyncError`` `invalidConfiguration` with the faulty part.
    package init(url: String, namespace: String, path: ServerPath = .standard) throws(DatasyncError) {
        guard let scheme = url.firstRange(of: "://") else { throw Self.malformed(url, "has no scheme") }
        switch url[..<scheme.lowerBound].lowercased() {
        case "ws", "http": isSecure = false
        case "wss", "https": isSecure = true
        case let other: throw Self.malformed(url, "has the scheme \(String(other).quoted(atMost: 20))")
        }
        var rest = url[scheme.upperBound...]
        if rest.hasSuffix("/") { rest.removeLast() }
        guard !rest.contains("/"), !rest.contains("?"), !rest.contains("#") else {
            throw Self.malformed(url, "has a path, a query or a fragment")
        }
        guard !rest.contains("@") else { throw Self.malformed(url, "has a user name") }
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Self.malformed(url, "has a host with blanks or characters other than ASCII")
        }
        let (host, port) = Self.divided(rest)
        guard !host.isEmpty else { throw Self.malformed(url, "has no host") }
        self.host = String(host)
        self.namespace = namespace
        self.path = path
        if let port {
            guard let number = Int(port), (1...65_535).contains(number), port.utf8.allSatisfy({ $0 >= 0x30 }) else {
                throw Self.malformed(url, "has the port \(String(port).quoted(atMost: 20))")
            }
            self.port = number
        } else {
            self.port = isSecure ? 443 : 80
        }
    }

    /// Splits an authority into host and port; a host in brackets is an IPv6 address.
    private static func divided(_ text: Substring) -> (host: Substring, port: Substring?) {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            return rest.isEmpty ? (host, nil) : rest.hasPrefix(":") ? (host, rest.dropFirst()) : ("", nil)
        }
        guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
        return (text[..<colon], text[text.index(after: colon)...])
    }

    private static func malformed(_ url: String, _ problem: String) -> DatasyncError {
        DatasyncError(
            .invalidConfiguration,
            "The address \(url.quoted(atMost: 120)) of the server \(problem); "
                + "use ws://HOST:PORT, or wss://HOST:PORT for a connection with TLS.")
    }

    /// Returns the address for a connection after a redirect, with the same security, namespace and path.
    ///
    /// - Parameter host: The host that a server has named; `nil` for this one, after the named one has failed.
    /// - Returns: The address; `nil` if the text is not a host.
    package func redirected(to host: String?) -> ServerAddress? {
        var address = self
        if let host {
            let url = "\(isSecure ? "wss" : "ws")://\(host)"
            guard let named = try? ServerAddress(url: url, namespace: namespace, path: path) else { return nil }
            address = named
        }
        address.isRedirected = true
        return address
    }

    /// The host and port, as in the header `Host`.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The target of the WebSocket request.
    package var target: String {
        "\(path.rawValue)?v=5&ns=\(Self.encoded(namespace))\(isRedirected ? "&redirected=1" : "")"
    }

    /// Encodes a text for a query parameter.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ServerAddress: CustomStringConvertible {
    package var description: String { "\(isSecure ? "wss" : "ws")://\(authority)\(target)" }
}
